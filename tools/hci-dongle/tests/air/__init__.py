"""A room full of virtual radios: Bumble's controllers, with the features that Bumble's own lack,
and their devices.
"""
