import GatewayModel

/// Progress of an order for a config, in one line. Pure.
struct ConfigProgressBar: Sendable {
    private static let widest = 40
    /// Columns of the longest phase and a space.
    private static let phaseWidth = 12

    let columns: Int

    func lines(_ progress: ConfigProgress?) -> [String] {
        guard let progress else { return [] }
        let phase = progress.phase.rawValue.padding(to: Self.phaseWidth)
        guard let bytes = progress.bytes, let all = progress.of, all > 0 else { return [phase + "…"] }
        let figures = " \(bytes * 100 / all) %  \(bytes) of \(all) bytes"
        let width = min(Self.widest, columns - Self.phaseWidth - figures.count - 1)
        guard width > 4 else { return [phase + figures] }
        let eighths = min(max(bytes, 0), all) * width * 8 / all
        let parts = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]
        let bar = String(repeating: "█", count: eighths / 8) + parts[eighths % 8]
        return [phase + bar.padding(to: width) + figures]
    }
}

extension String {
    fileprivate func padding(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
