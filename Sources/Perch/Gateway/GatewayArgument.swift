import ArgumentParser
import GatewayClient

/// Which gateway a verb is to use, as `--gateway` says it.
enum GatewayArgument: Sendable, Hashable {
    /// One inside this process, without looking for another.
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
