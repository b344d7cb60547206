/// An enumeration whose raw values are used both in JSON and in text for people.
public protocol Word: RawRepresentable, Codable, Sendable, Hashable, CaseIterable, CustomStringConvertible
where RawValue == String {}

extension Word {
    public var description: String { rawValue }
}
