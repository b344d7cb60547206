import Advertising
import CP28
import Failures
import GatewayClient
import GatewayModel

/// Identity and name of the next beacon, as far as the command line gives them.
struct NextTable: Sendable, Hashable {
    var uuid: ProximityUUID?
    var major: Int?
    var minor: Int?
    var name: String?

    /// Completes missing values from the beacon that was written last: the same UUID and major, the
    /// next minor and name.
    mutating func complete(after run: ProvisioningRun) throws(Failure) {
        uuid = uuid ?? run.uuid
        major = major ?? run.major
        if minor == nil {
            guard run.minor < Int(UInt16.max) else {
                throw Failure(
                    code: "no-next-minor", message: "\(printable(run.name)) has the highest minor, \(run.minor).",
                    hint: "Give another major with --major, and --minor.", exit: .badInput)
            }
            minor = run.minor + 1
        }
        if name == nil {
            guard let next = TableName.next(after: run.name) else {
                throw Failure(
                    code: "no-next-name", message: "There is no next name after \"\(printable(run.name))\".",
                    hint: "Give the name with --name.", exit: .badInput)
            }
            name = next
        }
    }

    /// Returns the newest run whose beacon saved its identity, or may have saved it.
    static func lastWritten(_ client: GatewayClient) async throws -> ProvisioningRun {
        for try await page in RunPages(client: client) {
            if let run = page.first(where: \.state.isWritten) { return run }
        }
        throw Failure(
            code: "nothing-before", message: "No beacon was written yet, so --next has nothing to continue from.",
            hint: "Give --uuid, --major, --minor and --name for the first beacon.", exit: .unavailable)
    }
}
