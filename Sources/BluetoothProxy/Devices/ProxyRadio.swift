import Advertising
import DongleLink
import Gateway
import GatewayModel
import NIOConcurrencyHelpers

/// The dongles of one proxy, and their slots.
struct ProxyRadio: Sendable {
    let gateway: Gateway
    /// Id of the only dongle; nil = all dongles.
    let dongle: String?
    let reservedSlots: Int
    let clock: GatewayClock
    private let signals = NIOLockedValueBox(SignalTable())

    init(gateway: Gateway, dongle: String?, reservedSlots: Int, clock: GatewayClock) {
        (self.gateway, self.dongle, self.reservedSlots, self.clock) = (gateway, dongle, reservedSlots, clock)
    }

    /// Slots of the proxy, at one version of the gateway's occupancy.
    struct Slots: Sendable, Hashable {
        let version: UInt64
        let slots: ProxySlots
    }

    func slots() async -> Slots {
        let dongles = await dongles()
        let occupancy = await gateway.connections.occupancy()
        return Slots(
            version: occupancy.version,
            slots: dongles.reduce(ProxySlots()) { sum, dongle in
                sum + occupancy.proxySlots(of: dongle.id, slots: dongle.slots, reserved: reservedSlots)
            })
    }

    /// Whether any dongle can be used now.
    func isReady() async -> Bool { await !dongles().isEmpty }

    private func dongles() async -> [ConnectingDongle] {
        await gateway.dongles.connecting().filter { dongle == nil || $0.id == dongle }
    }

    func note(_ batch: HeardAdverts) {
        let now = clock.now()
        signals.withLockedValue { table in
            for (sighting, _) in batch.adverts { table.note(sighting, by: batch.dongle, at: now) }
        }
    }

    /// Connects to a device by the dongle with the best signal that has a free slot.
    ///
    /// - Parameter type: Type of the address, if the client knows it.
    /// - Throws: ``GatewayError``, `LinkError`.
    func connect(
        _ address: BluetoothAddress, _ type: AddressType?, timeout: Duration,
        whenEnded: @escaping @Sendable (ConnectionEnd) -> Void
    ) async throws -> GatewayConnection {
        let dongles = await dongles()
        let occupancy = await gateway.connections.occupancy()
        let free = dongles.filter {
            occupancy.proxySlots(of: $0.id, slots: $0.slots, reserved: reservedSlots).free > 0
        }
        guard !dongles.isEmpty else { throw GatewayError.noDongle }
        guard !free.isEmpty else {
            throw GatewayError.tooMany("connections of proxies", limit: dongles.map(\.slots).reduce(0, +))
        }
        let (best, heardType) = signals.withLockedValue { table in
            (table.ranked(free.map(\.id), for: address, at: clock.now()).first, table.type(of: address))
        }
        var wish = ConnectionWish(
            dongle: best, address: address, addressType: type ?? heardType, timeout: timeout)
        wish.isProxied = true
        wish.whenEnded = whenEnded
        return try await gateway.connections.connect(wish)
    }
}
