/// Reason why a serial port could not be found, opened or configured.
///
/// No error leaves a descriptor open. Only the last three can mean that the device behind the port
/// noticed the attempt or was reset by it. The others occur before the port is open, or while
/// another owner has it open.
public enum SerialPortError: Error, Sendable, Hashable {
    /// There is no such node, or no device behind it.
    case notFound(path: String)
    /// The system forbids opening the node. Owner group and mode are those of ``PortAccess``.
    case permissionDenied(path: String, ownerGroup: String?, mode: UInt16?)
    /// Another owner has the port. The holder is nil if this process cannot see it; the holder can
    /// be this process itself.
    ///
    /// Right after closing a port, the holder can be a child process that was just being started.
    /// It releases the port on exec.
    case busy(path: String, holder: PortHolder?)
    /// The node is something other than a terminal.
    case notATerminal(path: String)
    /// The rate cannot be set. `supported` lists the possible ones, in ascending order.
    case unsupportedBaud(baud: Int, supported: [Int])
    /// The driver accepted the settings without an error but kept others.
    case settingsRefused(path: String, settings: [LineSetting])
    /// The device went away while it was being opened or configured.
    case unplugged(path: String)
    /// A system call failed in a way that has no case of its own.
    case system(call: String, errno: Int32, path: String?)
}
