/// Reason why a text is not a pattern.
package enum PatternFault: Error, Sendable, Hashable {
    /// An empty text would match everything.
    case empty
    case long(String, length: Int, limit: Int)
    case controlCharacter(String)
    /// The text contains U+FFFD or one of ``DeviceText/standIns``, which stand for bytes that are
    /// not text.
    case notText(String)
    /// Not the beginning of an address, or not 6...12 digits.
    case notAnAddress(String)
    case notAUUID(String)
    case notACompany(String)
    case emptyDeviceType
    case longDeviceType(String, length: Int)
    /// Length of a source or a description.
    case longNote(String, length: Int, limit: Int)
    /// Confidence outside 0...100.
    case confidence(Int)
}
