import ArgumentParser
import Failures
import FlockFinder
import GatewayClient
import GatewayModel
import LineFormats

/// `perch pattern validate`: looks for patterns that are superfluous, wrong, or too many for a
/// device.
struct PatternValidate: PreparedVerb {
    static let configuration = CommandConfiguration(
        commandName: "validate", abstract: "Check the patterns, or those of a file, without changing anything.",
        discussion: """
            Fails if rows of the file are no valid patterns and, with --device, if the enabled patterns do not fit \
            into the device. Similar patterns are listed, and are no failure.
            """)

    @Argument(
        help: "The file, at most 8 MiB; - is standard input. Without it, the patterns in the store.",
        completion: .file())
    var file: String?

    @Option(help: "A kind of device that the enabled patterns must fit into: real or document.")
    var device: String?

    @OptionGroup var frame: StoreFrame

    func validate() throws {
        guard let device, DeviceProfile.named(device) == nil else { return }
        throw ValidationError("--device takes \(DeviceProfile.bundled.map(\.name).joined(separator: ", ")).")
    }

    func prepare(_ output: VerbOutput) throws -> PatternValidationOrder? {
        PatternValidationOrder(text: try file.map { path throws(Failure) in try PatternText.read(path) })
    }

    func run(_ client: GatewayClient, _ order: PatternValidationOrder, _ output: VerbOutput) async throws {
        let result = try await client.validatePatterns(order)
        try await tell(result, output)
        if result.refusedCount > 0 { throw Failure.invalidRows(result.refusedCount) }
        if let fit = result.devices.first(where: { $0.device == device }), !fit.excess.isEmpty {
            throw Failure.tooMuch(for: fit)
        }
    }

    private func tell(_ result: PatternValidation, _ output: VerbOutput) async throws {
        output.setResult {
            $0.field("refused", result.refusedCount)
            $0.field("repeated", result.repeatedCount)
            $0.field("near_duplicates", result.nearDuplicates.count)
        }
        for kind in result.kinds {
            try await output.line("pattern-count", of: kind)
            await output.text("\(fit(kind.kind.rawValue, 16))  \(kind.count), \(kind.enabled) enabled")
        }
        for row in result.refused {
            try await output.line("import", of: row)
            await output.text(row.words)
        }
        let rest = result.refusedCount - result.refused.count
        if rest > 0 { await output.text("… and \(counted(rest, "more row")) refused.") }
        if result.repeatedCount > 0 {
            await output.text("\(counted(result.repeatedCount, "row repeats", "rows repeat")) others of the file.")
        }
        for key in result.unknownKeys {
            await output.line("unknown-key") { $0.field("key", key) }
            await output.text("Note: The key \(printable(key)) is unknown.")
        }
        await output.notes(result.nearDuplicates, limit: result.nearDuplicates.notes.count)
        for device in result.devices where self.device == nil || device.device == self.device {
            try await output.line("device-fit", of: device)
            for line in device.words { await output.text(line) }
        }
    }
}

extension Failure {
    fileprivate static func invalidRows(_ count: Int) -> Failure {
        Failure(
            code: "patterns-invalid", message: "\(counted(count, "row is", "rows are")) no valid patterns.",
            hint: "Fix the rows marked with !.", exit: .badInput)
    }

    fileprivate static func tooMuch(for fit: PatternFit) -> Failure {
        Failure(
            code: "patterns-exceed-device",
            message: "The enabled patterns do not fit into a device of kind \(fit.device).",
            hint: "Disable some of them: `perch pattern disable KIND PATTERN…`.", exit: .badInput)
    }
}
