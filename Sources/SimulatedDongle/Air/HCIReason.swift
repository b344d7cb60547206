/// Reasons for the end of a connection.
///
/// Source: Core Specification, Vol 1, Part F.
enum HCIReason {
    static let unknownConnection: UInt8 = 0x02
    static let connectionTimeout: UInt8 = 0x08
    static let remoteUserTerminated: UInt8 = 0x13
    static let localHostTerminated: UInt8 = 0x16
}
