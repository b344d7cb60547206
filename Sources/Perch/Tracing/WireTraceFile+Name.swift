import Failures
import GatewayModel
import Glibc
import Recording

extension WireTraceFile {
    /// Opens the trace that an argument names; `-` is standard output.
    ///
    /// - Parameters:
    ///   - replaces: Whether an existing file may be replaced.
    ///   - hint: Hint of the failure where it may not.
    ///   - onFailure: Called once, from another thread, when nothing more can be written.
    static func named(
        _ name: String, replaces: Bool = false, hint: String, isSimulated: Bool = false,
        onFailure: @escaping @Sendable (RecordingError) -> Void
    ) throws -> WireTraceFile {
        let application = "perch \(APIVersion.program)"
        guard name != "-" else {
            return WireTraceFile(
                descriptor: STDOUT_FILENO, name: "standard output", application: application, isSimulated: isSimulated,
                onFailure: onFailure)
        }
        guard replaces || !RegularFile.isThere(name) else { throw Failure.exists(name, hint: hint) }
        return try WireTraceFile(path: name, application: application, isSimulated: isSimulated, onFailure: onFailure)
    }
}
