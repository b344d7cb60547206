/// Writes of a host.
extension SimulatedFlockFinder {
    /// Memory in which the firmware `real` reads a document, in bytes.
    private static let poolLimit = 8192
    /// Largest text in the flash of the firmware `real`, in bytes, not counting the byte at its
    /// end.
    private static let storedLimit = 3999
    private static let start = Array("CONFIG_START".utf8)
    private static let end = Array("CONFIG_END".utf8)
    private static let setConfig = Array("SET_CONFIG:".utf8)

    func takeConfigWrite(
        _ value: [UInt8], _ peripheral: VirtualPeripheral, at now: Duration
    ) throws(ATTError) {
        counts.writes += 1
        counts.bytes += value.count
        session.writes += 1
        let handling = try strike(session.writes, peripheral)
        guard handling != .ignored else { return }
        take(text(value), at: now)
    }

    /// Returns the text that the firmware reads from the bytes of a write.
    private func text(_ value: [UInt8]) -> [UInt8] {
        switch firmware {
        case .real, .main: Array(value.prefix { $0 != 0 })
        // Each write is decoded separately, so a character that is split between two writes is
        // lost.
        case .document: Array(String(decoding: value, as: UTF8.self).utf8)
        }
    }

    private func take(_ text: [UInt8], at now: Duration) {
        let isBuilt = firmware != .document
        if isBuilt ? text.starts(with: Self.start) : text == Self.start {
            buffer = []
        } else if text == Self.end, isBuilt || buffer != nil {
            let received = buffer ?? []
            buffer = nil
            apply(received, at: now)
        } else if let received = buffer {
            counts.chunks += 1
            let room = text.prefix(Self.bufferLimit - received.count)
            counts.discardedBytes += text.count - room.count
            buffer?.append(contentsOf: room)
        } else if text.first == UInt8(ascii: "{") {
            apply(text, at: now)
        }
    }

    private func apply(_ text: [UInt8], at now: Duration) {
        var fault: String?
        do throws(Config.Refusal) {
            switch firmware {
            case _ where options.appliesNothing: break
            case .real, .main: try applyNested(text)
            case .document: try applyCompact(text)
            }
        } catch {
            fault = error.message
        }
        if let fault {
            counts.refused += 1
            reply("CONFIG_ERROR", isSuccess: false, fault, after: options.replyDelay, at: now)
        } else {
            counts.applied += 1
            scheduleHearing(at: now)
            reply(
                "CONFIG_UPDATED", isSuccess: true, "Configuration applied successfully", after: options.replyDelay,
                at: now)
            if options.otherPush?.afterConfigs == counts.applied { takeOtherPush() }
        }
    }

    private func applyNested(_ text: [UInt8]) throws(Config.Refusal) {
        do throws(DeviceJSON.Fault) {
            counts.droppedEntries += config.apply(nested: try DeviceJSON(reading: text, poolLimit: Self.poolLimit))
        } catch {
            throw Config.Refusal(message: "Failed to parse configuration")
        }
    }

    private func applyCompact(_ text: [UInt8]) throws(Config.Refusal) {
        guard text.count <= Config.byteLimit else {
            throw Config.Refusal(message: "More than \(Config.byteLimit) bytes")
        }
        let document: DeviceJSON
        do throws(DeviceJSON.Fault) {
            document = try DeviceJSON(reading: text)
        } catch {
            throw Config.Refusal(message: "Failed to parse configuration")
        }
        try config.apply(compact: document)
    }

    // MARK: Commands

    func takeCommand(_ value: [UInt8], _ peripheral: VirtualPeripheral, at now: Duration) {
        let handling = strike(command: value, peripheral)
        guard handling != .ignored else { return }
        if firmware == .document, value.starts(with: Self.setConfig) {
            return apply(text(Array(value.dropFirst(Self.setConfig.count))), at: now)
        }
        // Compared as bytes, because equal texts may have different spellings in Unicode.
        switch String(validating: value, as: UTF8.self) {
        case "GET_CONFIG" where firmware != .main: tellConfig(peripheral, at: now)
        case "SAVE_CONFIG" where firmware != .main: save(at: now)
        case "RESET_CONFIG" where firmware != .main: reset(at: now)
        case "stream_on": setStreaming(true, at: now)
        case "stream_off": setStreaming(false, at: now)
        default: counts.ignoredCommands += 1
        }
    }

    private func save(at now: Duration) {
        if options.keepsNothing || firmware == .real && config.nested.count > Self.storedLimit {
            counts.failedSaves += 1
        } else {
            stored = config
            counts.saves += 1
        }
        reply(
            "CONFIG_SAVED", isSuccess: true, "Configuration saved to flash", after: options.commandDelay, at: now)
        if let delay = options.rebootAfterSave { rebootDue = Duration.earlier(rebootDue, now + delay) }
    }

    private func reset(at now: Duration) {
        counts.resets += 1
        config = Config.factory(firmware)
        stored = config
        scheduleHearing(at: now)
        reply(
            "CONFIG_RESET", isSuccess: true, "Configuration reset to defaults", after: options.commandDelay, at: now)
    }

    /// Applies the config of another host, of which this host does not know.
    func takeOtherPush() {
        otherPushDue = nil
        guard let push = options.otherPush else { return }
        push.changes.apply(to: &config)
    }
}

extension SimulatedFlockFinder.Config {
    static func factory(_ firmware: SimulatedFlockFinder.Firmware) -> Self {
        switch firmware {
        case .real, .main: real
        case .document: document
        }
    }
}
