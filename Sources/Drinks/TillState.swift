import LineFormats

/// An item of a cart.
package struct CartItem: Sendable, Hashable, Codable {
    package var product: String
    package var name: String
    package var quantity: Int
    /// Price of one piece when the item was added.
    package var unitPrice: Cents

    package init(product: String, name: String, quantity: Int, unitPrice: Cents) {
        self.product = product
        self.name = name
        self.quantity = quantity
        self.unitPrice = unitPrice
    }

    package var total: Cents { unitPrice * quantity }
}

/// What a till keeps of one member.
package struct MemberState: Sendable, Hashable, Codable {
    package var member: Member
    /// Secret; nil = logged out.
    package var token: String?
    /// Time at which the token is dropped, by this machine's clock.
    package var tokenEnds: Timestamp
    package var cart: [CartItem] = []
    package var open: OpenBooking?
}

extension MemberState: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Omits the token.
    package var description: String { "member \(member.id), cart of \(cart.count)" }
    package var debugDescription: String { description }
    /// `dump` and failing expectations inspect values through this mirror.
    package var customMirror: Mirror { Mirror(self, children: ["member": member.id, "cart": cart]) }
}

/// What a till keeps: logins, carts and bookings whose outcome is open.
package struct TillState: Sendable, Hashable, Codable {
    /// Most members that are kept.
    package static let memberLimit = 50
    /// Most items of a cart.
    package static let cartLimit = 100

    /// URL of the server that all of it belongs to.
    package var base: String
    /// ID of the member who is logged in.
    package var current: String?
    package var members: [MemberState] = []

    package init(base: String) { self.base = base }

    package subscript(id: String) -> MemberState? {
        get { members.first { $0.member.id == id } }
        set {
            members.removeAll { $0.member.id == id }
            if let newValue { members.append(newValue) }
        }
    }

    /// Drops the token, and the member where nothing else of theirs is kept.
    package mutating func dropLogin(of id: String) {
        if current == id { current = nil }
        guard var member = self[id] else { return }
        member.token = nil
        self[id] = member.cart.isEmpty && member.open == nil ? nil : member
    }
}
