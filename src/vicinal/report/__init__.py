"""Reports on runs and comparisons: pages, plots and tables."""
