/// An enumeration whose cases are words in JSON, and for people.
public protocol Word: RawRepresentable, Codable, Sendable, Hashable, CaseIterable, CustomStringConvertible
where RawValue == String {}

extension Word {
    public var description: String { rawValue }
}
