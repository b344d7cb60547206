import ArgumentParser
import GatewayModel

/// `perch config push`: sends the config of the tables, or of a file, to a device.
struct ConfigPush: PreparedVerb {
    static let configuration = CommandConfiguration(
        commandName: "push", abstract: "Have a device take over what the tables say, and read it back.",
        discussion: """
            Ends with 0 when the device holds exactly what was meant, with 75 when it holds some of it or nothing of it, or \
            when nobody knows, and with 76 when it says itself that it did not take it. What is more than the device takes is \
            refused before anything is sent, and so is what it could not tell again over this connection, and a file that is \
            no config. A pattern that is disabled here is disabled there, where the device has it. What only the device has \
            is not removed without --replace or a yes. Lists and settings that a file says nothing of stay as they are. What \
            the device cannot be told, such as that capitals count, is listed.
            """)

    /// Largest file, in bytes; the gateway's own limit.
    private static let fileLimit = 65_536

    @OptionGroup var change: ConfigChangeOptions

    @Option(
        help: "A file with a config in either dialect, - for standard input, to push instead of the tables.",
        completion: .file())
    var file: String?

    @Flag(help: "Send the file as it is: with texts as they are spelled, and though it is more than the device takes.")
    var exact = false

    @Flag(
        help: """
            Disable or remove also entries that only the device has; a terminal is asked without it. With --unverified, replace \
            also a config that cannot be read, of which nothing is kept.
            """)
    var replace = false

    @Flag(
        help: """
            Measure, once it was sent, that the device scans at the intervals of its config, by its stream; some 20 s with \
            the factory's intervals, 5 minutes at most.
            """)
    var verifyTiming = false

    @OptionGroup var frame: ConfigFrame

    func validate() throws {
        guard !exact || file != nil else { throw ValidationError("--exact goes with --file.") }
        guard !verifyTiming || !change.dryRun else {
            throw ValidationError("--verify-timing sends; --dry-run does not.")
        }
    }

    func prepare(_ output: VerbOutput) throws -> ConfigOrder? {
        var order = change.order
        order.config = try file.map { try PatternText.read($0, limit: Self.fileLimit) }
        order.exact = exact ? true : nil
        order.mayRemove = replace ? true : nil
        order.verifyTiming = verifyTiming ? true : nil
        return order
    }

    func run(_ follower: ConfigFollower, _ order: ConfigOrder, _ output: VerbOutput) async throws {
        try await follower.perform(.push, order)
    }
}
