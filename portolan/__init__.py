"""Settings, urls, server and the two middlewares: knows all rooms, holds nothing else."""
