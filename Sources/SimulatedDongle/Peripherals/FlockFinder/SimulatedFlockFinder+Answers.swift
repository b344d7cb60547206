import Advertising

/// Notifications to the host.
extension SimulatedFlockFinder {
    /// Pause between two notifications of an answer. Source: the firmware.
    private static let pace = Duration.milliseconds(20)
    /// Largest notification of the firmware `real` and largest part of `document`, in bytes.
    private static let realChunk = 500
    private static let documentChunk = 480
    /// Largest detection message, in bytes. Source: the firmware.
    private static let detectionLimit = 256

    /// Returns the milliseconds since its boot, as in all of its messages.
    func timestamp(at now: Duration) -> Int64 { (now - bootedAt).milliseconds }

    func reply(_ event: String, isSuccess: Bool, _ message: String, after delay: Duration, at now: Duration) {
        guard options.replies == .all else { return }
        let text =
            #"{"evt":"\#(event)","success":\#(isSuccess),"msg":\#(DeviceJSON.quoted(message)),"ts":\#(timestamp(at: now))}"#
        enqueue(Array(text.utf8), Self.configUUID, at: firstDue(after: delay, at: now))
    }

    /// Sends the config because the host asked for it, in parts if it is long.
    func tellConfig(_ peripheral: VirtualPeripheral, at now: Duration) {
        counts.reads += 1
        if options.replies != .silent {
            var due = firstDue(after: options.commandDelay, at: now)
            let pieces = pieces(attMTU: peripheral.attMTU)
            // Piece 0 is the start marker and the last piece the end marker.
            for (number, piece) in pieces.enumerated() {
                if number != options.dropPart || number == pieces.count - 1 { enqueue(piece, Self.configUUID, at: due) }
                // An endless config is sent as fast as possible.
                if options.telling != .endless { due += Self.pace }
            }
        }
        if let count = options.otherPush?.afterReads, count == counts.reads { takeOtherPush() }
    }

    private func pieces(attMTU: Int) -> [[UInt8]] {
        switch firmware {
        case .real, .main:
            let text = config.nested
            guard text.count > Self.realChunk else { return [text] }
            return framed(
                stride(from: 0, to: text.count, by: Self.realChunk).map {
                    Array(text[$0..<min(text.count, $0 + Self.realChunk)])
                })
        case .document:
            let text = Array(config.compact.utf8)
            let whole = Array("CONFIG:".utf8) + text
            // The firmware `document` uses the size that the connection allows; `real` ignores it.
            let limit = min(Self.documentChunk, attMTU - 3)
            guard whole.count > limit else { return [whole] }
            return framed(characters(of: text, limit: limit))
        }
    }

    private func framed(_ chunks: [[UInt8]]) -> [[UInt8]] {
        // The firmware `real` sends the markers including the NUL at their end.
        let end: [UInt8] = firmware == .document ? [] : [0]
        let (first, last) = (Array("CONFIG_START".utf8) + end, Array("CONFIG_END".utf8) + end)
        let whole = [first] + chunks + [last]
        return switch options.telling {
        case .whole: whole
        case .startTwice: [first, chunks[0]] + whole
        case .endAlone: [last]
        case .partAfterEnd: whole + [chunks[0]]
        case .leftoverFirst: [chunks[chunks.count - 1], last] + whole
        case .endless: [first] + Array(repeating: chunks[0], count: Self.endless / chunks[0].count + 1)
        }
    }

    /// Size in bytes of an endless config, more than a host accepts for a config.
    private static let endless = 70_000

    /// Splits a text into pieces without splitting a character.
    private func characters(of text: [UInt8], limit: Int) -> [[UInt8]] {
        var pieces: [[UInt8]] = []
        var start = 0
        while start < text.count {
            var end = min(text.count, start + limit)
            while end < text.count, end > start + 1, text[end] & 0xC0 == 0x80 { end -= 1 }
            pieces.append(Array(text[start..<end]))
            start = end
        }
        return pieces
    }

    /// Returns the time at which an answer starts: after the previous answer has been sent.
    private func firstDue(after delay: Duration, at now: Duration) -> Duration {
        let own = now + delay
        guard let last = outgoing.last(where: { $0.uuid == Self.configUUID }) else { return own }
        return max(own, last.due + Self.pace)
    }

    // MARK: Sending

    func notifyDetection(_ text: String, at now: Duration) {
        enqueue(Array(text.utf8.prefix(Self.detectionLimit)), Self.detectionUUID, at: now)
    }

    func notifyStream(_ text: String, at now: Duration) {
        guard isStreaming else { return }
        enqueue(Array(text.utf8), Self.streamUUID, at: now)
    }

    private func enqueue(_ value: [UInt8], _ uuid: BluetoothUUID, at due: Duration) {
        guard outgoing.count < Self.outgoingLimit else {
            counts.lostNotifications += 1
            return
        }
        // Sorted by time, so that a detection does not wait for the parts of a config.
        let place = outgoing.firstIndex { $0.due > due } ?? outgoing.count
        outgoing.insert(Outgoing(due: due, uuid: uuid, value: value), at: place)
    }

    /// Sets the characteristic's value, which later reads return, and notifies it.
    func send(_ next: Outgoing, _ peripheral: VirtualPeripheral) {
        guard let characteristic = peripheral.table.characteristic(next.uuid) else { return }
        peripheral.setValue(next.value, of: characteristic)
        if next.uuid == Self.configUUID {
            session.notifications += 1
            guard !drops(notification: session.notifications) else { return }
        }
        // Stream values without a subscriber do not count as lost.
        if !peripheral.notify(next.value, from: characteristic), next.uuid != Self.streamUUID {
            counts.lostNotifications += 1
        }
    }
}
