import DongleProtocol

/// A rule of SPEC.md whose observance can be tested from the line.
package struct Check: Sendable {
    /// A condition for running a check.
    package enum Need: Sendable, Hashable {
        /// All of these feature bits.
        case features(Features)
        /// None of these feature bits.
        case without(Features)
        /// Permission to restart the dongle and to change its saved state.
        case reset
        /// A peripheral to connect to.
        case peripheral
        /// Permission to take more than 30 s.
        case slow
        /// At least this many unresolved requests at once.
        case inflight(Int)
        /// At least this payload in both directions, in bytes.
        case payload(Int)
        /// At least this minor version, for rules that SPEC.md 15.1 decides.
        case minor(UInt8)
    }

    /// Stable id, for scripts.
    package let id: String
    /// Section of SPEC.md that states the rule, such as `5.3`.
    package let section: String
    /// The rule in one sentence.
    package let summary: String
    package let needs: [Need]
    /// Nil if the rule is judged at the end, by everything seen during the run.
    let body: (@Sendable (Bench) throws -> Void)?

    /// Whether the rule is judged after all others, by everything seen during the run.
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
    /// Short text for lists.
    package var word: String {
        switch self {
        case .features(let features): features.wireNames.joined(separator: ", ")
        case .without(let features): "no " + features.wireNames.joined(separator: ", ")
        case .reset: "--allow-reset"
        case .peripheral: "--peripheral"
        case .slow: "--slow"
        case .inflight(let count): "W ≥ \(count)"
        case .payload(let count): "payload ≥ \(count)"
        case .minor(let minor): "version 1.\(minor)"
        }
    }

    /// Returns the verdict on a check with this need, if the need is not met; nil if it is met.
    func verdictUnmet(_ bench: Bench) -> Verdict? {
        switch self {
        case .features(let features):
            let missing = features.subtracting(bench.features)
            return missing.isEmpty ? nil : .skipped("the dongle has no \(missing.wireNames.joined(separator: ", "))")
        case .without(let features):
            let there = features.intersection(bench.features)
            return there.isEmpty ? nil : .skipped("the dongle has \(there.wireNames.joined(separator: ", "))")
        case .reset:
            return bench.options.allowsReset
                ? nil : .notProven("this check restarts the dongle or changes its saved config; add --allow-reset")
        case .peripheral:
            return bench.options.peripheral == nil ? .notProven("add --peripheral with a device to connect to") : nil
        case .slow: return bench.options.isSlow ? nil : .notProven("this check takes half a minute; add --slow")
        case .inflight(let count):
            return bench.inflight >= count ? nil : .skipped("the max_inflight of the dongle is \(bench.inflight)")
        case .payload(let count):
            let least = min(bench.payload, Int(bench.reply?.largestPayloadToHost ?? 64))
            return least >= count ? nil : .skipped("the payload limit of the dongle is \(least) bytes")
        case .minor(let minor):
            let stated = bench.reply?.minor ?? 0
            return stated >= minor ? nil : .skipped("the dongle states version 1.\(stated)")
        }
    }
}

extension Features {
    /// Names as in SPEC.md 4.3.
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
