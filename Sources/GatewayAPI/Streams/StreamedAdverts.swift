import Gateway
import GatewayModel
import NIOConcurrencyHelpers

/// A reader's subscription to adverts, which is cancelled when its stream is done or never began.
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

    /// Reason for the end; nil if the gateway ended the subscription.
    var reason: StreamEndReason? { reasonOfEnd.withLockedValue { $0 } }

    /// Ends the subscription in order, soon. The first reason counts.
    func end(_ reason: StreamEndReason) {
        reasonOfEnd.withLockedValue { $0 = $0 ?? reason }
        wake.yield()
    }

    /// Calls `body` with each update until the subscription ends.
    ///
    /// - Parameter duration: Time after which the subscription ends; nil = no limit.
    func forEach(for duration: Duration?, _ body: (AdvertUpdate) async -> Void) async {
        await withTaskGroup { group in
            group.addTask { [self] in
                for await _ in ends { await subscription.end() }
            }
            if let duration {
                group.addTask { [self] in
                    // Cancelled when the stream ends first.
                    guard (try? await Task.sleep(for: duration)) != nil else { return }
                    end(.duration)
                }
            }
            for await update in subscription { await body(update) }
            group.cancelAll()
        }
    }

    /// Cancels the subscription at once.
    func leave() {
        wake.finish()
        registry.remove(subscription.id)
        subscription.cancel()
    }
}
