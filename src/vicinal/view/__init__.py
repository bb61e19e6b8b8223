"""Results for people: made from a finished Alignment, and from nothing else."""
