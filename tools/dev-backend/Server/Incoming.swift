import HTTPTypes

/// A request to an operation, as received.
struct Incoming: Sendable {
    let token: String?
    let business: String?
    let key: String?
    let body: [UInt8]

    init(_ headers: HTTPFields, body: [UInt8]) {
        token = headers.userToken
        business = headers.value("x-business-id")
        key = headers.value("idempotency-key")
        self.body = body
    }

    /// Rejects the request if the header is not the ID of a business.
    func chosenBusiness() throws -> Int? {
        guard let business else { return nil }
        guard let id = Int(business), Fields.ids.contains(id), !business.hasPrefix("+") else {
            throw Rejection.malformed("X-Business-ID must be a whole number from 1 to \(Fields.ids.upperBound).")
        }
        return id
    }

    /// Rejects the request if the header is not a valid key.
    func checkedKey() throws -> String? {
        guard let key else { return nil }
        let isPlain = key.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                true
            default: false
            }
        }
        guard isPlain, (1...64).contains(key.utf8.count) else {
            throw Rejection.malformed("Idempotency-Key must be 1 to 64 letters, digits, hyphens and underscores.")
        }
        return key
    }
}

extension HTTPFields {
    var userToken: String? { value("x-user-token") }

    /// Returns the first field of that name, which is given in lowercase.
    func value(_ name: String) -> String? { first { $0.name.canonicalName == name }?.value }
}
