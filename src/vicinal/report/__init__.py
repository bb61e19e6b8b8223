"""Results of runs and studies for people: pages, pictures and tables about many documents."""
