/// WIFI_BATCH: Wi-Fi sightings with consecutive numbers. Source: SPEC.md 9.5.
public struct WifiBatch: WireMessage {
    /// Number of the first sighting.
    public var firstNumber: UInt32
    /// Uptime of the first sighting, which wraps after 49.7 days.
    public var baseMs: UInt32
    /// The sightings in order of their numbers.
    public var sightings: [WifiSighting]

    public init(firstNumber: UInt32, baseMs: UInt32, sightings: [WifiSighting]) {
        self.firstNumber = firstNumber
        self.baseMs = baseMs
        self.sightings = sightings
    }

    public init(from reader: inout ByteReader) throws(MalformedMessage) {
        firstNumber = try reader.read()
        baseMs = try reader.read()
        let extra = Int(try reader.read(UInt8.self))
        sightings = []
        while reader.remaining > 0 {
            sightings.append(try reader.read())
            try reader.skip(extra)
        }
    }

    public func encode(to writer: inout ByteWriter) {
        writer.write(firstNumber)
        writer.write(baseMs)
        writer.reserve(1)
        writer.writeAll(sightings)
    }
}

/// One frame received from a Wi-Fi transmitter. Source: SPEC.md 9.5.
public struct WifiSighting: WireMessage {
    /// Time since the batch's first sighting.
    public var offsetMs: UInt16
    /// Address of the transmitter.
    public var address: Address
    /// Kind of the frame received.
    public var frame: WifiFrame
    /// Signal in dBm; 127 = not available.
    public var rssiDBm: Int8
    /// Wi-Fi channel, 1...14.
    public var channel: UInt8
    /// Network name, 0...32 bytes, not necessarily UTF-8.
    public var ssid: [UInt8]

    public init(offsetMs: UInt16, address: Address, frame: WifiFrame, rssiDBm: Int8, channel: UInt8, ssid: [UInt8]) {
        self.offsetMs = offsetMs
        self.address = address
        self.frame = frame
        self.rssiDBm = rssiDBm
        self.channel = channel
        self.ssid = ssid
    }

    public init(from reader: inout ByteReader) throws(MalformedMessage) {
        offsetMs = try reader.read()
        address = try reader.read()
        frame = try reader.read()
        rssiDBm = try reader.read()
        channel = try reader.read()
        ssid = try reader.blob()
    }

    public func encode(to writer: inout ByteWriter) {
        writer.write(offsetMs)
        writer.write(address)
        writer.write(frame)
        writer.write(rssiDBm)
        writer.write(channel)
        writer.blob(ssid)
    }
}
