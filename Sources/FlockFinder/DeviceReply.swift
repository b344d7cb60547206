import JSONLines

/// What a device says to a command or a config: `{"evt":"CONFIG_UPDATED","success":true,"msg":"…","ts":1234}`.
///
/// It says what the device believes. Firmware in the field says success where nothing was applied, and where nothing was saved.
public struct DeviceReply: Sendable, Hashable {
    public struct Event: RawRepresentable, Sendable, Hashable {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        public static let updated = Event(rawValue: "CONFIG_UPDATED")
        public static let refused = Event(rawValue: "CONFIG_ERROR")
        public static let saved = Event(rawValue: "CONFIG_SAVED")
        public static let reset = Event(rawValue: "CONFIG_RESET")
    }

    public let event: Event
    public let isSuccess: Bool
    public let message: String
    /// Milliseconds since the device started; nil where it does not say.
    public let uptimeMs: Int?

    public init(_ event: Event, isSuccess: Bool, message: String) {
        self.event = event
        self.isSuccess = isSuccess
        self.message = message
        uptimeMs = nil
    }

    /// Nil for everything that is no reply: a config, or a part of one.
    public init?(_ bytes: [UInt8]) {
        guard bytes.first == UInt8(ascii: "{"), bytes.count <= 1024, let value = try? JSONValue(parsing: bytes),
            let event = value["evt"]?.text
        else { return nil }
        self.event = Event(rawValue: event)
        isSuccess = value["success"]?.flag ?? false
        message = value["msg"]?.text ?? ""
        uptimeMs = value["ts"]?.integer
    }
}
