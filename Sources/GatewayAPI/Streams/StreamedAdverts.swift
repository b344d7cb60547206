import Gateway
import GatewayModel
import NIOConcurrencyHelpers

/// One reader's subscription, which is left when the stream is done or was never begun.
final class StreamedAdverts: Sendable {
    let subscription: AdvertSubscription
    private let registry: StreamRegistry
    private let reasonOfEnd = NIOLockedValueBox<StreamEndReason?>(nil)
    private let wake: AsyncStream<Void>.Continuation
    private let ends: AsyncStream<Void>

    init(_ subscription: AdvertSubscription, _ registry: StreamRegistry) {
        self.subscription = subscription
        self.registry = registry
        (ends, wake) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        registry.add(subscription.id) { [weak self] in self?.end(.asked) }
    }

    deinit { leave() }

    /// Why it was ended; nil where the gateway ended it.
    var reason: StreamEndReason? { reasonOfEnd.withLockedValue { $0 } }

    /// Ends it in order, soon. The first reason counts.
    func end(_ reason: StreamEndReason) {
        reasonOfEnd.withLockedValue { $0 = $0 ?? reason }
        wake.yield()
    }

    /// Reads until it is ended.
    ///
    /// - Parameter duration: Ends it by itself.
    func forEach(for duration: Duration?, _ body: (AdvertUpdate) async -> Void) async {
        await withTaskGroup { group in
            group.addTask { [self] in
                for await _ in ends { await subscription.end() }
            }
            if let duration {
                group.addTask { [self] in
                    // Cancelled with the stream, which has ended then.
                    guard (try? await Task.sleep(for: duration)) != nil else { return }
                    end(.duration)
                }
            }
            for await update in subscription { await body(update) }
            group.cancelAll()
        }
    }

    /// Leaves at once.
    func leave() {
        wake.finish()
        registry.remove(subscription.id)
        subscription.cancel()
    }
}
