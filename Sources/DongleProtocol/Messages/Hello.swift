/// Opens a session. The request is not numbered. Its layout is the same in every major version.
/// Source: SPEC.md 4.1.
public struct HelloRequest: Request {
    public typealias Answer = HelloReply

    public static var operation: Operation { .hello }

    /// XON, XOFF, CR, LF and other bytes that some lines are known to drop or change.
    public static let transparencyProbe: [UInt8] = [0x00, 0x11, 0x13, 0x0A, 0x0D, 0x7F, 0xFF]

    /// Random number that distinguishes this HELLO from one of another host program.
    public var nonce: UInt32
    /// Lowest major version the host supports.
    public var lowestMajor: UInt8
    /// Highest major version the host supports.
    public var highestMajor: UInt8
    /// Minor version within the highest major version.
    public var minor: UInt8
    /// Largest payload the host wants in either direction, 64...65535 bytes.
    public var largestPayload: UInt16
    /// Bytes that a line changes if it is not transparent. The dongle returns up to 16 of them.
    /// Empty in a quiet HELLO.
    public var probe: [UInt8]

    public init(
        nonce: UInt32, lowestMajor: UInt8 = FrameHeader.currentMajor, highestMajor: UInt8 = FrameHeader.currentMajor,
        minor: UInt8 = FrameHeader.currentMinor, largestPayload: UInt16, probe: [UInt8] = transparencyProbe
    ) {
        self.nonce = nonce
        self.lowestMajor = lowestMajor
        self.highestMajor = highestMajor
        self.minor = minor
        self.largestPayload = largestPayload
        self.probe = probe
    }

    public init(from reader: inout ByteReader) throws(MalformedMessage) {
        nonce = try reader.read()
        lowestMajor = try reader.read()
        highestMajor = try reader.read()
        minor = try reader.read()
        try reader.skip(1)
        largestPayload = try reader.read()
        probe = try reader.blob()
    }

    public func encode(to writer: inout ByteWriter) {
        writer.write(nonce)
        writer.write(lowestMajor)
        writer.write(highestMajor)
        writer.write(minor)
        writer.reserve(1)
        writer.write(largestPayload)
        writer.blob(probe)
    }
}

/// The whole payload of the answer to HELLO, including the status. It has no error body.
///
/// Its layout is the same in every major version. Source: SPEC.md 4.3.
public struct HelloReply: WireMessage {
    /// OK, SESSION_IN_USE or VERSION_MISMATCH.
    public var status: Status
    /// Nonce of the request.
    public var nonce: UInt32
    /// Major version of this session; with VERSION_MISMATCH the dongle's highest.
    public var major: UInt8
    /// Minor version that the dongle supports within this major version.
    public var minor: UInt8
    /// Random number, drawn anew at each start.
    public var bootID: UInt32
    /// Reason for the dongle's start.
    public var resetReason: ResetReason
    /// Number of connection slots, 0...32.
    public var slots: UInt8
    /// Largest number of unresolved requests: 1, 2, 4 or 8.
    public var maxInflight: UInt8
    /// The dongle's uptime, which wraps after 49.7 days.
    public var uptimeMs: UInt32
    /// Identifier of the device, which never changes.
    public var deviceID: DeviceID
    /// Largest payload to the dongle, 64...65535 bytes, at most the size that the host asked for.
    public var largestPayloadToDongle: UInt16
    /// Largest payload to the host, 64...65535 bytes, at most the size that the host asked for.
    public var largestPayloadToHost: UInt16
    /// Largest total size of unresolved requests in encoded bytes, including delimiters.
    public var rxWindow: UInt16
    /// Largest ATT MTU, 23...517; 0 without GATT.
    public var largestMTU: UInt16
    /// Abilities of the dongle.
    public var features: Features
    /// The request's probe, as it arrived at the dongle.
    public var probe: [UInt8]

    public init(
        status: Status, nonce: UInt32, major: UInt8, minor: UInt8, bootID: UInt32, resetReason: ResetReason,
        slots: UInt8, maxInflight: UInt8, uptimeMs: UInt32, deviceID: DeviceID, largestPayloadToDongle: UInt16,
        largestPayloadToHost: UInt16, rxWindow: UInt16, largestMTU: UInt16, features: Features, probe: [UInt8]
    ) {
        self.status = status
        self.nonce = nonce
        self.major = major
        self.minor = minor
        self.bootID = bootID
        self.resetReason = resetReason
        self.slots = slots
        self.maxInflight = maxInflight
        self.uptimeMs = uptimeMs
        self.deviceID = deviceID
        self.largestPayloadToDongle = largestPayloadToDongle
        self.largestPayloadToHost = largestPayloadToHost
        self.rxWindow = rxWindow
        self.largestMTU = largestMTU
        self.features = features
        self.probe = probe
    }

    public init(from reader: inout ByteReader) throws(MalformedMessage) {
        status = try reader.read()
        nonce = try reader.read()
        major = try reader.read()
        minor = try reader.read()
        bootID = try reader.read()
        resetReason = try reader.read()
        slots = try reader.read()
        maxInflight = try reader.read()
        try reader.skip(1)
        uptimeMs = try reader.read()
        deviceID = try reader.read()
        largestPayloadToDongle = try reader.read()
        largestPayloadToHost = try reader.read()
        rxWindow = try reader.read()
        largestMTU = try reader.read()
        features = try reader.read()
        probe = try reader.blob()
    }

    public func encode(to writer: inout ByteWriter) {
        writer.write(status)
        writer.write(nonce)
        writer.write(major)
        writer.write(minor)
        writer.write(bootID)
        writer.write(resetReason)
        writer.write(slots)
        writer.write(maxInflight)
        writer.reserve(1)
        writer.write(uptimeMs)
        writer.write(deviceID)
        writer.write(largestPayloadToDongle)
        writer.write(largestPayloadToHost)
        writer.write(rxWindow)
        writer.write(largestMTU)
        writer.write(features)
        writer.blob(probe)
    }
}

/// The payload of a BOOT frame: the dongle has started. Its layout is the same in every major
/// version. Source: SPEC.md 4.6.
public struct Boot: WireMessage {
    /// Random number, drawn anew at each start.
    public var bootID: UInt32
    /// Reason for the dongle's start.
    public var resetReason: ResetReason
    /// Highest major version the dongle supports.
    public var major: UInt8
    /// Minor version within the highest major version.
    public var minor: UInt8
    /// Identifier of the device, which never changes.
    public var deviceID: DeviceID

    public init(bootID: UInt32, resetReason: ResetReason, major: UInt8, minor: UInt8, deviceID: DeviceID) {
        self.bootID = bootID
        self.resetReason = resetReason
        self.major = major
        self.minor = minor
        self.deviceID = deviceID
    }

    public init(from reader: inout ByteReader) throws(MalformedMessage) {
        bootID = try reader.read()
        resetReason = try reader.read()
        major = try reader.read()
        minor = try reader.read()
        try reader.skip(1)
        deviceID = try reader.read()
    }

    public func encode(to writer: inout ByteWriter) {
        writer.write(bootID)
        writer.write(resetReason)
        writer.write(major)
        writer.write(minor)
        writer.reserve(1)
        writer.write(deviceID)
    }
}
