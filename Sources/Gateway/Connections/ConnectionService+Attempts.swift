import Advertising
import DongleLink
import DongleProtocol

/// Attempt of a proxy to connect.
struct ProxiedAttempt: Sendable {
    let dongle: String
    let task: Task<GATTConnection, any Error>
    /// Whether it was ended in favour of the gateway's own, and is to be repeated.
    var isCut = false
}

/// A dongle makes one attempt to connect at a time. The gateway's own attempts have the right of way: those of proxies
/// are cut short, and repeated afterwards.
extension ConnectionService {
    /// Time between attempts while the dongle connects to another device.
    private static let busyPause = Duration.milliseconds(200)
    /// Time between attempts while the dongle ends one that was cut short, and the longest wait for that.
    private static let cutPause = Duration.milliseconds(20)
    private static let cutLimit = Duration.seconds(2)

    /// Connects over a link.
    func connect(
        _ link: OpenLink, _ wish: ConnectionWish, _ type: AddressType, _ attempt: UInt64
    ) async throws -> GATTConnection {
        wish.isProxied
            ? try await connectProxied(link, wish, type, attempt) : try await connectFirst(link, wish, type)
    }

    private func connectFirst(
        _ link: OpenLink, _ wish: ConnectionWish, _ type: AddressType
    ) async throws -> GATTConnection {
        ownAttempts[link.id, default: 0] += 1
        defer {
            ownAttempts[link.id, default: 1] -= 1
            if ownAttempts[link.id] == 0 { ownAttempts[link.id] = nil }
        }
        var hasCut = false
        for (number, other) in proxiedAttempts where other.dongle == link.id {
            proxiedAttempts[number]?.isCut = true
            other.task.cancel()
            hasCut = true
        }
        let limit = clock.now() + Self.cutLimit
        while true {
            do {
                return try await link.dongle.connect(to: wish.address, type: type, deadline: wish.timeout)
            } catch LinkError.refused(_, .busy, _) where hasCut && clock.now() < limit {
                await clock.sleep(clock.now() + Self.cutPause)
                try Task.checkCancellation()
            }
        }
    }

    private func connectProxied(
        _ link: OpenLink, _ wish: ConnectionWish, _ type: AddressType, _ attempt: UInt64
    ) async throws -> GATTConnection {
        let deadline = clock.now() + wish.timeout
        while true {
            while ownAttempts[link.id] != nil, clock.now() < deadline {
                await clock.sleep(clock.now() + Self.busyPause)
                try Task.checkCancellation()
            }
            let rest = max(.milliseconds(100), deadline - clock.now())
            let task = Task { try await link.dongle.connect(to: wish.address, type: type, deadline: rest) }
            proxiedAttempts[attempt] = ProxiedAttempt(dongle: link.id, task: task)
            let result = await withTaskCancellationHandler {
                await task.result
            } onCancel: {
                task.cancel()
            }
            let isCut = proxiedAttempts.removeValue(forKey: attempt)?.isCut == true
            do {
                return try result.get()
            } catch LinkError.refused(_, .busy, _) where clock.now() < deadline {
                await clock.sleep(clock.now() + Self.busyPause)
            } catch  where isCut && clock.now() < deadline {
                // Repeated when it is its turn again.
            }
            try Task.checkCancellation()
        }
    }
}
