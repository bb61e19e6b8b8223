"""What only the supervised methods use: training, models, features and classifiers."""
