/// Sizes that ATT sets. Source: Core Specification, Vol 3, Part F, 3.2.8 and 3.4.
enum PeripheralLimits {
    /// Bytes of a notification or write command in addition to its value.
    static let header = 3
    /// The ATT MTU of every connection before an exchange.
    static let smallestMTU = 23
    static let largestMTU = 517
    static let longestNotification = largestMTU - header
}
