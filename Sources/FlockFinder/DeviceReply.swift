import LineFormats

/// Reply of a device to a command or a config:
/// `{"evt":"CONFIG_UPDATED","success":true,"msg":"…","ts":1234}`.
///
/// The reply is not proof. Firmware in the field reports success where nothing was applied or
/// saved.
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
    /// Milliseconds since the device started; nil if the reply does not state it.
    package let uptimeMs: Int?

    package init(_ event: Event, isSuccess: Bool, message: String) {
        self.event = event
        self.isSuccess = isSuccess
        self.message = message
        uptimeMs = nil
    }

    /// Nil if the bytes are not a reply, but a config or a part of one, for example.
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
