import JSONLines

/// What a device says to a command or a config: `{"evt":"CONFIG_UPDATED","success":true,"msg":"…","ts":1234}`.
///
/// It says what the device believes. Firmware in the field says success where nothing was applied, and where nothing was saved.
package struct DeviceReply: Sendable, Hashable {
    package struct Event: RawRepresentable, Sendable, Hashable {
        package let rawValue: String

        package init(rawValue: String) { self.rawValue = rawValue }

        package static let updated = Event(rawValue: "CONFIG_UPDATED")
        package static let refused = Event(rawValue: "CONFIG_ERROR")
        package static let saved = Event(rawValue: "CONFIG_SAVED")
        package static let reset = Event(rawValue: "CONFIG_RESET")
    }

    package let event: Event
    package let isSuccess: Bool
    package let message: String
    /// Milliseconds since the device started; nil where it does not say.
    package let uptimeMs: Int?

    package init(_ event: Event, isSuccess: Bool, message: String) {
        self.event = event
        self.isSuccess = isSuccess
        self.message = message
        uptimeMs = nil
    }

    /// Nil for everything that is no reply: a config, or a part of one.
    package init?(_ bytes: [UInt8]) {
        guard bytes.first == UInt8(ascii: "{"), bytes.count <= 1024, let value = try? JSONValue(parsing: bytes),
            let event = value["evt"]?.text
        else { return nil }
        self.event = Event(rawValue: event)
        isSuccess = value["success"]?.flag ?? false
        message = value["msg"]?.text ?? ""
        uptimeMs = value["ts"]?.integer
    }
}
