import ArgumentParser
import GatewayModel

/// `perch config push`: sends the config of the tables, or of a file, to a device.
struct ConfigPush: PreparedVerb {
    static let configuration = CommandConfiguration(
        commandName: "push", abstract: "Send the config of the tables to a device, and read it back.",
        discussion: """
            Ends with 0 when the device holds exactly the config that was sent; with 75 when it holds only part of it \
            or nothing of it, or when that is unknown; and with 76 when the device itself reports that it rejected \
            the config. Perch refuses, before it sends anything, a config that exceeds the device's limits, one that \
            cannot be read back over this connection, and a file that is no config. A pattern that is disabled here \
            is also disabled on the device, if the device has it. Entries that only the device has are removed only \
            with --replace or if you answer yes. Lists and settings that a file does not mention stay as they are. \
            Properties that cannot be sent to the device, such as that capitals count, are listed.
            """)

    /// Largest file, in bytes; the gateway's own limit.
    private static let fileLimit = 65_536

    @OptionGroup var change: ConfigChangeOptions

    @Option(
        help: "File with a config in either dialect, to send instead of the tables; - is standard input.",
        completion: .file())
    var file: String?

    @Flag(help: "Send the file unchanged: texts exactly as spelled, even if it exceeds the device's limits.")
    var exact = false

    @Flag(
        help: """
            Also disable or remove entries that only the device has; without it, Perch asks at a terminal. With \
            --unverified, also replace a config that cannot be read; no copy of that is kept.
            """)
    var replace = false

    @Flag(
        help: """
            After sending, measure from the device's stream whether it scans at the intervals of its config. Takes \
            about 20 s with the factory's intervals, 5 min at most.
            """)
    var verifyTiming = false

    @OptionGroup var frame: ConfigFrame

    func validate() throws {
        guard !exact || file != nil else { throw ValidationError("--exact goes with --file.") }
        guard !verifyTiming || !change.dryRun else {
            throw ValidationError("--verify-timing sends the config and --dry-run does not: give one.")
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
