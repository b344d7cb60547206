/// A business that has tables.
package struct Business: Sendable, Hashable, Identifiable {
    package var id: Int
    package var name: String
    package var city: String?
    package var parent: Int?

    package init(id: Int, name: String, city: String? = nil, parent: Int? = nil) {
        self.id = id
        self.name = name
        self.city = city
        self.parent = parent
    }
}
