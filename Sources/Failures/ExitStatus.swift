/// Exit status of the process, by the BSD convention.
///
/// Source: sysexits.h; 130 is the shell's 128 + SIGINT.
package enum ExitStatus: Int32, Sendable, CaseIterable {
    case ok = 0
    /// The command line is wrong.
    case usage = 64
    /// The content of a file is wrong.
    case badInput = 65
    /// A file that was named does not exist or cannot be read.
    case noInput = 66
    /// No dongle is available, or not the one that was asked for.
    case unavailable = 69
    /// This program or the dongle's firmware has a fault.
    case software = 70
    /// The system refused something that it normally grants.
    case system = 71
    /// An output file cannot be created.
    case cannotCreate = 73
    /// The serial line failed.
    case inputOutput = 74
    /// The same command may succeed later.
    case temporary = 75
    /// The other side violates the protocol, or uses a version of it that is unknown here.
    case protocolMismatch = 76
    /// The user lacks a permission.
    case permission = 77
    /// A setting makes the command impossible.
    case configuration = 78
    case interrupted = 130
}
