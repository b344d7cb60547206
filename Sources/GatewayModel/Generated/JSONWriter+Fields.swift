// Generated from docs/api by tools/api-types. Change docs/api and run tools/api-types.
// swift-format-ignore-file

import LineFormats

extension JSONWriter {
    /// Writes the fields of ``Problem``.
    package mutating func fields(_ value: Problem) {
        field("type", value.type)
        field("title", value.title)
        field("status", value.status)
        field("detail", value.detail)
        field("code", value.code)
        field("hint", value.hint)
        field("retryable", value.retryable)
        if let it = value.outcome { field("outcome", it.rawValue) }
        field("exit_code", value.exitCode)
    }

    /// Writes the fields of ``ProvisioningRun``.
    package mutating func fields(_ value: ProvisioningRun) {
        field("id", value.id)
        field("batch", value.batch)
        field("state", value.state.rawValue)
        field("step", value.step)
        field("steps", value.steps)
        if let it = value.reason { object("reason") { $0.fields(it) } }
        field("address", text: value.address)
        if let it = value.addressType { field("address_type", it.rawValue) }
        field("name", value.name)
        field("uuid", text: value.uuid)
        field("major", value.major)
        field("minor", value.minor)
        field("rssi_at_1m", value.rssiAt1m)
        field("interval_ms", value.intervalMs)
        field("tx_power", value.txPower)
        field("profile", value.profile)
        field("dongle", value.dongle)
        field("attempts", value.attempts)
        field("created", plain: { $0.append(value.created) })
        field("updated", plain: { $0.append(value.updated) })
        if let it = value.found { object("found") { $0.fields(it) } }
        if let it = value.seenAddress { field("seen_address", text: it) }
        if let it = value.seenRSSI { field("seen_rssi", it) }
        if let it = value.simulated { field("simulated", it) }
    }

    /// Writes the fields of ``RunReason``.
    package mutating func fields(_ value: RunReason) {
        field("code", value.code)
        field("message", value.message)
        field("hint", value.hint)
    }

    /// Writes the fields of ``RunIdentity``.
    package mutating func fields(_ value: RunIdentity) {
        field("uuid", text: value.uuid)
        field("major", value.major)
        field("minor", value.minor)
    }

    /// Writes the fields of ``StreamStart`` except `ts`, which the line has already.
    package mutating func fields(_ value: StreamStart) {
        field("stream", value.stream)
        array("dongles") { writer in for it in value.dongles { writer.element(it) } }
        field("simulated", value.simulated)
    }

    /// Writes the fields of ``CountLine`` except `ts`, which the line has already.
    package mutating func fields(_ value: CountLine) {
        field("dongle", value.dongle)
        field("count", value.count)
    }

    /// Writes the fields of ``LinkLine`` except `ts`, which the line has already.
    package mutating func fields(_ value: LinkLine) {
        field("dongle", value.dongle)
        field("message", value.message)
        if let it = value.error { object("error") { $0.fields(it) } }
    }

    /// Writes the fields of ``StreamEnd`` except `ts`, which the line has already.
    package mutating func fields(_ value: StreamEnd) {
        field("received", value.received)
        field("lost", value.lost)
        field("missed", value.missed)
        field("filtered", value.filtered)
        field("malformed", value.malformed)
        field("interruptions", value.interruptions)
        field("reason", value.reason.rawValue)
    }

    /// Writes the fields of ``RegionLine`` except `ts`, which the line has already.
    package mutating func fields(_ value: RegionLine) {
        field("region", value.region)
        field("from", value.from.rawValue)
        field("to", value.to.rawValue)
        field("meaning", value.meaning.rawValue)
        field("reason", value.reason)
        field("beacon", value.beacon)
        if let it = value.rssi { field("rssi", it) }
        if let it = value.simulated { field("simulated", it) }
    }

    /// Writes the fields of ``PlacementSample`` except `ts`, which the line has already.
    package mutating func fields(_ value: PlacementSample) {
        field("listening", value.isListening)
        field("message", value.message)
        field("verdict", value.verdict)
        if let it = value.rssi { field("rssi", it) }
        field("samples", value.samples)
        field("wanted", value.wanted)
        field("threshold", value.threshold)
        if let it = value.average { field("average", it) }
        if let it = value.proximity { field("proximity", it.rawValue) }
        if let it = value.accuracy { field("accuracy", it, decimals: 3) }
    }

    /// Writes the fields of ``RangingLine`` except `ts`, which the line has already.
    package mutating func fields(_ value: RangingLine) {
        field("listening", value.listening)
        field("message", value.message)
        array("beacons") { writer in for it in value.beacons { writer.element { $0.fields(it) } } }
        if let it = value.omitted { field("omitted", it) }
    }

    /// Writes the fields of ``BeaconRange``.
    package mutating func fields(_ value: BeaconRange) {
        field("uuid", text: value.uuid)
        field("major", value.major)
        field("minor", value.minor)
        field("alias", value.alias)
        field("proximity", value.proximity.rawValue)
        field("accuracy", value.accuracy, decimals: 3)
        if let it = value.rssi { field("rssi", it) }
        if let it = value.smoothedRSSI { field("smoothed_rssi", it, decimals: 3) }
        if let it = value.power { field("power", it, decimals: 3) }
        field("calibrated", value.calibrated)
        field("rate", value.rate, decimals: 3)
        field("sightings", value.sightings)
        field("first_seen", plain: { $0.append(value.firstSeen) })
        field("last_seen", plain: { $0.append(value.lastSeen) })
        field("address", text: value.address)
        field("addresses", value.addresses)
        field("dongle", value.dongle)
        array("receptions") { writer in for it in value.receptions { writer.element { $0.fields(it) } } }
        if let it = value.badge { object("badge") { $0.fields(it) } }
        if let it = value.simulated { field("simulated", it) }
    }

