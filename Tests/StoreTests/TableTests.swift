import Advertising
import Foundation
import GRDB
import GatewayModel
import Testing

@testable import Store

@Suite struct TableTests {
    private static let base = "https://dev.example/api"
    private static let key = "reg_1"

    private static func identity(_ minor: UInt16) -> BeaconIdentity {
        BeaconIdentity(uuid: ProximityUUID(0x5E1F), major: 7, minor: minor)
    }

    private static func plan(_ point: Int, name: String? = nil, base: String = base) -> StoredTable.Plan {
        StoredTable.Plan(
            place: StoredTable.Place(base: base, business: 3, servicePoint: point), name: name ?? "Table \(point)",
            identity: identity(UInt16(point)), rssiAt1m: -60, intervalMs: 500, txPower: 4)
    }

    @Test("a table is planned once for each service point of each backend", arguments: Medium.allCases)
    func once(_ medium: Medium) async throws {
        try await medium.withStore { store in
            let table = try await store.payfrit.planTable(Self.plan(1), atMicroseconds: 5)
            #expect(table.state == .planned && table.identity == Self.identity(1) && table.address == nil)
            #expect(table.rssiAt1m == -60 && table.intervalMs == 500 && table.txPower == 4)
            #expect(table.createdMicroseconds == 5)
            let again = try await store.payfrit.planTable(Self.plan(1, name: "Window"), atMicroseconds: 6)
            #expect(again.id == table.id && again.name == "Window" && again.createdMicroseconds == 5)
            #expect(
                try await store.payfrit.planTable(Self.plan(1, base: "http://localhost"), atMicroseconds: 7).id == 2)
            #expect(try await store.payfrit.table(1) == again)
            #expect(try await store.payfrit.tables(limit: 9).map(\.id) == [1, 2])
            #expect(try await store.payfrit.tables(base: Self.base, business: 3, limit: 9).map(\.id) == [1])
            #expect(try await store.payfrit.tables(business: 4, limit: 9).isEmpty)
            #expect(try await store.payfrit.table(identity: Self.identity(1), base: Self.base)?.id == 1)
        }
    }

    @Test("planning leaves one alone that is on its way, and one that was dropped makes room for another")
    func onItsWay() async throws {
        let store = try Store.inMemory()
        var table = try await store.payfrit.planTable(Self.plan(1), atMicroseconds: 0)
        for state in [TableState.provisioning, .provisioned, .queued, .refused] {
            _ = try await store.payfrit.changeTable(table.id, atMicroseconds: 1) { table in
                table.state = state
                return true
            }
            let found = try await store.payfrit.planTable(Self.plan(1, name: "Other"), atMicroseconds: 2)
            #expect(found.state == state && found.name == "Table 1" && found.updatedMicroseconds == 1)
        }
        table = try #require(
            try await store.payfrit.changeTable(table.id, atMicroseconds: 1) { table in
                table.state = .dropped
                return true
            })
        #expect(try await store.payfrit.planTable(Self.plan(1), atMicroseconds: 3).id == 2)
        #expect(try await store.payfrit.tables(limit: 9).map(\.id) == [2])
        #expect(try await store.payfrit.tables(states: [.dropped], limit: 9).map(\.id) == [1])
        #expect(try await store.payfrit.tableCounts(base: Self.base) == [.planned: 1, .dropped: 1])
    }

    @Test("a registered table that the backend gives another identity is planned anew")
    func newIdentity() async throws {
        let store = try Store.inMemory()
        let table = try await store.registered(Self.plan(1), key: Self.key)
        var plan = Self.plan(1)
        #expect(try await store.payfrit.planTable(plan, atMicroseconds: 9).state == .registered)
        plan.identity = Self.identity(99)
        let anew = try await store.payfrit.planTable(plan, atMicroseconds: 9)
        #expect(anew.id == table.id && anew.state == .planned && anew.identity == Self.identity(99))
        #expect(anew.address == nil)
    }

    @Test("a registration is in the outbox once, also after it was delivered", arguments: Medium.allCases)
    func queuedOnce(_ medium: Medium) async throws {
        try await medium.withStore { store in
            let table = try await store.provisioned(Self.plan(1))
            let queued = try #require(try await store.queue(table.id, Self.key))
            #expect(queued.state == .queued && queued.entry == 1)
            #expect(try await store.queue(table.id, Self.key)?.entry == 1)
            #expect(try await store.outbox.list(limit: 9).map(\.kind) == [PayfritStore.registrationKind])
            #expect(try await store.payfrit.registrationDelivered(1, beacon: 55, atMicroseconds: 8))
            let registered = try #require(try await store.payfrit.table(table.id))
            #expect(registered.state == .registered && registered.beacon == 55 && registered.entry == nil)
            #expect(registered.registeredKey == Self.key)
            #expect(try await store.outbox.list(limit: 9).isEmpty)
            _ = try await store.payfrit.changeTable(table.id, atMicroseconds: 9) { table in
                table.state = .provisioned
                return true
            }
            #expect(try await store.queue(table.id, Self.key)?.state == .registered)
            #expect(try await store.outbox.list(limit: 9).isEmpty)
            #expect(try await store.payfrit.registrationDelivered(1, beacon: 1, atMicroseconds: 9) == false)
        }
    }

    @Test("only a table in a state that was named is queued")
    func state() async throws {
        let store = try Store.inMemory()
        let table = try await store.payfrit.planTable(Self.plan(1), atMicroseconds: 0)
        #expect(try await store.queue(table.id, Self.key)?.state == .planned)
        #expect(try await store.queue(77, Self.key) == nil)
        #expect(try await store.outbox.list(limit: 9).isEmpty)
    }

    @Test("given up, tried again and dropped, an entry takes its table with it", arguments: Medium.allCases)
    func together(_ medium: Medium) async throws {
        try await medium.withStore { store in
            let id = try await store.provisioned(Self.plan(1)).id
            _ = try await store.queue(id, Self.key)
            #expect(try await store.outbox.giveUp(1, error: "No such service point", atMicroseconds: 7))
            #expect(try await store.payfrit.table(id)?.state == .refused)
            #expect(try await store.payfrit.table(id)?.reason == "No such service point")
            #expect(try await store.queue(id, Self.key)?.state == .refused)
            #expect(try await store.outbox.edit(1, body: Data("{}".utf8)))
            #expect(try await store.outbox.find(1)?.body == Data("{}".utf8))
            #expect(try await store.outbox.find(1)?.state == .givenUp)
            #expect(try await store.outbox.retry(1, atMicroseconds: 8))
            #expect(try await store.payfrit.table(id)?.state == .queued)
            #expect(try await store.payfrit.table(id)?.reason == nil)
            #expect(try await store.outbox.drop(1, atMicroseconds: 9))
            #expect(try await store.payfrit.table(id)?.state == .dropped)
            #expect(try await store.payfrit.table(id)?.entry == nil)
            #expect(try await store.outbox.edit(1, body: Data()) == false)
        }
    }

    @Test("an edited registration takes its table along, and no other table's place", arguments: Medium.allCases)
    func edited(_ medium: Medium) async throws {
        try await medium.withStore { store in
            let id = try await store.provisioned(Self.plan(1)).id
            _ = try await store.payfrit.planTable(Self.plan(2), atMicroseconds: 0)
            _ = try await store.queue(id, Self.key)
            func edit(_ servicePoint: Int) async throws(StoreError) -> Bool {
                try await store.payfrit.editRegistration(
                    1, body: Data("[]".utf8), name: "Window", servicePoint: servicePoint, atMicroseconds: 9)
            }
            await #expect(throws: StoreError.servicePointTaken(table: 2)) { try await edit(2) }
            #expect(try await store.outbox.find(1)?.body == Data("{}".utf8))
            #expect(try await edit(8))
            let table = try #require(try await store.payfrit.table(id))
            #expect(table.name == "Window" && table.place.servicePoint == 8 && table.state == .queued)
            #expect(try await store.outbox.find(1)?.body == Data("[]".utf8))
            #expect(
                try await store.payfrit.editRegistration(7, body: Data(), name: "", servicePoint: 1, atMicroseconds: 9)
                    == false
            )
        }
    }

    @Test("registrations give way to nothing: neither to messages, nor to those that were given up, nor with a lane")
    func neverDisplaced() async throws {
        let store = try Store.inMemory()
        let first = try await store.provisioned(Self.plan(1)).id
        let second = try await store.provisioned(Self.plan(2)).id
        _ = try await store.queue(first, "r1")
        _ = try await store.queue(second, "r2")
        try await store.outbox.giveUp(2, error: "refused", atMicroseconds: 1)
        try await store.fill(OutboxStore.outboxWaiting, lane: "a", isKept: false)
        #expect(try await store.put("more", lane: "a").displaced == 1)
        #expect(try await store.outbox.giveUpLane("a", error: "gone", atMicroseconds: 2) == OutboxStore.outboxWaiting)
        #expect(try await store.outbox.giveUpLane("payfrit", error: "gone", atMicroseconds: 2) == 0)
        #expect(try await store.outbox.list(state: .waiting, limit: 9).map(\.id) == [1])
        #expect(try await store.outbox.list(state: .givenUp, limit: 9).first?.id == 2)
        #expect(try await store.outbox.list(state: .givenUp, limit: 20_000).count == OutboxStore.outboxGivenUp + 1)
    }

    @Test("a full outbox refuses a registration and leaves its table as it is; messages have room of their own")
    func full() async throws {
        let store = try Store.inMemory()
        let id = try await store.provisioned(Self.plan(1)).id
        try await store.fill(PayfritStore.registrationLimit, lane: "payfrit", isKept: true)
        await #expect(throws: StoreError.tooManyRegistrations(limit: 10_000)) { try await store.queue(id, Self.key) }
        #expect(try await store.payfrit.table(id)?.state == .provisioned)
        #expect(try await store.put("message").displaced == 0)
    }

    @Test("beyond the limit the dropped tables go first, then the registered ones, and no other")
    func limit() async throws {
        let store = try Store.inMemory()
        _ = try await store.registered(Self.plan(1), key: Self.key)
        let dropped = try await store.payfrit.planTable(Self.plan(2), atMicroseconds: 0).id
        _ = try await store.payfrit.changeTable(dropped, atMicroseconds: 0) { table in
            table.state = .dropped
            return true
        }
        try await store.fillTables(PayfritStore.tableLimit - 2)
        _ = try await store.payfrit.planTable(Self.plan(3, base: "a"), atMicroseconds: 0)
        #expect(try await store.payfrit.table(dropped) == nil)
        #expect(try await store.payfrit.table(1) != nil)
        _ = try await store.payfrit.planTable(Self.plan(4, base: "a"), atMicroseconds: 0)
        #expect(try await store.payfrit.table(1) == nil)
        await #expect(throws: StoreError.tooManyTables(limit: PayfritStore.tableLimit)) {
            try await store.payfrit.planTable(Self.plan(5, base: "a"), atMicroseconds: 0)
        }
    }
}

