import Glibc

/// Waits for 20 ms, where nothing can tell that the port is back.
func sleepBriefly() {
    usleep(20_000)
}

/// Waits while the line is left alone, as a check wants it.
func pause(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    usleep(UInt32(clamping: seconds * 1_000_000 + attoseconds / 1_000_000_000_000))
}
