import DongleProtocol

/// One rule of SPEC.md that a dongle can be seen to obey from the line.
package struct Check: Sendable {
    /// What must be so for a check to be run.
    package enum Need: Sendable, Hashable {
        /// All of these feature bits.
        case features(Features)
        /// None of these feature bits.
        case without(Features)
        /// Leave to restart the dongle and to change what it keeps.
        case reset
        /// A peripheral to connect to.
        case peripheral
        /// Leave to take more than half a minute.
        case slow
        /// At least so many requests at once.
        case inflight(Int)
        /// At least so large a payload to the dongle.
        case payload(Int)
    }

    /// Stable, for scripts.
    package let id: String
    /// The section of SPEC.md it comes from, such as `5.3`.
    package let section: String
    /// The rule in one sentence.
    package let summary: String
    package let needs: [Need]
    /// Nil where it is judged at the end, by what was seen throughout.
    let body: (@Sendable (Bench) throws -> Void)?

    /// Whether it is judged by what was seen throughout the run, behind all others.
    package var isThroughout: Bool { body == nil }

    init(
        _ id: String, _ section: String, _ summary: String, needs: [Need] = [],
        body: (@Sendable (Bench) throws -> Void)?
    ) {
        self.id = id
        self.section = section
        self.summary = summary
        self.needs = needs
        self.body = body
    }
}

extension Check.Need {
    /// A word for lists.
    package var word: String {
        switch self {
        case .features(let features): features.wireNames.joined(separator: ", ")
        case .without(let features): "no " + features.wireNames.joined(separator: ", ")
        case .reset: "--allow-reset"
        case .peripheral: "--peripheral"
        case .slow: "--slow"
        case .inflight(let count): "W ≥ \(count)"
        case .payload(let count): "payload ≥ \(count)"
        }
    }

    /// Why it is not met; nil where it is.
    func reasonToSkip(_ bench: Bench) -> String? {
        switch self {
        case .features(let features):
            let missing = features.subtracting(bench.features)
            return missing.isEmpty ? nil : "the dongle has no \(missing.wireNames.joined(separator: ", "))"
        case .without(let features):
            let there = features.intersection(bench.features)
            return there.isEmpty ? nil : "the dongle has \(there.wireNames.joined(separator: ", "))"
        case .reset:
            return bench.options.allowsReset ? nil : "it restarts the dongle or changes what it keeps: --allow-reset"
        case .peripheral: return bench.options.peripheral == nil ? "no --peripheral was named" : nil
        case .slow: return bench.options.isSlow ? nil : "it takes half a minute: --slow"
        case .inflight(let count): return bench.inflight >= count ? nil : "the dongle takes \(bench.inflight) at once"
        case .payload(let count):
            return bench.payload >= count ? nil : "the dongle takes payloads of \(bench.payload) bytes"
        }
    }
}

extension Features {
    /// As SPEC.md 4.3 names them.
    var wireNames: [String] {
        let names: [(Features, String)] = [
            (.activeScan, "ACTIVE_SCAN"), (.extendedAdvertising, "EXTENDED_ADVERTISING"), (.wifiScan, "WIFI_SCAN"),
            (.gatt, "GATT"), (.indicationHold, "INDICATION_HOLD"), (.configStore, "CONFIG_STORE"),
            (.coalesce, "COALESCE"), (.scanFilters, "SCAN_FILTERS"), (.identify, "IDENTIFY"),
            (.bootloader, "BOOTLOADER"), (.detection, "DETECTION"), (.simulated, "SIMULATED"),
        ]
        return names.filter { contains($0.0) }.map(\.1)
    }
}
