"""A room full of virtual radios: Bumble's controllers, with what theirs leave out, and the devices behind them."""
