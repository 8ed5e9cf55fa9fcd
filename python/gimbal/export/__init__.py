"""`gimbal export`: models as equations and numbers in other languages, and the test set."""