    /// Writes the fields of ``Reception``.
    package mutating func fields(_ value: Reception) {
        field("dongle", value.dongle)
        field("smoothed_rssi", value.smoothedRSSI, decimals: 3)
        field("last_seen", plain: { $0.append(value.lastSeen) })
    }

    /// Writes the fields of ``PayfritBadge``.
    package mutating func fields(_ value: PayfritBadge) {
        field("kind", value.kind.rawValue)
        field("name", value.name)
    }

    /// Writes the fields of ``EventRecord`` except `ts`, which the line has already.
    package mutating func fields(_ value: EventRecord) {
        if let it = value.id { field("id", it) }
        field("kind", value.kind.rawValue)
        field("level", value.level.rawValue)
        field("title", value.title)
        field("detail", value.detail)
        field("dongle", value.dongle)
        field("simulated", value.simulated)
    }

    /// Writes the fields of ``NearbyLine`` except `ts`, which the line has already.
    package mutating func fields(_ value: NearbyLine) {
        field("listening", value.isListening)
        array("beacons") { writer in for it in value.beacons { writer.element { $0.fields(it) } } }
        field("others", value.others)
    }

    /// Writes the fields of ``NearbyBeacon``.
    package mutating func fields(_ value: NearbyBeacon) {
        field("address", text: value.address)
        field("address_type", value.addressType.rawValue)
        field("kind", value.kind)
        field("name", value.name)
        field("table", value.table)
        field("reason", value.reason)
        if let it = value.rssi { field("rssi", it) }
        field("last_seen", plain: { $0.append(value.lastSeen) })
    }

    /// Writes the fields of ``PatternDescription``.
    package mutating func fields(_ value: PatternDescription) {
        field("kind", value.kind.rawValue)
        field("pattern", value.pattern)
        field("device_type", value.type)
        field("enabled", value.enabled)
        field("case_sensitive", value.caseSensitive)
        field("set", value.set)
        field("edited", value.edited)
        field("source", value.source)
        if let it = value.confidence { field("confidence", it) }
        field("description", value.description)
        field("created", plain: { $0.append(value.created) })
        field("updated", plain: { $0.append(value.updated) })
    }

    /// Writes the fields of ``PatternList``.
    package mutating func fields(_ value: PatternList) {
        array("patterns") { writer in for it in value.patterns { writer.element { $0.fields(it) } } }
        field("total", value.total)
        object("near_duplicates") { $0.fields(value.nearDuplicates) }
    }

    /// Writes the fields of ``PatternNotes``.
    package mutating func fields(_ value: PatternNotes) {
        field("count", value.count)
        array("notes") { writer in for it in value.notes { writer.element { $0.fields(it) } } }
    }

    /// Writes the fields of ``PatternNote``.
    package mutating func fields(_ value: PatternNote) {
        field("relation", value.relation.rawValue)
        object("pattern") { $0.fields(value.pattern) }
        object("other") { $0.fields(value.other) }
        field("effective", value.effective)
    }

    /// Writes the fields of ``PatternReference``.
    package mutating func fields(_ value: PatternReference) {
        field("kind", value.kind.rawValue)
        field("pattern", value.pattern)
        if let it = value.caseSensitive { field("case_sensitive", it) }
    }

    /// Writes the fields of ``ConfigProgress``.
    package mutating func fields(_ value: ConfigProgress) {
        field("phase", value.phase.rawValue)
        if let it = value.bytes { field("bytes", it) }
        if let it = value.of { field("of", it) }
    }

    /// Writes the fields of ``DetectionDescription``.
    package mutating func fields(_ value: DetectionDescription) {
        field("key", value.key)
        field("radio", value.radio.rawValue)
        if let it = value.address { field("address", text: it) }
        field("name", value.name)
        array("device_types") { writer in for it in value.deviceTypes { writer.element(it) } }
        array("type_confidences") { writer in for it in value.typeConfidences { writer.element(it) } }
        array("methods") { writer in for it in value.methods { writer.element(it.rawValue) } }
        field("confidence", value.confidence)
        field("tier", value.tier.rawValue)
        field("first_seen", plain: { $0.append(value.firstSeen) })
        field("last_seen", plain: { $0.append(value.lastSeen) })
        field("count", value.count)
        if let it = value.rssi { field("rssi", it) }
        if let it = value.bestRSSI { field("best_rssi", it) }
        if let it = value.channel { field("channel", it) }
        array("sources") { writer in for it in value.sources { writer.element(it) } }
        if let it = value.position { object("position") { $0.fields(it) } }
        field("muted", value.muted)
        if let it = value.simulated { field("simulated", it) }
    }

    /// Writes the fields of ``DetectionPlace``.
    package mutating func fields(_ value: DetectionPlace) {
        field("latitude", value.latitude, decimals: 7)
        field("longitude", value.longitude, decimals: 7)
        if let it = value.accuracy { field("accuracy", it, decimals: 3) }
    }
}
