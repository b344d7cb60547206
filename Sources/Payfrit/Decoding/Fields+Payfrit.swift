import Advertising
import RESTClient

/// Members of one object of an answer.
typealias Fields = RESTClient.Fields<PayfritError>

extension RESTClient.Fields<PayfritError> {
    /// Reads a major or a minor.
    func optionalPart(_ key: String) throws(PayfritError) -> UInt16? {
        try optionalNumber(key, 0...Int(UInt16.max)).map(UInt16.init)
    }

    func part(_ key: String) throws(PayfritError) -> UInt16 {
        try needed(key, try optionalPart(key))
    }

    /// Returns the business that an object belongs to; the object may omit it if it is `known`.
    func business(or known: Int?) throws(PayfritError) -> Int {
        let business = try optionalID("BusinessID") ?? known
        return try needed("BusinessID", business)
    }

    // MARK: Identities

    func uuid(_ key: String) throws(PayfritError) -> ProximityUUID {
        guard let uuid = ProximityUUID(try text(key)) else { throw malformed(key, "is not a UUID") }
        return uuid
    }

    /// Nil also for a text that is not a MAC address: the database contains such texts, and the
    /// rest of the row is still useful.
    func optionalAddress(_ key: String) throws(PayfritError) -> BluetoothAddress? {
        try optionalText(key).flatMap(BluetoothAddress.init(mac:))
    }
}
