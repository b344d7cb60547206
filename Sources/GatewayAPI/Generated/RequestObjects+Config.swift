// Made from docs/api by tools/api-types. Change that, and run it again.
// swift-format-ignore-file

import GatewayModel

extension ScanSettingsChange: RequestObject {
    static let keys = ["settings"]
}
