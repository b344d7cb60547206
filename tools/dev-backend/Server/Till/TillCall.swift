import HTTPTypes
import LineFormats

/// Input of an endpoint, and the club that it changes.
struct TillCall {
    var club: Club
    let body: Fields
    /// Values of the query, decoded; the last one of each name counts.
    let query: [String: String]
    /// ID in the path.
    let id: String
    let now: Timestamp
    let tokenLifetime: Duration
    /// Index of the member whose token was sent; 0 where the endpoint needs none.
    let member: Int

    func required<Value>(_ name: String, _ value: Value?) throws -> Value {
        guard let value else { throw TillRejection.invalid("\(name) fehlt.") }
        return value
    }

    func text(_ name: String, _ length: ClosedRange<Int> = 1...200) throws -> String {
        try required(name, body.text(name, length))
    }

    /// Reads four digits.
    func pin(_ name: String) throws -> String {
        let pin = try text(name)
        guard pin.utf8.count == 4, pin.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            throw TillRejection.invalid("Die PIN muss aus 4 Ziffern bestehen.")
        }
        return pin
    }

    /// Reads a day of the query, such as `2025-08-01`, as the beginning of that day in UTC.
    func day(_ name: String) throws -> Timestamp? {
        guard let text = query[name] else { return nil }
        guard text.utf8.count == 10, let time = Timestamp(text + "T00:00:00Z") else {
            throw TillRejection.invalid("\(name) ist kein Datum.")
        }
        return time
    }

    func flag(_ name: String) throws -> Bool? {
        switch query[name] {
        case nil: nil
        case "true", "1": true
        case "false", "0": false
        default: throw TillRejection.invalid("\(name) ist weder true noch false.")
        }
    }
}

/// Answer of an endpoint: its status, and its members after `success`.
struct TillReply {
    var status: HTTPResponse.Status = .ok
    let write: (inout JSONWriter) -> Void

    init(_ status: HTTPResponse.Status = .ok, _ write: @escaping (inout JSONWriter) -> Void) {
        self.status = status
        self.write = write
    }

    /// A list and the number of its rows.
    init<Row>(list name: StaticString, _ rows: [Row], _ write: @escaping (Row, inout JSONWriter) -> Void) {
        self.init { writer in
            writer.array(name) { list in for row in rows { list.element { write(row, &$0) } } }
            writer.field("total", rows.count)
        }
    }

    var answer: Answer {
        var writer = JSONWriter()
        writer.element { object in
            object.field("success", true)
            write(&object)
        }
        return Answer(status: status, bytes: writer.take())
    }
}
