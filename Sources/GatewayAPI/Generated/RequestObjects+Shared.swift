// Generated from docs/api by tools/api-types. Change docs/api and run tools/api-types.
// swift-format-ignore-file

import GatewayModel

extension AliasRequest: RequestObject {
    static let keys = ["alias"]
}
