import GatewayModel
import LineFormats
import Notifications

extension Gateway.Configuration {
    /// Sends notices through a notifier, which must be run elsewhere.
    package mutating func tell(by notifier: Notifier) {
        notify = { await notifier.notify($0) }
        notifications = { await notifier.status.map(NotificationStatus.init) }
        retryOutbox = { try await notifier.retry($0) }
        dropFromOutbox = { try await notifier.drop($0) }
        sinkChanges = notifier.changes
        testWebhooks = { number in
            let known = notifier.webhooks
            guard number.map(known.contains) ?? !known.isEmpty else {
                throw GatewayError.noWebhook(number, count: known.count)
            }
            let notice = Notice(
                type: "test", ts: .now, title: "Test", reason: "Somebody tries whether webhooks arrive.", region: "",
                beacon: nil, rssi: nil, dongle: nil, simulated: false)
            return await notifier.test(notice, number: number).map { trial in
                WebhookTest(
                    number: trial.number, destination: trial.name, delivered: trial.error == nil, error: trial.error,
                    milliseconds: Int(trial.took / .milliseconds(1)))
            }
        }
    }
}

extension Gateway {
    /// Tests every webhook once, or only the one with this number in the settings, from 1.
    ///
    /// - Throws: ``GatewayError/noWebhook(_:count:)``.
    package func testWebhooks(_ number: Int?) async throws -> [WebhookTest] {
        guard let test = configuration.testWebhooks else { throw GatewayError.noWebhook(number, count: 0) }
        return try await test(number)
    }

    /// Records when a way of notifying begins to fail, or works again.
    func followSinks() async {
        guard let changes = configuration.sinkChanges else { return }
        for await change in changes {
            let (kind, name) = (change.kind, change.name)
            switch change.state {
            case .works: await record(.info, "\(kind.title) works again", detail: "\(name).", level: .notice)
            case .fails(let words):
                let waits = kind == .webhook ? " What is for it waits, and is tried again." : ""
                await record(.error, "\(kind.title) fails", detail: "\(name): \(words).\(waits)")
            case .loses(let words):
                let list = kind == .webhook ? " `perch outbox` lists what was not delivered." : ""
                await record(.error, "Notices are not delivered", detail: "\(name): \(words).\(list)", level: .error)
            }
        }
    }
}

extension NotificationKind {
    fileprivate var title: String {
        switch self {
        case .webhook: "Webhook"
        case .desktop: "Desktop notification"
        case .command: "Command for notices"
        }
    }
}

extension NotificationStatus {
    init(_ sink: SinkStatus) {
        self.init(
            kind: sink.kind, destination: sink.name, delivered: sink.delivered, failed: sink.failed,
            dropped: sink.dropped, givenUp: sink.givenUp, waiting: sink.waiting, lastError: sink.lastError)
    }
}
