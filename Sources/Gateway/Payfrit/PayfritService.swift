import GatewayModel
import LineFormats
import Logging
import Payfrit
import Store

/// The Payfrit backend: the parts that work with it.
package struct PayfritService: Sendable {
    /// Login, and choice of the business.
    package let account: PayfritAccount
    /// Service points and beacons of the backend, and badges.
    package let directory: PayfritDirectory
    /// Plans of tables, with their service points and identities.
    package let planner: TablePlanner
    /// Tables that get beacons.
    package let tables: PayfritTables
    /// Registrations that wait for delivery.
    package let registrations: RegistrationLane
    let tools: PayfritTools

    init(
        setup: PayfritSetup, store: Store, eventLog: EventLog, provisioning: ProvisioningService, badges: BadgeCache,
        clock: GatewayClock, logger: Logger,
        describe: @escaping @Sendable (any Error) -> (code: String, message: String, hint: String),
        timeOfDay: @escaping @Sendable () -> Timestamp = { .now },
        chance: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) },
        connect: (@Sendable () -> Result<any PayfritBackend, PayfritError>)? = nil
    ) {
        tools = PayfritTools(
            setup: setup, store: store, eventLog: eventLog, badges: badges, clock: clock, logger: logger,
            describe: describe, timeOfDay: timeOfDay, chance: chance)
        account = PayfritAccount(tools, connect: connect ?? { setup.connect() })
        let copy = BackendCopy(tools, account)
        directory = PayfritDirectory(tools, account, copy)
        planner = TablePlanner(tools: tools, account: account, directory: directory, copy: copy)
        registrations = RegistrationLane(tools, account)
        tables = PayfritTables(tools, account, directory, registrations, provisioning)
    }

    /// Settles the leftovers of an earlier gateway, then delivers registrations until the task is
    /// cancelled.
    package func run() async { await registrations.run { try await tables.settleLeftovers() } }

    /// Logs in. If there is only one business, it is chosen; an earlier choice stays if the user
    /// still has that business.
    ///
    /// - Throws: ``PayfritServiceError``, `PayfritError`; in this case an earlier login stays
    ///   valid.
    package func login(_ order: PayfritLogin) async throws -> PayfritStatus {
        try await account.logIn(order)
        return try await status()
    }

    /// Returns the status, without a request to the backend.
    package func status() async throws -> PayfritStatus {
        let place = try tools.place()
        var queue = PayfritQueue(waiting: 0, refused: 0, elsewhere: 0, delivered: 0)
        for counts in try await tools.store.outbox.counts() where counts.lane.hasPrefix(PayfritPlace.lanePrefix) {
            if counts.lane == place.lane {
                (queue.waiting, queue.refused) = (counts.waiting, counts.givenUp)
            } else {
                queue.elsewhere += counts.waiting + counts.givenUp
            }
        }
        let tables = try await tools.store.payfrit.tableCounts(base: place.base)
        queue = await registrations.complete(queue)
        return await account.status(of: place, queue, tables: tables)
    }
}