extension Store {
    @discardableResult
    fileprivate func queue(_ id: Int64, _ key: String) async throws(StoreError) -> StoredTable? {
        try await payfrit.queueRegistration(
            of: id, from: [.provisioned, .queued, .refused], address: BluetoothAddress(7), lane: "payfrit", key: key,
            body: Data("{}".utf8), atMicroseconds: 6)
    }

    /// Adds a table whose beacon was written.
    fileprivate func provisioned(_ plan: StoredTable.Plan) async throws -> StoredTable {
        let id = try await payfrit.planTable(plan, atMicroseconds: 0).id
        return try #require(
            try await payfrit.changeTable(id, atMicroseconds: 1) { table in
                (table.state, table.address, table.run) = (.provisioned, BluetoothAddress(7), 4)
                return true
            })
    }

    fileprivate func registered(_ plan: StoredTable.Plan, key: String) async throws -> StoredTable {
        let id = try await provisioned(plan).id
        let entry = try #require(try await queue(id, key)?.entry)
        try await payfrit.registrationDelivered(entry, beacon: 1, atMicroseconds: 2)
        return try #require(try await payfrit.table(id))
    }

    /// Faster than with as many single calls.
    fileprivate func fill(_ count: Int, lane: String, isKept: Bool) async throws {
        try await database.writer.write { db in
            for number in 1...count {
                try db.execute(
                    sql: """
                        INSERT INTO outbox (
                            lane, kind, key, body, created, attempts, next_attempt, is_given_up, is_kept)
                        VALUES (?, 'x', ?, x'00', 0, 0, 0, 0, ?)
                        """,
                    arguments: [lane, "\(lane)\(number)", isKept])
            }
        }
    }

    fileprivate func fillTables(_ count: Int) async throws {
        try await database.writer.write { db in
            for number in 1...count {
                try db.execute(
                    sql: """
                        INSERT INTO payfrit_table (
                            base, business, service_point, name, uuid, major, minor, state, created, updated)
                        VALUES ('fill', 1, ?, 'x', zeroblob(16), 0, 0, 'planned', 0, 0)
                        """,
                    arguments: [number])
            }
        }
    }
}
