// Generated from docs/api by tools/api-types. Change docs/api and run tools/api-types.
// swift-format-ignore-file

/// The answer of `GET /v1/companies`.
package struct CompanyList: Codable, Sendable, Hashable {
    package var companies: [Company]

    package init(companies: [Company]) {
        self.companies = companies
    }
}

package struct Company: Codable, Sendable, Hashable {
    /// Company identifier of the Bluetooth SIG's Assigned Numbers. Range: 0...65,535.
    package var id: UInt16
    package var name: String

    package init(id: UInt16, name: String) {
        self.id = id
        self.name = name
    }
}
