/// A setting, and every way to set it.
package struct SettingKey: Sendable {
    package let table: String
    package let name: String
    package let form: SettingForm
    /// Flags of `perch serve` that set it, including dashes.
    package let flags: [String]
    let value: @Sendable (Settings) -> SettingValue
    /// Sets a value; ignores one that does not fit ``form``.
    let set: @Sendable (inout Settings, SettingValue) -> Void

    /// `table.name`, for messages and lists.
    package var path: String { "\(table).\(name)" }

    /// Name of the environment variable.
    package var variable: String { "PERCH_\(table)_\(name)".uppercased() }

    /// Default value, in TOML.
    package var standard: String { value(Settings()).toml }

    private init<Value>(
        _ path: String, _ form: SettingForm, _ flags: [String],
        at field: any WritableKeyPath<Settings, Value> & Sendable,
        get: @escaping @Sendable (Value) -> SettingValue, set: @escaping @Sendable (SettingValue) -> Value?
    ) {
        let parts = path.split(separator: ".")
        table = String(parts[0])
        name = String(parts[1])
        self.form = form
        self.flags = flags
        value = { get($0[keyPath: field]) }
        self.set = { settings, value in
            if let value = set(value) { settings[keyPath: field] = value }
        }
    }

    private static func text(
        _ path: String, _ form: SettingForm, _ flags: [String] = [],
        at field: any WritableKeyPath<Settings, String?> & Sendable
    ) -> SettingKey {
        SettingKey(
            path, form, flags, at: field, get: { .text($0 ?? "") },
            set: { if case .text(let text) = $0 { text.isEmpty ? .some(nil) : text } else { nil } })
    }

    private static func number(
        _ path: String, _ form: SettingForm, or word: String, _ flags: [String] = [],
        at field: any WritableKeyPath<Settings, Int?> & Sendable
    ) -> SettingKey {
        SettingKey(
            path, form, flags, at: field, get: { $0.map(SettingValue.number) ?? .text(word) },
            set: {
                switch $0 {
                case .number(let number): number
                case .text: .some(nil)
                default: nil
                }
            })
    }

    private static func plainNumber(
        _ path: String, _ range: ClosedRange<Int>, at field: any WritableKeyPath<Settings, Int> & Sendable
    ) -> SettingKey {
        SettingKey(
            path, .number(range, or: nil), [], at: field, get: SettingValue.number,
            set: { if case .number(let number) = $0 { number } else { nil } })
    }

    private static func plainText(
        _ path: String, _ form: SettingForm, at field: any WritableKeyPath<Settings, String> & Sendable
    ) -> SettingKey {
        SettingKey(
            path, form, [], at: field, get: SettingValue.text,
            set: { if case .text(let text) = $0 { text } else { nil } })
    }

    private static func flag(
        _ path: String, at field: any WritableKeyPath<Settings, Bool> & Sendable
    ) -> SettingKey {
        SettingKey(
            path, .flag, [], at: field, get: SettingValue.flag,
            set: { if case .flag(let flag) = $0 { flag } else { nil } })
    }

    private static func list(
        _ path: String, _ form: SettingForm, at field: any WritableKeyPath<Settings, [String]> & Sendable
    ) -> SettingKey {
        SettingKey(
            path, form, [], at: field, get: SettingValue.list,
            set: { if case .list(let texts) = $0 { texts } else { nil } })
    }

    /// All settings, in the order of lists. Files, variables, flags, `perch settings` and the
    /// documentation follow this table.
    package static let all: [SettingKey] = [
        text("gateway.name", .name, at: \.gatewayName),
        SettingKey(
            "dongles.ports", .ports, ["--port"], at: \.ports, get: SettingValue.list,
            set: { if case .list(let ports) = $0 { ports } else { nil } }),
        SettingKey(
            "dongles.radios", .radios, ["--radio"], at: \.radios, get: SettingValue.list,
            set: { if case .list(let radios) = $0 { radios } else { nil } }),
        number("dongles.baud", .rate, or: "auto", ["--baud"], at: \.baud),
        SettingKey(
            "scan.always", .flag, ["--on-demand"], at: \.scansAlways, get: SettingValue.flag,
            set: { if case .flag(let flag) = $0 { flag } else { nil } }),
        SettingKey(
            "scan.mode", .choice(["active", "passive"]), ["--active", "--passive"], at: \.scansActively,
            get: { .text($0 ? "active" : "passive") }, set: { $0 == .text("active") }),
        number("scan.min_rssi", .number(-127...20, or: "none"), or: "none", ["--min-rssi"], at: \.minimumRSSI),
        text("socket.path", .path, ["--socket"], at: \.socket),
        text("socket.group", .name, at: \.socketGroup),
        text("http.listen", .address, ["--http"], at: \.listen),
        text("http.token_file", .path, ["--token-file"], at: \.tokenFile),
        text("http.tls_certificate", .path, ["--tls-certificate"], at: \.tlsCertificate),
        text("http.tls_key", .path, ["--tls-key"], at: \.tlsKey),
        text("esphome.listen", .address, at: \.proxyListen),
        flag("esphome.encryption", at: \.encryptsProxies),
        plainText("esphome.proxies", .choice(["one", "each"]), at: \.proxyDivision),
        list("esphome.companies", .companies, at: \.proxyCompanies),
        plainNumber("esphome.reserved_slots", 0...16, at: \.reservedSlots),
        flag("esphome.mdns", at: \.announcesProxies),
        text("store.folder", .path, ["--state"], at: \.stateFolder),
        plainNumber("events.keep", 1...1_000_000, at: \.eventsKept),
        number("events.keep_days", .number(1...36_500, or: "any"), or: "any", at: \.eventDays),
        plainNumber("history.days", 1...3_650, at: \.historyDays),
        plainNumber("history.megabytes", 1...1_000_000, at: \.historyMegabytes),
        plainNumber("beacons.capacity", 1_000...1_000_000, at: \.beaconCapacity),
        plainText(
            "beacons.distance", .choice(["log-distance", "altbeacon", "altbeacon-classic"]), at: \.distanceModel),
        plainText("beacons.path_loss", .decimal(1...6), at: \.pathLoss),
        flag("beacons.tell_addresses_apart", at: \.tellsAddressesApart),
        flag("detection.enabled", at: \.detects),
        text("provisioning.profiles", .path, at: \.profileFolder),
        plainText("payfrit.environment", .wordOrURL(["dev", "prod"]), at: \.payfritEnvironment),
        plainText("payfrit.api", .choice(["php", "cfm"]), at: \.payfritAPI),
        text("payfrit.pinned_certificate", .path, at: \.payfritCertificate),
        plainText("till.environment", .wordOrURL(["dev", "production"]), at: \.tillEnvironment),
        text("till.pinned_certificate", .path, at: \.tillCertificate),
        flag("till.badges", at: \.tillBadges),
        flag("till.notices", at: \.tillNotices),
        SettingKey(
            "notify.desktop", .choice(["auto", "off"]), [], at: \.notifiesDesktop,
            get: { .text($0 ? "auto" : "off") }, set: { $0 == .text("auto") }),
        list("notify.webhooks", .urls, at: \.webhooks),
        text("notify.webhook_secret_file", .path, at: \.webhookSecretFile),
        list("notify.command", .command, at: \.notifyCommand),
        SettingKey(
            "log.level", .choice(["error", "warning", "info", "debug"]), ["--log-level"], at: \.logLevel,
            get: SettingValue.text, set: { if case .text(let level) = $0 { level } else { nil } }),
    ]

    static let tables = Set(all.map(\.table))

    /// Returns the key with this path or flag; nil if there is none.
    package static func named(_ name: String) -> SettingKey? {
        all.first { $0.path == name || $0.flags.contains(name) }
    }

    /// Returns why the text of a flag or a variable is invalid for this setting; nil if it is
    /// valid.
    package func fault(of text: String) -> String? {
        fault(of: form.value(text), isRelativeAllowed: true)
    }

    func fault(of value: SettingValue, isRelativeAllowed: Bool) -> String? {
        guard !form.fits(value, isRelativeAllowed: isRelativeAllowed) else { return nil }
        return "\(path) is \(value.toml); it takes \(form.words)"
    }
}
