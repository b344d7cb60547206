/// A business that has tables.
public struct Business: Sendable, Hashable, Identifiable {
    public var id: Int
    public var name: String
    public var city: String?
    public var parent: Int?

    public init(id: Int, name: String, city: String? = nil, parent: Int? = nil) {
        self.id = id
        self.name = name
        self.city = city
        self.parent = parent
    }
}
