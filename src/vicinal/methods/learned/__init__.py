"""What only the methods that learn from gold use: training, models, features and classifiers."""
