/// DONE: a deferred operation ended. Source: SPEC.md 7.4.
public struct Done: WireMessage {
    /// Id of the request that began the operation.
    public var requestID: UInt16
    /// How it ended.
    public var status: Status
    /// What it did before it ended.
    public var effect: Effect
    /// The operation's result where the status is OK, else an ``ErrorBody``.
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
    /// Which scan.
    public var radio: Radio
    /// What it does now.
    public var activity: ScanActivity
    /// Why; OK when the host asked for it.
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

/// CONFIG_CHANGED: another config is active or saved. Source: SPEC.md 11.9.
public struct ConfigChanged: WireMessage {
    /// What brought it about.
    public var change: ConfigChangeKind
    /// Where the configs stand now.
    public var flags: ConfigFlags
    /// What runs now.
    public var active: ShortDigest
    /// Zero = none.
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

/// DETECTION: the dongle's active config matched. Source: SPEC.md 9.6.
public struct Detection: WireMessage {
    /// Every detection takes one, so a gap is the exact loss.
    public var number: UInt32
    /// The dongle's uptime; wraps after 49.7 days.
    public var uptimeMs: UInt32
    /// What kind of pattern matched.
    public var matched: MatchedPatternKind
    /// Percent.
    public var confidence: UInt8
    /// 127 = not available.
    public var rssiDBm: Int8
    /// 255 = not known.
    public var channel: UInt8
    /// The transmitter's address.
    public var address: Address
    /// Of the pattern in its list.
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
