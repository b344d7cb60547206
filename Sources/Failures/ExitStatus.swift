/// What the process says to its caller, after the BSD convention.
///
/// Source: sysexits.h; 130 is the shell's 128 + SIGINT.
package enum ExitStatus: Int32, Sendable, CaseIterable {
    case ok = 0
    /// The command line is wrong.
    case usage = 64
    /// A file's content is wrong.
    case badInput = 65
    /// A file that was named is not there or cannot be read.
    case noInput = 66
    /// No dongle, or not the one that was asked for.
    case unavailable = 69
    /// A fault of this program or of the dongle's firmware.
    case software = 70
    /// The system refused something it normally grants.
    case system = 71
    /// An output file cannot be made.
    case cannotCreate = 73
    /// The serial line failed.
    case inputOutput = 74
    /// It may work later.
    case temporary = 75
    /// The other side does not keep to the protocol, or to a version of it that is known here.
    case protocolMismatch = 76
    /// It is not allowed.
    case permission = 77
    /// Something is set up in a way that cannot work.
    case configuration = 78
    case interrupted = 130
}
