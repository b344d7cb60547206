// Made from docs/api by tools/api-types. Change that, and run it again.
// swift-format-ignore-file

import GatewayModel

extension AliasRequest: RequestObject {
    static let keys = ["alias"]
}
