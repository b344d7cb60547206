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
        case .ended(_, let end, _, _): end.words
        case .silent: "silent"
        case .failed: "failed"
        case .noUnit: "no unit"
        }
    }
}
