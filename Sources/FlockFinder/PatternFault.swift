/// Why a text is no pattern.
package enum PatternFault: Error, Sendable, Hashable {
    /// It would match everything.
    case empty
    case long(String, length: Int, limit: Int)
    case controlCharacter(String)
    /// It has U+FFFD or one of ``DeviceText/standIns``, which stand for bytes that are no text.
    case notText(String)
    /// No beginning of an address, or not 6...12 digits of one.
    case notAnAddress(String)
    case notAUUID(String)
    case notACompany(String)
    case emptyDeviceType
    case longDeviceType(String, length: Int)
    /// A source or a description.
    case longNote(String, length: Int, limit: Int)
    /// Not 0...100.
    case confidence(Int)
}
