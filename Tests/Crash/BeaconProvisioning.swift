import GatewayTestSupport
import Foundation
import Gateway
import TestSupport
import GatewayModel
import KillPoint
import Store

/// `crash provision STORE PORT start|resume|verify`: a gateway that provisions the beacon of
/// `Tests/GatewayTestSupport/Provisioning`. It prints the number of commits made so far at each change of the run,
/// and at the end; from these numbers tests choose where to kill it.
enum BeaconProvisioning {
    static func run(store: String, port: String, verb: String) async throws {
        try await BriefGateway.with(try Store.open(path: store), port: port) { gateway in
            let service = gateway.provisioning
            await service.setBaselineTime(.milliseconds(200))
            let batch = try await begin(verb, service)
            for await case .run(let run) in try await service.subscribe(batch: batch.batch) {
                print(killpoint_commits(), run.state.rawValue, run.step)
            }
            print(killpoint_commits())
            fflush(nil)
        }
    }

    private static func begin(_ verb: String, _ service: ProvisioningService) async throws -> ProvisioningBatch {
        let again = ProvisioningContinuation(searchMs: 3_000, verifyMs: 3_000)
        return switch verb {
        case "resume": try await service.resume(again)
        case "verify": try await service.verify(again)
        default: try await service.start(ProvisioningOrder(searchMs: 3_000, verifyMs: 3_000, items: [.crashed]))
        }
    }
}

extension ProvisioningItem {
    /// Name and identity that the beacon is to get.
    fileprivate static let crashed = ProvisioningItem(
        address: "48:87:2d:11:00:01", name: "Table 1", uuid: "5E1F7A10-3C2B-4D9E-8A77-0B6C1D2E3F40", major: 1201,
        minor: 1)
}
