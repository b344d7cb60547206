// Generated from docs/api by tools/api-types. Change docs/api and run tools/api-types.
// swift-format-ignore-file

import LineFormats

/// A session of the console, or what a client without one may do.
package struct SessionDescription: Codable, Sendable, Hashable {
    /// Number of the session; absent for a client without one, likewise the following.
    package var id: Int64?
    package var role: Role
    package var since: Timestamp?
    /// Time when the session ends by itself.
    package var until: Timestamp?
    /// Address from which the session was opened.
    package var address: String?
    /// Whether this request belongs to the session.
    package var isCurrent: Bool

    private enum CodingKeys: String, CodingKey {
        case id, role, since, until, address
        case isCurrent = "current"
    }

    package init(
        id: Int64? = nil, role: Role, since: Timestamp? = nil, until: Timestamp? = nil, address: String? = nil,
        isCurrent: Bool
    ) {
        self.id = id
        self.role = role
        self.since = since
        self.until = until
        self.address = address
        self.isCurrent = isCurrent
    }
}

/// The answer of `GET /v1/console/sessions`.
package struct SessionList: Codable, Sendable, Hashable {
    package var sessions: [SessionDescription]

    package init(sessions: [SessionDescription]) {
        self.sessions = sessions
    }
}

/// The answer of `DELETE /v1/console/sessions`.
package struct SessionsEnded: Codable, Sendable, Hashable {
    package var ended: Int

    package init(ended: Int) {
        self.ended = ended
    }
}
