import GatewayModel

extension Role {
    /// Whether a session with this role may use an operation that needs `least`. Every session may use
    /// what needs the role `till`.
    func reaches(_ least: Role) -> Bool {
        switch least {
        case .till: true
        case .viewer: self != .till
        case .crew: self == .crew || self == .admin
        case .admin: self == .admin
        }
    }
}
