import ArgumentParser

/// The file formats of `perch capture`.
enum CaptureFormat: String, ExpressibleByArgument, CaseIterable, Sendable {
    case ndjson, pcapng

    /// The format that the file name extension of `path` stands for.
    init?(path: String) {
        switch path.split(separator: "/").last?.split(separator: ".").last?.lowercased() {
        case "ndjson", "jsonl", "json": self = .ndjson
        case "pcapng": self = .pcapng
        default: return nil
        }
    }
}
