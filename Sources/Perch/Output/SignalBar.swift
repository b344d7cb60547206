import BeaconTracking

/// Returns a bar of block characters in steps of an eighth: full at -30 dBm, empty at -100 dBm.
func signalBar(_ rssiDBm: Int, width: Int) -> String {
    let eighths = (min(max(rssiDBm, -100), -30) + 100) * width * 8 / 70
    let parts = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]
    return String(repeating: "█", count: eighths / 8) + parts[eighths % 8]
}

extension SignalQuality {
    /// SGR code of a terminal colour: green, yellow or red.
    var colour: String {
        switch self {
        case .strong: "32"
        case .medium: "33"
        case .weak: "31"
        }
    }
}
