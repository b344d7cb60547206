import Glibc

/// Sleeps for 20 ms, for polling until the port is back.
func sleepBriefly() {
    usleep(20_000)
}

/// Waits, as a check asks for, while nothing is sent or received.
func pause(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    usleep(UInt32(clamping: seconds * 1_000_000 + attoseconds / 1_000_000_000_000))
}
