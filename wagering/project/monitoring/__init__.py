"""What operators of the system see of it: health, metrics, logs."""
