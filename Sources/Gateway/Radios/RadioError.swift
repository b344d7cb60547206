import ChildProcesses
import SerialPort

/// Reason why a radio has no port.
package enum RadioError: Error, Sendable, Hashable {
    /// There is no bridge; or the named one is no program, or its path is not absolute.
    case noProgram(named: String?)
    case cannotStart(program: String, errno: Int32)
    /// The folder for the states of radios cannot be made.
    case noStateFolder(String, errno: Int32)
    /// The bridge ended by itself. `isFinal`: it is not started again.
    case ended(RadioName, ChildEnd, BridgeWords, isFinal: Bool)
    /// The bridge was ended because it had not said a valid thing on its port for too long.
    case silent(RadioName)
    /// The bridge runs, and its controller does not work.
    case failed(RadioName, BridgeWords)
    /// The gateway starts no bridges, and the radio's unit has no port.
    case noUnit(RadioName)

    /// Word for the kind of error, whatever its details.
    var kind: String {
        switch self {
        case .noProgram: "no program"
        case .cannotStart: "cannot start"
        case .noStateFolder: "no state"
        case .ended(_, let end, _, _): "ended \(end)"
        case .silent: "silent"
        case .failed: "failed"
        case .noUnit: "no unit"
        }
    }
}

/// What a bridge said last, read from its log.
package struct BridgeWords: Sendable, Hashable {
    /// What happened, without a full stop; empty if it said nothing.
    package var message = ""
    /// The bridge's own next step, without a full stop.
    package var next: String?

    package init() {}

    /// Reads the newest lines of a bridge's log. A next step stands behind its message, or in a line
    /// of its own.
    package init(_ lines: [String]) {
        let mark = "Next: "
        for line in lines {
            let parts = line.firstRange(of: mark).map { (line[..<$0.lowerBound], line[$0.upperBound...]) }
            if let step = parts?.1 { next = BridgeWords.clause(step) }
            let said = BridgeWords.clause(parts?.0 ?? line[...])
            if !said.isEmpty { message = said }
        }
    }

    private static func clause(_ text: Substring) -> String {
        var text = text
        while let last = text.last, last == "." || last == " " { text.removeLast() }
        return String(text)
    }
}
