"""How well, and for whom: gold, scores, groups, swap test."""
