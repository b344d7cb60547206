import Foundation
import Glibc

/// Resources that a process has used so far, from /proc.
struct ProcessUsage {
    /// Processor time in seconds, user and system.
    let processorSeconds: Double
    let at: ContinuousClock.Instant

    init?(processID: Int32) {
        guard let stat = try? String(contentsOfFile: "/proc/\(processID)/stat", encoding: .utf8),
            // The name in brackets may contain blanks.
            let rest = stat.split(separator: ")").last
        else { return nil }
        let fields = rest.split(separator: " ")
        // Fields 14 and 15 of proc(5), counted from the end of the name.
        guard fields.count > 12, let user = Double(fields[11]), let system = Double(fields[12]) else { return nil }
        processorSeconds = (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
        at = .now
    }

    /// Share of one core used since `earlier`, in per cent.
    func percentOfCore(since earlier: ProcessUsage) -> Double {
        (processorSeconds - earlier.processorSeconds) / ((at - earlier.at) / .seconds(1)) * 100
    }

    /// Resident memory now, in MB of 10⁶ bytes.
    static func residentMegabytes(processID: Int32) -> Double? { megabytes("VmRSS:", processID) }

    /// The part of it that does not belong to a file, such as the program and its libraries.
    static func ownMegabytes(processID: Int32) -> Double? { megabytes("RssAnon:", processID) }

    private static func megabytes(_ key: String, _ processID: Int32) -> Double? {
        guard let status = try? String(contentsOfFile: "/proc/\(processID)/status", encoding: .utf8) else { return nil }
        let line = status.split(separator: "\n").first { $0.hasPrefix(key) }
        return line?.split(separator: " ").dropFirst().first.flatMap { Double($0) }.map { $0 * 1024 / 1_000_000 }
    }
}
