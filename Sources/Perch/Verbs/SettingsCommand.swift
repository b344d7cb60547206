import ArgumentParser
import Failures
import Foundation
import LineFormats
import Settings

/// `perch settings`: the settings from files and environment, read without a gateway.
struct SettingsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "settings", abstract: "Look at the settings of this user's gateway.",
        subcommands: [SettingsShow.self, SettingsCheck.self])

    /// Sources that `perch serve` would read when run without flags.
    fileprivate static func sources(file: String?) -> SettingsSources {
        let environment = ProcessInfo.processInfo.environment
        return SettingsSources(environment: environment, places: Places(environment: environment), file: file)
    }
}

/// `perch settings show`: lists the settings in effect and their sources.
struct SettingsShow: LocalVerb {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "List every setting in effect, and where it was set.")

    @Option(help: "Read this file instead of the usual ones.", completion: .file())
    var config: String?

    @OptionGroup var frame: LocalFrame

    func run(_ output: VerbOutput) async throws {
        let effective = try SettingsCommand.sources(file: config).load()
        for remark in effective.remarks { say("perch: \(printable(remark.line))") }
        let entries = effective.entries
        output.setResult { $0.field("count", entries.count) }
        for entry in entries {
            await output.line("setting") {
                $0.field("key", entry.key.path)
                $0.field("value", entry.shown)
                $0.field("origin", entry.origin.words)
            }
            let assignment = "\(entry.key.path) = \(entry.shown)"
            let gap = String(repeating: " ", count: max(2, 44 - assignment.count))
            await output.text(printable("\(assignment)\(gap)# \(entry.origin.words)"))
        }
    }
}

/// `perch settings check`: lists mistakes in the settings.
struct SettingsCheck: LocalVerb {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "List everything that is wrong with the settings.",
        discussion: """
            Checks the usual files and the environment, or each of the named files on its own. Ends with 78 if \
            anything is wrong.
            """)

    @Argument(help: "Files to check instead.", completion: .file())
    var files: [String] = []

    @OptionGroup var frame: LocalFrame

    func run(_ output: VerbOutput) async throws {
        let (findings, remarks, unreadable) =
            files.isEmpty ? try SettingsCheck.usual() : SettingsCheck.look(at: files)
        output.setResult {
            $0.field("findings", findings.count)
            $0.field("remarks", remarks.count)
        }
        for remark in remarks {
            await output.line("remark") {
                $0.field("place", remark.place)
                $0.field("message", remark.message)
            }
            await output.text("\(remark.line) (no mistake)")
        }
        for finding in findings {
            await output.line("finding") {
                $0.field("place", finding.place)
                $0.field("message", finding.message)
            }
            await output.text(finding.line)
        }
        if let unreadable { throw unreadable }
        guard findings.isEmpty else { throw Failure.mistakes(findings.count) }
        await output.text("No mistakes.")
    }

    private static func usual() throws(SettingsError) -> (
        findings: [SettingsError.Finding], remarks: [SettingsError.Finding], unreadable: SettingsError?
    ) {
        do {
            return ([], try SettingsCommand.sources(file: nil).load().remarks, nil)
        } catch .invalid(let findings) {
            return (findings, [], nil)
        }
    }

    /// Checks each file. A file that cannot be read does not stop the check of the others.
    private static func look(at files: [String]) -> (
        findings: [SettingsError.Finding], remarks: [SettingsError.Finding], unreadable: SettingsError?
    ) {
        var findings: [SettingsError.Finding] = []
        var unreadable: SettingsError?
        for file in files {
            do throws(SettingsError) {
                findings += try SettingsSources.findings(in: file)
            } catch {
                unreadable = unreadable ?? error
            }
        }
        return (findings, [], unreadable)
    }
}
