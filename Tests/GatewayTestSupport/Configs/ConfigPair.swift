import FlockFinder
import SimulatedDongle

/// The factory config of a simulated FlockFinder, and a long config to replace it.
package struct ConfigPair: Sendable {
    package enum Side: String, Sendable {
        case old, new
    }

    package let old: SimulatedFlockFinder.Config
    package let new: SimulatedFlockFinder.Config
    /// Text to push so that the device holds ``new``: as much as each firmware can store.
    package let text: String

    package init(_ firmware: SimulatedFlockFinder.Firmware, factory: SimulatedFlockFinder.Config) {
        old = factory
        let count = firmware == .real ? 14 : 45
        func entries(_ name: String) -> [(text: String, type: String)] {
            (0..<count).map { ("\(name) \(100 + $0)", "a type of as many bytes as a device type may have \(100 + $0)") }
        }
        let (networks, names) = (entries("network"), entries("name"))
        var new = factory
        new.ssids = networks.map { .init($0.text, $0.type) }
        new.bleNames = names.map { .init($0.text, $0.type) }
        (new.macs, new.bleUUIDs) = ([], [])
        new.scan.hopInterval = 700
        self.new = new
        let config = DeviceConfig(
            settings: [.channelHopInterval: 700],
            lists: [
                .ssid: networks.map { .init($0.text, deviceType: $0.type) },
                .bleName: names.map { .init($0.text, deviceType: $0.type) }, .mac: [], .bleUUID: [],
            ])
        let dialect: ConfigDialect = firmware == .real ? .nested : .compact
        text = String(decoding: dialect.encode(config), as: UTF8.self)
    }

    /// Returns which of the two configs this one equals; nil = neither.
    package func side(_ config: SimulatedFlockFinder.Config) -> Side? {
        config == old ? .old : config == new ? .new : nil
    }

    /// Returns which of the two configs a text states, as a host reads it; nil = neither.
    package func side(telling text: String) -> Side? {
        guard let told = try? ConfigReading(parsing: text.utf8).config else { return nil }
        func isTold(_ config: SimulatedFlockFinder.Config) -> Bool {
            let lists: [(PatternKind, [SimulatedFlockFinder.Config.Entry])] = [
                (.ssid, config.ssids), (.mac, config.macs), (.bleName, config.bleNames), (.bleUUID, config.bleUUIDs),
            ]
            return told.settings[.channelHopInterval] == config.scan.hopInterval
                && lists.allSatisfy { kind, entries in
                    told[kind].map(\.text) == entries.map(\.text)
                        && told[kind].map(\.deviceType) == entries.map(\.deviceType)
                }
        }
        return isTold(old) ? .old : isTold(new) ? .new : nil
    }
}
