import ArgumentParser
import CP28
import Failures
import LineFormats

/// `perch provision ban-list`: lists the factory UUIDs, which no provisioned beacon may have.
struct ProvisionBanList: LocalVerb {
    static let configuration = CommandConfiguration(
        commandName: "ban-list", abstract: "List the UUIDs that beacons have from the factory.",
        discussion: """
            A UUID is banned by its first eight digits. A beacon with a banned UUID has not been provisioned yet, and \
            no beacon can be given one. The list comes with the program.
            """)

    @OptionGroup var frame: LocalFrame

    func run(_ output: VerbOutput) async throws {
        let entries = BanList.bundled.entries
        output.setResult { $0.field("count", entries.count) }
        for entry in entries {
            await output.line("banned-uuid") {
                $0.field("prefix", entry.prefixDigits)
                $0.field("uuid", entry.uuid.map { "\($0)" })
                $0.array("vendors") { for vendor in entry.vendors { $0.element(vendor) } }
            }
            let uuid = entry.uuid.map { "\($0)" } ?? "\(entry.prefixDigits)-…"
            await output.text(printable("\(fit(uuid, 36))  \(entry.vendors.joined(separator: ", "))"))
        }
    }
}
