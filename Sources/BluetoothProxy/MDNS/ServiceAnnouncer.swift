import Concurrency
import ESPHomeAPI
import Gateway
import NIOCore
import NIOPosix

/// Announces proxies by multicast DNS on IPv4, and answers queries for them.
///
/// A socket for each network interface shares port 5353 with other responders of this machine. Names are not probed:
/// they are made of the proxy's address, so nobody else has them.
///
/// Source: RFC 6762.
actor ServiceAnnouncer {
    /// Time between looks for new interfaces.
    private static let lookPause = Duration.seconds(15)
    /// Time between the two announcements of a service. Source: RFC 6762, 8.3.
    private static let repeatPause = Duration.seconds(1)
    /// Interfaces used at a time.
    private static let interfaceLimit = 32

    private let host: String
    private let clock: GatewayClock
    private var services: [MDNSService] = []
    private var sockets: [String: MDNSSocket] = [:]
    private let changed = Signal()
    private var isOver = false

    /// - Parameter host: Address that the proxies listen on.
    init(host: String, clock: GatewayClock) {
        (self.host, self.clock) = (host, clock)
    }

    /// Whether queries are answered on any interface.
    var isWorking: Bool { !sockets.isEmpty }

    /// Announces a proxy from now on.
    func announce(_ info: DeviceInfo, port: Int) {
        services.append(MDNSService(info: info, port: port))
        changed.wake()
    }

    /// Works until the task is cancelled.
    func run() async {
        while !Task.isCancelled, !isOver {
            await look()
            for _ in 1...2 {
                tellAll()
                let next = clock.now() + Self.repeatPause
                await clock.sleep(next)
            }
            var known = Set(sockets.keys)
            while !Task.isCancelled, !isOver {
                let due = clock.now() + Self.lookPause
                let count = services.count
                await changed.wait(orUntil: { [clock] in await clock.sleep(due) })
                await look()
                if services.count != count || !known.isSuperset(of: sockets.keys) { break }
                known = Set(sockets.keys)
            }
        }
    }

    /// Says that the proxies are gone, and closes the sockets.
    func end() async {
        isOver = true
        for socket in sockets.values {
            for service in services {
                await socket.send(MDNSRecord.response(service.records(socket.addresses), ttl: 0))
            }
            await socket.close()
        }
        sockets = [:]
    }

    private func tellAll() {
        for socket in sockets.values {
            for service in services { socket.sendSoon(MDNSRecord.response(service.records(socket.addresses))) }
        }
    }

    // MARK: Interfaces

    private func look() async {
        // Without a list, the present sockets go on.
        guard !services.isEmpty, let devices = try? System.enumerateDevices() else { return }
        let wanted = Self.choose(devices, host: host)
        for (name, socket) in sockets where wanted[name]?.addresses != socket.addresses {
            sockets[name] = nil
            await socket.close()
        }
        for (name, interface) in wanted where sockets[name] == nil && sockets.count < Self.interfaceLimit {
            // Another program may own the port alone; tried again at the next look.
            let socket = try? await MDNSSocket(interface) { [weak self] in await self?.answers(to: $0, $1) ?? [] }
            guard let socket else { continue }
            if isOver { await socket.close() } else { sockets[name] = socket }
        }
    }

    struct Interface: Sendable {
        let device: NIONetworkDevice
        var addresses: [[UInt8]]
    }

    /// Returns the interfaces by which clients can reach the host, by name.
    private static func choose(_ devices: [NIONetworkDevice], host: String) -> [String: Interface] {
        var chosen: [String: Interface] = [:]
        let isEverywhere = host == "0.0.0.0" || host == "::"
        for device in devices where device.multicastSupported {
            guard case .v4? = device.address, let text = device.address?.ipAddress else { continue }
            guard isEverywhere ? !text.hasPrefix("127.") : text == host else { continue }
            let bytes = text.split(separator: ".").compactMap { UInt8($0) }
            guard bytes.count == 4 else { continue }
            chosen[device.name, default: Interface(device: device, addresses: [])].addresses.append(bytes)
        }
        return chosen
    }

    private func answers(to query: DNSQuery, _ addresses: [[UInt8]]) -> [MDNSRecord] {
        services.flatMap { $0.answers(to: query, addresses) }
    }
}
