import Foundation

/// The machine on which the figures were measured.
struct Machine: CustomStringConvertible {
    let processor: String
    let cores: Int
    let memoryGiB: Double
    let system: String

    init() {
        // If the system does not tell the processor, the report says so.
        let cpuinfo = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? ""
        let model = cpuinfo.split(separator: "\n").first { $0.hasPrefix("model name") }
        processor =
            model?.split(separator: ":").last.map { $0.trimmingCharacters(in: .whitespaces) } ?? "unknown processor"
        cores = ProcessInfo.processInfo.activeProcessorCount
        memoryGiB = Double(ProcessInfo.processInfo.physicalMemory) / 1_073_741_824
        system = ProcessInfo.processInfo.operatingSystemVersionString
    }

    var description: String { "\(processor), \(cores) cores, \(memoryGiB.text(1)) GiB, \(system)" }
}
