/// Why a serial port could not be found, opened or set.
///
/// None of them leaves a descriptor open. The device behind the port can have noticed the attempt, or been reset by it,
/// only with the last three: the others come before the port is open, or while another owner keeps it open.
public enum SerialPortError: Error, Sendable, Hashable {
    /// There is no such node, or no device behind it.
    case notFound(path: String)
    /// The system forbids opening the node. Owner group and mode as in ``PortAccess``.
    case permissionDenied(path: String, ownerGroup: String?, mode: UInt16?)
    /// Another owner has the port. The holder is nil where this process may not see it; it can be this process.
    ///
    /// Right after closing a port it can be a child that was being started meanwhile: it gives the port up by exec.
    case busy(path: String, holder: PortHolder?)
    /// The node is something other than a terminal.
    case notATerminal(path: String)
    /// The rate is not one that can be set; `supported` lists those that are, rising.
    case unsupportedBaud(baud: Int, supported: [Int])
    /// The driver took the settings without an error and kept others.
    case settingsRefused(path: String, settings: [LineSetting])
    /// The device went away while it was being opened or set.
    case unplugged(path: String)
    /// A system call failed in a way that has no case of its own.
    case system(call: String, errno: Int32, path: String?)
}
