import ArgumentParser
import Failures
import GatewayModel

/// What every verb takes that provisions beacons, or looks for them.
struct ProvisionOptions: ParsableArguments {
    @Option(help: "Longest wait to hear a beacon before it is connected to, 1s...10m.")
    var search = DurationArgument(.seconds(10))

    @Option(help: "Longest wait for the new identity on the air, 1s...10m.")
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

    /// Those of the file; nil without one.
    ///
    /// - Throws: ``Failure``, which never has a password in it.
    func passwords() throws -> [String]? { try passwordFile.map(PasswordFile.read) }

    /// - Throws: `ValidationError` for a number of beacons at a time that cannot be.
    static func check(parallel: Int?) throws {
        guard parallel.map({ (1...16).contains($0) }) ?? true else {
            throw ValidationError("--parallel takes 1...16.")
        }
    }
}

extension DongleOptions {
    /// Provisioning is journaled in a store, and the one beside a simulated dongle of this process ends with it.
    func warnOfPassingJournal() {
        guard port == .simulated else { return }
        say(
            "perch: The journal of --port sim is in memory: nothing can be resumed later. `perch serve --port sim` keeps it."
        )
    }
}
