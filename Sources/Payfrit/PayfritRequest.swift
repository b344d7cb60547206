import Advertising
import LineFormats

/// An operation and its arguments, without the server's URL and the login.
struct PayfritRequest: Sendable {
    let operation: PayfritOperation
    /// A JSON object; not sent if the route takes no body.
    let body: [UInt8]
    var key: String?
    /// Parts of the body that must not appear in an error, whatever the server says.
    var secrets: [String] = []

    init(_ operation: PayfritOperation, _ members: (inout JSONWriter) -> Void = { _ in }) {
        self.operation = operation
        var writer = JSONWriter()
        writer.element(members)
        body = writer.take()
    }
}

extension JSONWriter {
    /// Writes nothing for nil.
    mutating func field(_ name: StaticString, _ number: Int?) {
        if let number { field(name, number) }
    }

    /// Writes nothing for nil.
    mutating func field(_ name: StaticString, _ flag: Bool?) {
        if let flag { field(name, flag) }
    }

    mutating func identity(_ identity: BeaconIdentity) {
        field("UUID", identity.uuid.description)
        field("Major", identity.major)
        field("Minor", identity.minor)
    }
}

extension BluetoothAddress {
    /// Address in capitals, with colons.
    var macText: String { description.uppercased() }

    /// Reads twelve digits of either case, with or without colons or hyphens between the bytes.
    init?(mac text: String) {
        let digits = text.filter { $0 != ":" && $0 != "-" }
        let separators = text.utf8.count - digits.utf8.count
        guard digits.utf8.count == 12, separators == 0 || separators == 5, digits.allSatisfy(\.isASCII),
            let value = UInt64(digits, radix: 16), digits.first != "+"
        else { return nil }
        self.init(value)
    }
}
