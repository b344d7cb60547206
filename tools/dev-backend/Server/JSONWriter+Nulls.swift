import LineFormats

extension JSONWriter {
    /// Writes null for nil, where the API has a key without a value.
    mutating func field(_ name: StaticString, orNull text: String?) {
        if let text { field(name, text) } else { null(name) }
    }

    /// Writes null for nil, where the API has a key without a value.
    mutating func field(_ name: StaticString, orNull number: Int?) {
        if let number { field(name, number) } else { null(name) }
    }

    private mutating func null(_ name: StaticString) {
        members(of: "{\"\(name)\":null}".utf8)
    }
}
