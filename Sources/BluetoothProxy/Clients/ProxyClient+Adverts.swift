import Advertising
import DongleLink
import ESPHomeAPI
import Gateway
import GatewayModel

/// Adverts and the scanner.
extension ProxyClient {
    /// Begins to send adverts, anew if they are being sent.
    func subscribe() {
        adverts?.cancel()
        adverts = nil
        wantsAdverts = true
        advertNumber += 1
        // However often a client subscribes, it has one task.
        guard !isForwarding else { return }
        isForwarding = true
        join { await self.forwardAdverts() }
    }

    func setMode(_ wanted: ScannerMode) {
        mode = wanted
        if wantsAdverts { return subscribe() }
        guard !isTellingScanner else { return }
        isTellingScanner = true
        join { await self.tellScanner() }
    }

    func endAdverts() {
        wantsAdverts = false
        advertNumber += 1
        adverts?.cancel()
        adverts = nil
    }

    /// Sends adverts until the client no longer wants them, or they end.
    private func forwardAdverts() async {
        while wantsAdverts, !Task.isCancelled {
            let number = advertNumber
            var query = AdvertQuery()
            query.dongle = setup.radio.dongle
            query.isActive = mode.map { $0 == .active } ?? setup.radio.gateway.isSetToScanActively
            do {
                let subscription = try await setup.radio.gateway.adverts(query)
                // The client may have changed its mind meanwhile.
                if number == advertNumber {
                    adverts = subscription
                    await tellScanner()
                    await forward(subscription)
                }
                subscription.cancel()
            } catch {
                counters.count { $0.lastError = setup.describe(error) }
                await tellScanner(isFailed: true)
            }
            if number == advertNumber { break }
        }
        isForwarding = false
    }

    private nonisolated func forward(_ subscription: AdvertSubscription) async {
        for await update in subscription {
            switch update {
            case .adverts(let batch): guard await forward(batch) else { return }
            case .lost(_, let count), .missed(let count): counters.count { $0.advertsMissed += count }
            case .interrupted, .restored: await tellScanner()
            case .failed: await tellScanner(isFailed: true)
            }
        }
    }

    /// Sends the adverts that pass. Returns false at the end of the session.
    private nonisolated func forward(_ batch: HeardAdverts) async -> Bool {
        setup.radio.note(batch)
        let companies = setup.configuration.companies
        let passing =
            companies.isEmpty
            ? batch.adverts
            : batch.adverts.filter { $0.advert.manufacturerData.contains { companies.contains($0.companyID) } }
        var rest = passing[...]
        while !rest.isEmpty {
            let part = rest.prefix(setup.configuration.limits.advertsPerMessage)
            rest = rest.dropFirst(part.count)
            let message = ServerMessage.rawAdverts(part.map { RawAdvert($0.sighting) })
            guard await outbox.offer(Frame(type: message.type, payload: message.payload)) else { return false }
            counters.count { $0.adverts += UInt64(part.count) }
        }
        return true
    }

    /// Tells the state of the scanner, and the mode that is in effect for all readers of the gateway together.
    private func tellScanner(isFailed: Bool = false) async {
        isTellingScanner = false
        let isReady = await setup.radio.isReady()
        let gateway = setup.radio.gateway
        outbox.send(
            .scannerState(
                isFailed ? .failed : isReady ? .running : .idle, mode: gateway.scansActively ? .active : .passive,
                configured: gateway.isSetToScanActively ? .active : .passive))
    }
}

extension RawAdvert {
    fileprivate init(_ sighting: Sighting) {
        self.init(
            address: sighting.address.value,
            // 127 means that there is no value; clients would take it for a very strong signal.
            rssiDBm: sighting.rssiDBm == 127 ? -127 : sighting.rssiDBm, addressType: UInt32(sighting.addressType.bit),
            data: sighting.data)
    }
}
