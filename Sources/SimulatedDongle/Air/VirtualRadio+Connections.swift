/// The traffic between the radio and the peripherals it connects to, slot by slot.
extension VirtualRadio {
    /// Returns the peripheral at the requested address that accepts a connection; nil if there is
    /// none.
    func peripheral(_ wish: ConnectWish) -> VirtualPeripheral? {
        peripherals.first {
            $0.canBeConnected && $0.advertiser.address(at: now) == wish.address
                && $0.advertiser.addressType == wish.addressType
        }
    }

    /// Returns a connection attempt that starts now. `peripheral` may be nil.
    func link(for wish: ConnectWish, with peripheral: VirtualPeripheral?) -> RadioLink {
        let preferred = peripheral?.traits.preferredInterval ?? VirtualPeripheral.LinkTraits().preferredInterval
        return RadioLink(
            wish: wish, peripheral: peripheral, interval: wish.interval(preferred: preferred),
            supervisionTimeout: wish.supervisionTimeout ?? VirtualRadio.defaultSupervisionTimeout,
            state: .connecting(due: peripheral.map { now + connectTime(of: $0) }))
    }

    private func connectTime(of peripheral: VirtualPeripheral) -> Duration {
        let wait = peripheral.advertiser.timeToNextEvent()
        return peripheral.traits.connectLimit.map { min($0, wait) } ?? wait
    }

    /// Performs everything that is due in a slot.
    func advance(slot: Int, core: FirmwareCore) {
        guard let link = links[slot] else { return }
        switch link.state {
        case .connecting(let due?) where due <= now: establish(link, slot: slot, core: core)
        case .connecting(nil):
            if let peripheral = peripheral(link.wish) { links[slot] = self.link(for: link.wish, with: peripheral) }
        case .cancelling(let due) where due <= now:
            links[slot] = nil
            core.connectFailed(slot: slot, .hci(HCIReason.unknownConnection))
        case .connected: advanceConnection(link, slot: slot, core: core)
        default: break
        }
    }

    private func establish(_ link: RadioLink, slot: Int, core: FirmwareCore) {
        guard let peripheral = link.peripheral, peripheral.canBeConnected else {
            link.state = .connecting(due: nil)
            return
        }
        link.state = .connected
        link.anchor = now
        peripheral.linkEstablished(at: now)
        core.connected(slot: slot, attMTU: peripheral.attMTU, interval: link.interval)
    }

    private func advanceConnection(_ link: RadioLink, slot: Int, core: FirmwareCore) {
        guard let peripheral = link.peripheral else { return }
        if !peripheral.isGone, !link.isSevered {
            exchange(link, with: peripheral, slot: slot, core: core)
        } else {
            // Contact is lost. Requests from now on wait for the end of the connection.
            link.isSevered = true
            link.request = nil
            link.answer = nil
            link.eventDue = nil
            link.end = link.end ?? (due: now + link.supervisionTimeout, reason: HCIReason.connectionTimeout)
        }
        if let (due, reason) = link.end, due <= now {
            links[slot] = nil
            peripheral.linkLost(at: now)
            core.disconnected(slot: slot, .hci(reason))
        }
    }

    /// Performs the connection event that is due, if any.
    private func exchange(_ link: RadioLink, with peripheral: VirtualPeripheral, slot: Int, core: FirmwareCore) {
        if let due = link.eventDue, due <= now {
            link.eventDue = nil
            deliverCommands(link, to: peripheral)
            deliverValues(link, from: peripheral, slot: slot, core: core)
        }
        if let (request, queued, due) = link.request, due <= now {
            link.request = nil
            if case .write(let handle, let value) = request {
                link.answer = write(value, to: handle, of: peripheral, link: link, queued: queued)
            } else {
                answer(request, by: peripheral, slot: slot, core: core)
            }
        }
        if let (status, queued, due) = link.answer, due <= now {
            link.answer = nil
            peripheral.requestAnswered(queued: queued, at: now)
            core.gattDone(slot: slot, status)
        }
        if peripheral.wantsToDisconnect, link.end == nil {
            link.end = (due: link.event(1, after: now), reason: HCIReason.remoteUserTerminated)
        }
        if !peripheral.outgoing.isEmpty, !link.awaitsConfirmation { link.useNextEvent(after: now) }
    }

    private func deliverCommands(_ link: RadioLink, to peripheral: VirtualPeripheral) {
        for (handle, value) in link.commands {
            // A write command gets no answer, not even when it is refused.
            do { try peripheral.write(value, to: handle, isCommand: true, at: now) } catch { continue }
        }
        link.commands = []
    }

    private func deliverValues(_ link: RadioLink, from peripheral: VirtualPeripheral, slot: Int, core: FirmwareCore) {
        var packets = 0
        while packets < VirtualRadio.packetsPerEvent, !link.awaitsConfirmation, let value = peripheral.takeOutgoing() {
            packets += 1
            // Set before the report, because the firmware may confirm at once.
            link.awaitsConfirmation = value.isIndication
            core.notified(slot: slot, handle: value.handle, value: value.value, isIndication: value.isIndication)
            // A confirmation takes a packet of its own, so the next indication follows in the next
            // event at the earliest.
            guard !value.isIndication else { break }
        }
    }

    /// - Returns: The answer and the time when it is due; nil = no answer.
    private func write(
        _ value: [UInt8], to handle: UInt16, of peripheral: VirtualPeripheral, link: RadioLink, queued: Duration
    ) -> (FirmwareStatus, queued: Duration, due: Duration)? {
        var status = FirmwareStatus.ok
        do throws(ATTError) {
            try peripheral.write(value, to: handle, isCommand: false, at: now)
        } catch {
            status = .att(error)
        }
        switch peripheral.answerTime {
        case .atOnce: return (status, queued, now)
        case .afterEvents(let count): return (status, queued, count > 0 ? link.event(count, after: now) : now)
        case .after(let time): return (status, queued, link.event(1, after: now + time))
        case .never: return nil
        }
    }

    private func answer(_ request: GATTRequest, by peripheral: VirtualPeripheral, slot: Int, core: FirmwareCore) {
        do throws(ATTError) {
            switch request {
            case .exchangeMTU(let wanted):
                peripheral.attMTU = max(23, min(wanted, peripheral.traits.largestMTU))
                core.mtuExchanged(slot: slot, attMTU: peripheral.attMTU)
            case .discover(let subject, let handles):
                let discovery = GATTDiscovery(subject, of: peripheral.table, in: handles)
                _ = discovery.records.first { !core.discovered(slot: slot, $0) }
            case .read(let handle, let offset):
                let value = try peripheral.read(handle, offset: offset, at: now)
                if peripheral.answerTime != .never { core.readValue(slot: slot, value) }
                return
            case .write: return
            }
            core.gattDone(slot: slot, .ok)
        } catch {
            core.gattDone(slot: slot, .att(error))
        }
    }
}
