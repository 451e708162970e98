"""What both front ends share: the activities at a table, the commands with their keys and words, and all texts about them."""
