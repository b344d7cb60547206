import ArgumentParser
import Failures
import GatewayModel

/// The options of all verbs that provision beacons or look for them.
struct ProvisionOptions: ParsableArguments {
    @Option(help: "Longest wait to hear a beacon before it is connected to, 1s...10m.")
    var search = DurationArgument(.seconds(10))

    @Option(help: "Longest wait to hear the new identity, 1s...10m.")
    var verifyLimit = DurationArgument(.seconds(20))

    @Option(
        help: "File of passwords, one a line, to try in their order instead of the profile's; each is tried once.",
        completion: .file())
    var passwordFile: String?

    func validate() throws {
        let range = Duration.seconds(1) ... .seconds(600)
        guard range.contains(search.duration) else { throw ValidationError("--search takes 1s...10m.") }
        guard range.contains(verifyLimit.duration) else { throw ValidationError("--verify-limit takes 1s...10m.") }
    }

    var searchMs: Int { Int(search.duration / .milliseconds(1)) }
    var verifyMs: Int { Int(verifyLimit.duration / .milliseconds(1)) }

    /// Returns the passwords of `--password-file`; nil without this option.
    ///
    /// - Throws: ``Failure``, which never contains a password.
    func passwords() throws -> [String]? { try passwordFile.map(PasswordFile.read) }

    /// - Throws: `ValidationError` for a number of beacons at a time that is out of range.
    static func check(parallel: Int?) throws {
        guard parallel.map({ (1...16).contains($0) }) ?? true else {
            throw ValidationError("--parallel takes 1...16.")
        }
    }
}

extension DongleOptions {
    /// Warns that the journal of provisioning is lost with this process, because a simulated dongle
    /// of this process has its store in memory.
    func warnOfPassingJournal() {
        guard port == .simulated else { return }
        say(
            "perch: The journal of --port sim is in memory: nothing can be resumed later. `perch serve --port sim` keeps it."
        )
    }
}
