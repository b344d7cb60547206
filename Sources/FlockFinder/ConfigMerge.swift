import JSONLines

/// Brings together what the host means and what a device holds, by what both had when they last agreed.
///
/// An entry that is disabled matches nothing, and so counts as one that is not there. On the device it stays, disabled, where
/// the device had it so, or where the host has it so; it goes only where the host does not have it at all.
package struct ConfigMerge: Sendable, Hashable {
    package enum Item: Sendable, Hashable {
        case setting(ScanSetting)
        case entry(Pattern.Key)
    }

    /// What one side says of an item; nil = nothing, or that it is not there.
    package enum Value: Sendable, Hashable {
        case number(Int)
        case deviceType(String)
    }

    /// What one side is to take over.
    package struct Change: Sendable, Hashable {
        package let item: Item
        package let from: Value?
        package let to: Value?

        package init(item: Item, from: Value?, to: Value?) {
            self.item = item
            self.from = from
            self.to = to
        }
    }

    /// Both sides have changed an item, in different ways.
    package struct Conflict: Sendable, Hashable {
        package let item: Item
        package let base: Value?
        package let host: Value?
        package let device: Value?

        package init(item: Item, base: Value?, host: Value?, device: Value?) {
            self.item = item
            self.base = base
            self.host = host
            self.device = device
        }
    }

    package enum Preference: String, Word {
        case host, device
    }

    /// What the device is to hold. Where nobody has settled a conflict, what it holds.
    package private(set) var merged: DeviceConfig
    /// What both sides agree on after this, by which the next merge goes: where nobody has settled a conflict, the old base.
    package private(set) var base: DeviceConfig
    /// What the host takes from the device, in the order of the lists.
    package private(set) var toHost: [Change] = []
    /// What the device takes from the host.
    package private(set) var toDevice: [Change] = []
    /// What nobody has settled.
    package private(set) var conflicts: [Conflict] = []

    /// - Parameters:
    ///   - base: Nil where they never agreed: then nothing was removed, and what is on one side only is new there.
    ///   - host: What it says nothing of stays as it is on the device.
    ///   - prefer: Whose word counts where both have changed something.
    package init(base: DeviceConfig?, host: DeviceConfig, device: DeviceConfig, prefer: Preference? = nil) {
        merged = DeviceConfig(version: device.version)
        self.base = DeviceConfig(version: device.version)
        for setting in ScanSetting.allCases {
            // What a device does not tell of it does not have.
            guard let there = device.settings[setting] else { continue }
            let value = settle(
                .setting(setting), base: base?.settings[setting].map { .number($0) },
                host: .number(host.settings[setting] ?? there), device: .number(there), prefer)
            if case .number(let number) = value.merged { merged.settings[setting] = number }
            if case .number(let number) = value.base { self.base.settings[setting] = number }
        }
        for kind in PatternKind.onDevices {
            // Of a list that the device does not have at all, nothing can be said.
            guard device.lists[kind] != nil else { continue }
            merge(kind, base: base, host: host, device: device, prefer)
        }
    }

    private mutating func merge(
        _ kind: PatternKind, base: DeviceConfig?, host: DeviceConfig, device: DeviceConfig, _ prefer: Preference?
    ) {
        let (old, ours, theirs) = (Side(base, kind), Side(host, kind), Side(device, kind))
        var keys: [Pattern.Key] = []
        var seen: Set<Pattern.Key> = []
        // As they stand on the device, then what is new: a config that did not change is written as it was.
        for key in theirs.order + ours.order + old.order where seen.insert(key).inserted { keys.append(key) }
        merged.lists[kind] = []
        self.base.lists[kind] = []
        for key in keys {
            let isStated = host.lists[kind] != nil
            let value = settle(
                .entry(key), base: old[key], host: isStated ? ours[key] : theirs[key], device: theirs[key], prefer)
            let entry = ours.entries[key] ?? theirs.entries[key] ?? old.entries[key]
            if case .deviceType(let type) = value.merged, let entry {
                merged.lists[kind]?.append(entry.of(type))
            } else if let disabled = theirs.disabled(key) ?? ours.disabled(key, as: theirs.entries[key]) {
                merged.lists[kind]?.append(disabled)
            }
            if case .deviceType(let type) = value.base, let entry { self.base.lists[kind]?.append(entry.of(type)) }
        }
    }

    private mutating func settle(
        _ item: Item, base: Value?, host: Value?, device: Value?, _ prefer: Preference?
    ) -> (merged: Value?, base: Value?) {
        if host == device { return (host, host) }
        let winner: Preference
        if host == base {
            winner = .device
        } else if device == base {
            winner = .host
        } else if let prefer {
            winner = prefer
        } else {
            conflicts.append(Conflict(item: item, base: base, host: host, device: device))
            return (device, base)
        }
        switch winner {
        case .host:
            toDevice.append(Change(item: item, from: device, to: host))
            return (host, host)
        case .device:
            toHost.append(Change(item: item, from: host, to: device))
            return (device, device)
        }
    }

    /// The entries of a list, each once: of two alike the enabled one, of two such the last.
    private struct Side {
        var order: [Pattern.Key] = []
        var entries: [Pattern.Key: DeviceConfig.Entry] = [:]

        init(_ config: DeviceConfig?, _ kind: PatternKind) {
            for entry in config?[kind] ?? [] {
                let key = Pattern.Key(kind, entry)
                if entries[key] == nil { order.append(key) }
                if entry.isEnabled || entries[key]?.isEnabled != true { entries[key] = entry }
            }
        }

        subscript(key: Pattern.Key) -> Value? {
            entries[key].flatMap { $0.isEnabled ? .deviceType($0.deviceType) : nil }
        }

        /// The entry, where it is disabled here.
        ///
        /// - Parameter there: As the other side has it, which is then what is disabled.
        func disabled(_ key: Pattern.Key, as there: DeviceConfig.Entry? = nil) -> DeviceConfig.Entry? {
            guard let entry = entries[key], !entry.isEnabled else { return nil }
            var disabled = there ?? entry
            disabled.isEnabled = false
            return disabled
        }
    }
}

extension DeviceConfig.Entry {
    fileprivate func of(_ deviceType: String) -> DeviceConfig.Entry {
        var entry = self
        entry.deviceType = deviceType
        entry.isEnabled = true
        return entry
    }
}
