"""Documents in more than two versions: links between all levels that never contradict each other."""
