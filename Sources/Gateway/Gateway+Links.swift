import DongleLink
import DongleProtocol
import GatewayModel
import Glibc
import LineFormats
import Logging
import SerialPort
import Store

/// Reports of supervisors: greetings, outages, and the assignment of dongles to ports.
extension Gateway {
    /// Assigns a greeted dongle to the port it answered on.
    ///
    /// - Throws: ``GatewayError/portTaken(port:dongle:)`` if it is linked on another port.
    func claim(_ link: OpenLink, for supervisor: DongleSupervisor) async throws {
        let id = link.id
        guard let here = ports[supervisor.key] else { throw GatewayError.stopping }
        let other = ports.first { $0.value.id == id && $0.key != supervisor.key }
        if let other, other.value.isLinked { throw GatewayError.portTaken(port: other.value.path, dongle: id) }
        ports[supervisor.key]?.id = id
        ports[supervisor.key]?.path = link.port
        ports[supervisor.key]?.device = link.device
        ports[supervisor.key]?.isSimulated = link.isSimulated
        ports[supervisor.key]?.isLinked = true
        if let (key, there) = other {
            await exchange(here, there, key: key)
        } else if here.id != nil, here.id != id {
            // Another dongle is on this port now: the outage of the earlier dongle has not ended.
            ports[supervisor.key]?.hasOpenOutage = false
            _ = supervisor.source.setInterrupted(false)
            _ = await supervisor.handOver()
        }
    }

    /// Moves a dongle and its outage from another port to this one, and the records of this port's
    /// earlier dongle to the other port.
    private func exchange(_ here: PortInUse, _ there: PortInUse, key: Int) async {
        ports[here.supervisor.key]?.hasOpenOutage = there.hasOpenOutage
        ports[key]?.id = here.id
        ports[key]?.hasOpenOutage = here.hasOpenOutage
        ports[key]?.isSimulated = here.isSimulated
        let (ours, theirs) = (here.supervisor.source, there.supervisor.source)
        let (oursWas, theirsWas) = (ours.setInterrupted(false), theirs.setInterrupted(false))
        if theirsWas { _ = ours.setInterrupted(true) }
        if oursWas { _ = theirs.setInterrupted(true) }
        let (ourDongle, theirDongle) = (await here.supervisor.handOver(), await there.supervisor.handOver())
        await here.supervisor.takeOver(theirDongle)
        await there.supervisor.takeOver(ourDongle)
        // If the other port still exists, another dongle may be about to answer on it.
        if there.target.isFound, here.id == nil, access(there.path, F_OK) != 0 { remove(key) }
    }

    /// Handles the greeting of a dongle, which ends an outage if one was reported.
    func dongleGreeted(_ link: OpenLink, key: Int, after outage: Duration?) async {
        let simulated = link.isSimulated ? ", simulated" : ""
        logger.info("Dongle \(link.id) is live on \(link.port)\(simulated).")
        let now = Timestamp.now.microsecondsSince1970
        let isNew = await noting {
            try await store.dongles.saw(
                id: link.id, port: link.port, firmware: link.firmware, isSimulated: link.isSimulated,
                microsecondsSince1970: now)
        }
        if isNew == true {
            await record(
                .info, "Dongle first seen", detail: "\(link.firmware ?? "A dongle") on \(link.port).", dongle: link.id)
        }
        if ports[key]?.hasOpenOutage == true {
            ports[key]?.hasOpenOutage = false
            await noting { try await store.dongles.endOutage(of: link.id, microsecondsSince1970: now) }
        }
        if let outage {
            let seconds = "\(outage.milliseconds / 1000).\(outage.milliseconds % 1000 / 100)"
            await record(.info, "Dongle back", detail: "\(link.port) works again after \(seconds) s.", dongle: link.id)
        }
    }

    /// Handles the loss of a link, or of the session on it.
    func linkLost(_ supervisor: DongleSupervisor, _ cause: Interruption, isNews: Bool) async {
        let key = supervisor.key
        guard let port = ports[key] else { return }
        if cause == .portLost { ports[key]?.isLinked = false }
        forgetConnections(on: key)
        let report = report(cause.error)
        lastError = report
        if let id = port.id, !port.hasOpenOutage {
            ports[key]?.hasOpenOutage = true
            await noting {
                try await store.dongles.beginOutage(
                    of: id, cause: cause.word, microsecondsSince1970: Timestamp.now.microsecondsSince1970)
            }
        }
        guard isNews else { return }
        await record(
            .error, cause.title,
            detail: "\(port.path): \(report.message) \(report.hint)", dongle: port.id)
    }

    /// Handles a port that cannot be opened, or on which no dongle answers.
    func portFailed(_ supervisor: DongleSupervisor, _ error: any Error) async {
        guard let port = ports[supervisor.key] else { return }
        let report = report(error)
        lastError = report
        let isRefusal = if case SerialPortError.permissionDenied = error { true } else { false }
        await record(
            isRefusal ? .authorization : .error, isRefusal ? "Port not permitted" : "Port cannot be used",
            detail: "\(port.path): \(report.message) \(report.hint)", dongle: port.id, level: .warning)
    }

    /// Records that the dongle keeps restarting.
    func dongleUnstable(_ supervisor: DongleSupervisor, _ reason: ResetReason) async {
        guard let port = ports[supervisor.key] else { return }
        await record(
            .error, "Dongle keeps restarting",
            detail: "The dongle on \(port.path): \(reason.word). Look at its supply.",
            dongle: port.id)
    }

    /// Notes that the dongle refused to scan.
    func scanRefused(_ supervisor: DongleSupervisor, _ error: any Error) {
        guard let port = ports[supervisor.key] else { return }
        let report = report(error)
        lastError = report
        logger.warning("Dongle \(port.id ?? port.path) does not scan: \(report.message)")
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
    /// A few words for an event.
    fileprivate var title: String {
        switch self {
        case .reset: "Dongle restarted"
        case .sessionLost: "Session lost"
        case .silence, .gaveUp: "Dongle silent"
        case .portLost, .closed, .queueFull: "Dongle lost"
        }
    }

    /// Error whose description says what happened.
    fileprivate var error: LinkError {
        switch self {
        case .portLost, .closed, .queueFull: .portLost
        case .reset: .noSession
        case .sessionLost, .silence, .gaveUp: .interrupted(operation: .ping, cause: self)
        }
    }

    /// One word for the store.
    fileprivate var word: String {
        switch self {
        case .reset: "restart"
        case .sessionLost: "session-lost"
        case .silence, .gaveUp: "silence"
        case .portLost: "port-lost"
        case .closed, .queueFull: "closed"
        }
    }
}
