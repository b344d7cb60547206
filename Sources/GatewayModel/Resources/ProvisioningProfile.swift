/// The answer of `GET /v1/provisioning/profiles`.
public struct ProvisioningProfileList: Codable, Sendable, Hashable {
    /// The default first.
    public var profiles: [ProvisioningProfile]

    public init(profiles: [ProvisioningProfile]) {
        self.profiles = profiles
    }
}

/// One kind of beacon that can be provisioned, by what it is known on the air. Its passwords are told to nobody.
public struct ProvisioningProfile: Codable, Sendable, Hashable {
    /// Names it in orders.
    public var name: String
    public var title: String
    /// UUID of the service by which it is set up, such as `ffe0`.
    public var service: String
    /// UUIDs of the identities it has when it comes from the factory, beside those of the ban list.
    public var factoryUUIDs: [String]

    private enum CodingKeys: String, CodingKey {
        case name, title, service
        case factoryUUIDs = "factory_uuids"
    }

    public init(name: String, title: String, service: String, factoryUUIDs: [String]) {
        self.name = name
        self.title = title
        self.service = service
        self.factoryUUIDs = factoryUUIDs
    }
}
