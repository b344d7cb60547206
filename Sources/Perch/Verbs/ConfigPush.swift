import ArgumentParser
import Failures
import GatewayModel

/// `perch config push`: a device takes over what the tables, or a file, say.
struct ConfigPush: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "push", abstract: "Have a device take over what the tables say, and read it back.",
        discussion: """
            Ends with 0 when the device holds exactly what was meant. Ends with 75 when it holds some of it or nothing of it, \
            or when nobody knows. What is more than the device takes is refused before anything is sent, and so is a file \
            that is no config. Only enabled entries are sent.
            """)

    /// Bytes of a file; as many as the gateway takes.
    private static let fileLimit = 65_536

    @OptionGroup var target: ConfigDeviceOptions

    @Option(
        help: "A file with a config in either dialect, - for standard input, to push instead of the tables.",
        completion: .file())
    var file: String?

    @Flag(help: "Send the file's disabled entries too, and neither check nor change anything of it.")
    var exact = false

    @Flag(help: "Read the device, and only say what would be sent.")
    var dryRun = false

    @OptionGroup var keeping: ConfigSaveOptions
    @OptionGroup var dongle: DongleOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard !exact || file != nil else { throw ValidationError("--exact goes with --file.") }
    }

    func run() async throws {
        try await output.run { output in
            let text = try self.file.map { try Self.contents(of: $0) }
            try await dongle.withConfigs(output) { follower in
                var order = target.waiting.order(target.device)
                order.config = text
                order.exact = exact ? true : nil
                order.dryRun = dryRun ? true : nil
                keeping.apply(to: &order)
                try await follower.perform(.push, order)
            }
        }
    }

    private static func contents(of path: String) throws -> String {
        guard let text = String(validating: try InputFile.read(path, limit: fileLimit), as: UTF8.self) else {
            throw Failure(
                code: "not-utf8", message: "\(printable(path)) is no text in UTF-8.", hint: "Name the right file.",
                exit: .badInput)
        }
        return text
    }
}
