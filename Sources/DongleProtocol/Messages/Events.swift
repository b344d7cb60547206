/// DONE: a deferred operation ended. Source: SPEC.md 7.4.
public struct Done: WireMessage {
    /// Id of the request that started the operation.
    public var requestID: UInt16
    /// Outcome of the operation.
    public var status: Status
    /// Effect of the operation before it ended.
    public var effect: Effect
    /// The operation's result if the status is OK, otherwise an ``ErrorBody``.
    public var result: [UInt8]

    public init(requestID: UInt16, status: Status, effect: Effect, result: [UInt8]) {
        self.requestID = requestID
        self.status = status
        self.effect = effect
        self.result = result
    }

    public init(from reader: inout ByteReader) throws(MalformedMessage) {
        requestID = try reader.read()
        status = try reader.read()
        effect = try reader.read()
        result = try reader.blob()
    }

    public func encode(to writer: inout ByteWriter) {
        writer.write(requestID)
        writer.write(status)
        writer.write(effect)
        writer.blob(result)
    }
}

/// SCAN_STATE: a scan started, stopped or failed. Source: SPEC.md 9.4.
public struct ScanState: WireMessage {
    /// The scan concerned.
    public var radio: Radio
    /// New state of the scan.
    public var activity: ScanActivity
    /// Reason for the change; OK if the host asked for it.
    public var status: Status

    public init(radio: Radio, activity: ScanActivity, status: Status) {
        self.radio = radio
        self.activity = activity
        self.status = status
    }

    public init(from reader: inout ByteReader) throws(MalformedMessage) {
        radio = try reader.read()
        activity = try reader.read()
        status = try reader.read()
    }

    public func encode(to writer: inout ByteWriter) {
        writer.write(radio)
        writer.write(activity)
        writer.write(status)
    }
}

/// CONFIG_CHANGED: the active or the saved config changed. Source: SPEC.md 11.9.
public struct ConfigChanged: WireMessage {
    /// Operation that changed the config.
    public var change: ConfigChangeKind
    /// New state of the configs.
    public var flags: ConfigFlags
    /// Short digest of the config that runs now.
    public var active: ShortDigest
    /// Short digest of the saved config; zero = none.
    public var saved: ShortDigest

    public init(change: ConfigChangeKind, flags: ConfigFlags, active: ShortDigest, saved: ShortDigest) {
        self.change = change
        self.flags = flags
        self.active = active
        self.saved = saved
    }

    public init(from reader: inout ByteReader) throws(MalformedMessage) {
        change = try reader.read()
        flags = try reader.read()
        active = try reader.read()
        saved = try reader.read()
    }

    public func encode(to writer: inout ByteWriter) {
        writer.write(change)
        writer.write(flags)
        writer.write(active)
        writer.write(saved)
    }
}

/// DETECTION: an advert or Wi-Fi frame matched the dongle's active config. Source: SPEC.md 9.6.
public struct Detection: WireMessage {
    /// Number of the detection. Every detection is numbered, so a gap is the exact loss.
    public var number: UInt32
    /// The dongle's uptime, which wraps after 49.7 days.
    public var uptimeMs: UInt32
    /// Kind of the pattern that matched.
    public var matched: MatchedPatternKind
    /// Confidence in percent.
    public var confidence: UInt8
    /// Signal in dBm; 127 = not available.
    public var rssiDBm: Int8
    /// Radio channel; 255 = unknown.
    public var channel: UInt8
    /// The transmitter's address.
    public var address: Address
    /// Index of the pattern in its list.
    public var patternIndex: UInt16
    /// SSID or name that matched; empty if none.
    public var text: String

    public init(
        number: UInt32, uptimeMs: UInt32, matched: MatchedPatternKind, confidence: UInt8, rssiDBm: Int8, channel: UInt8,
        address: Address, patternIndex: UInt16, text: String
    ) {
        self.number = number
        self.uptimeMs = uptimeMs
        self.matched = matched
        self.confidence = confidence
        self.rssiDBm = rssiDBm
        self.channel = channel
        self.address = address
        self.patternIndex = patternIndex
        self.text = text
    }

    public init(from reader: inout ByteReader) throws(MalformedMessage) {
        number = try reader.read()
        uptimeMs = try reader.read()
        matched = try reader.read()
        confidence = try reader.read()
        rssiDBm = try reader.read()
        channel = try reader.read()
        address = try reader.read()
        patternIndex = try reader.read()
        text = try reader.text()
    }

    public func encode(to writer: inout ByteWriter) {
        writer.write(number)
        writer.write(uptimeMs)
        writer.write(matched)
        writer.write(confidence)
        writer.write(rssiDBm)
        writer.write(channel)
        writer.write(address)
        writer.write(patternIndex)
        writer.text(text)
    }
}
