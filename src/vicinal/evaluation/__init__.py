"""Scores against gold, comparisons of methods, tuning, and the agreement of annotators."""
