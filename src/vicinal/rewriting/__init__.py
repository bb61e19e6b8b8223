"""What changed in a linked pair: words kept, deleted, added, replaced and moved; sentences split and merged."""
