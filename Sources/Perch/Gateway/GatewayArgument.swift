import ArgumentParser
import GatewayClient

/// The gateway that a verb uses, as `--gateway` names it.
enum GatewayArgument: Sendable, Hashable {
    /// A gateway inside this process; no other is looked for.
    case own
    case at(GatewayAddress)

    init?(_ text: String) {
        if text == "none" {
            self = .own
        } else {
            guard let address = GatewayAddress(text) else { return nil }
            self = .at(address)
        }
    }
}

extension GatewayArgument: ExpressibleByArgument {
    init?(argument: String) {
        self.init(argument)
    }
}
