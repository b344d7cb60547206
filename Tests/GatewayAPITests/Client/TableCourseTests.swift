import Advertising
import GatewayClient
import GatewayModel
import LineFormats
import TestSupport
import Testing

struct TableCourseTests {
    private static let own: BluetoothAddress = "48:87:2d:11:00:01"
    private static let other: BluetoothAddress = "48:87:2d:11:00:02"

    private func table(_ state: TableState, address: BluetoothAddress? = own) -> PayfritTable {
        PayfritTable(
            id: 1, state: state, reason: nil, base: "http://127.0.0.1/api", business: 1, servicePoint: 5,
            name: "Table 5", uuid: "5E1F7A10-3C2B-4D9E-8A77-0B6C1D2E3F40", major: 1, minor: 5, address: address, run: 7,
            registration: nil, beacon: nil, created: .now, updated: .now)
    }

    private func run(_ state: ProvisioningState, address: BluetoothAddress = own) -> ProvisioningRun {
        ProvisioningRun(
            id: 7, batch: 3, state: state, step: 0, steps: 24, reason: nil, address: address, addressType: nil,
            name: "Table 5", uuid: "5E1F7A10-3C2B-4D9E-8A77-0B6C1D2E3F40", major: 1, minor: 5, rssiAt1m: -59,
            intervalMs: 200, txPower: 1, profile: "cp28", dongle: nil, attempts: 1, created: .now, updated: .now,
            found: nil, seenAddress: nil, seenRSSI: nil, simulated: nil)
    }

    private func course(
        _ table: PayfritTable, _ run: ProvisioningRun?, wanted: BluetoothAddress? = nil, replaces: Bool = false
    ) -> TableCourse {
        TableCourse(table, run: run, wanted: wanted, replaces: replaces)
    }

    @Test("a table without a beacon gets the nearest, or the one that is named")
    func fresh() {
        #expect(course(table(.planned, address: nil), nil) == .write(address: nil))
        #expect(course(table(.planned, address: nil), nil, wanted: Self.other) == .write(address: Self.other))
        #expect(course(table(.dropped), nil) == .write(address: nil))
    }

    @Test(
        "a beacon that may have the identity is looked for first, and no other gets it unasked",
        arguments: [
            (TableState.planned, ProvisioningState.unknown), (.provisioned, .writtenUnverified),
            (.planned, .writtenUnverified),
        ])
    func doubtful(state: TableState, ended: ProvisioningState) {
        #expect(course(table(state), run(ended)) == .resume(run: 7))
        #expect(course(table(state), run(ended), wanted: Self.own) == .resume(run: 7))
        #expect(course(table(state), run(ended), wanted: Self.other) == .write(address: Self.other))
    }

    @Test("after a run that kept nothing any beacon will do, and a verified one is only registered")
    func ended() {
        #expect(course(table(.planned), run(.failed)) == .write(address: nil))
        #expect(course(table(.provisioned), run(.verified)) == .register)
        #expect(course(table(.planned), run(.writing)) == .follow)
        #expect(course(table(.planned), run(.unknown, address: Self.other)) == .write(address: nil))
    }

    @Test("what is under way is followed, and no other beacon put in its place")
    func underWay() {
        #expect(course(table(.provisioning), run(.writing)) == .follow)
        #expect(course(table(.queued), run(.verified), wanted: Self.own) == .wait)
        #expect(course(table(.refused), run(.verified)) == .refused)
        for state in [TableState.provisioning, .queued, .refused] {
            #expect(course(table(state), run(.verified), wanted: Self.other) == .taken(by: Self.own))
        }
    }

    @Test("a registered table is done, unless another beacon or a new one is wanted")
    func registered() {
        #expect(course(table(.registered), run(.verified)) == .done)
        #expect(course(table(.registered), run(.verified), wanted: Self.own) == .done)
        #expect(course(table(.registered), run(.verified), wanted: Self.other) == .occupied(by: Self.own))
        #expect(
            course(table(.registered), run(.verified), wanted: Self.other, replaces: true)
                == .write(address: Self.other))
        #expect(course(table(.registered), run(.verified), replaces: true) == .write(address: nil))
    }
}
