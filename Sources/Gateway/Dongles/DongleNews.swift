import DongleLink
import DongleProtocol
import GatewayModel
import LineFormats
import Logging
import SerialPort
import Store

/// Records what happens to dongles: as events, and in the store's list of dongles and outages.
struct DongleNews: Sendable {
    let store: DongleStore
    let eventLog: EventLog
    /// Whether requests of users are news. In a gateway that lasts as long as one verb, the verb
    /// itself adopts its dongle.
    let tellsRequests: Bool
    let logger: Logger

    /// Records that a user has adopted or released a dongle.
    func requested(_ title: String, _ detail: String, of port: PortInUse) async {
        guard tellsRequests else { return }
        await record(.info, title, detail, port)
    }

    /// Records the greeting of a dongle.
    func greeted(_ link: OpenLink, at time: Timestamp) async {
        logger.info("Dongle \(link.id) is live on \(link.port)\(link.isSimulated ? ", simulated" : "").")
        let isNew = await noting {
            try await store.saw(
                id: link.id, port: link.port, firmware: link.firmware, isSimulated: link.isSimulated,
                microsecondsSince1970: time.microsecondsSince1970)
        }
        guard isNew == true else { return }
        await record(.info, "Dongle first seen", "\(link.firmware ?? "A dongle") on \(link.port).", link)
    }

    func outageBegan(of dongle: String, _ cause: Interruption) async {
        await noting {
            try await store.beginOutage(
                of: dongle, cause: cause.words.stored, microsecondsSince1970: Timestamp.now.microsecondsSince1970)
        }
    }

    func outageEnded(of dongle: String, at time: Timestamp) async {
        await noting { try await store.endOutage(of: dongle, microsecondsSince1970: time.microsecondsSince1970) }
    }

    /// Records that a dongle can be used again after an outage that was reported.
    func returned(_ link: OpenLink, after outage: Duration) async {
        let seconds = "\(outage.milliseconds / 1000).\(outage.milliseconds % 1000 / 100)"
        await record(.info, "Dongle back", "\(link.port) works again after \(seconds) s.", link)
    }

    func lost(_ port: PortInUse, _ cause: Interruption, _ report: ErrorReport) async {
        await record(.error, cause.words.title, "\(port.path): \(report.message) \(report.hint)", port)
    }

    /// Records that a port cannot be opened, or that no dongle answers on it.
    func failed(_ port: PortInUse, _ error: any Error, _ report: ErrorReport) async {
        let isRefusal = if case SerialPortError.permissionDenied = error { true } else { false }
        await record(
            isRefusal ? .authorization : .error, isRefusal ? "Port not permitted" : "Port cannot be used",
            "\(port.path): \(report.message) \(report.hint)", port, level: .warning)
    }

    func unstable(_ port: PortInUse, _ reason: ResetReason) async {
        await record(
            .error, "Dongle keeps restarting", "The dongle on \(port.path): \(reason.word). Look at its supply.", port)
    }

    private func record(
        _ kind: EventType, _ title: String, _ detail: String, _ port: PortInUse, level: EventLevel? = nil
    ) async {
        await eventLog.record(
            kind, title, detail: detail, dongle: port.id, isSimulated: port.id != nil && port.isSimulated, level: level)
    }

    private func record(_ kind: EventType, _ title: String, _ detail: String, _ link: OpenLink) async {
        await eventLog.record(kind, title, detail: detail, dongle: link.id, isSimulated: link.isSimulated)
    }

    /// Records something whose failure need not fail the caller; the event log reports and counts
    /// the failure.
    @discardableResult
    private func noting<Value>(_ body: () async throws -> Value) async -> Value? {
        do {
            return try await body()
        } catch {
            await eventLog.couldNotRecord(error)
            return nil
        }
    }
}

extension Interruption {
    /// A few words for an event, and one word for the store.
    fileprivate var words: (title: String, stored: String) {
        switch self {
        case .reset: ("Dongle restarted", "restart")
        case .sessionLost: ("Session lost", "session-lost")
        case .silence, .gaveUp: ("Dongle silent", "silence")
        case .portLost: ("Dongle lost", "port-lost")
        case .closed, .queueFull: ("Dongle lost", "closed")
        }
    }

    /// Error whose description says what happened.
    var error: LinkError {
        switch self {
        case .portLost, .closed, .queueFull: .portLost
        case .reset: .noSession
        case .sessionLost, .silence, .gaveUp: .interrupted(operation: .ping, cause: self)
        }
    }
}
