import GatewayModel
import Store

/// Finding of a dongle by name.
extension Gateway {
    /// A dongle that was found by name.
    enum Found: Sendable {
        case inUse(key: Int, PortInUse)
        /// A dongle known from earlier that is on no port in use.
        case known(KnownDongle)
    }

    /// Finds a dongle by id, alias or port; nil = the only connected dongle, or, if none is
    /// connected, the only one in use.
    ///
    /// - Throws: ``GatewayError``: the dongle is unknown or ambiguous, or there is none.
    func find(_ name: String?) async throws -> Found {
        guard let name else { return try await onlyOne() }
        // Aliases are in the store; if it fails, ids and ports still work.
        let known = (try? await store.dongles.list()) ?? []
        let id = known.first { $0.alias == name }?.id ?? name.lowercased()
        let resolved = PortChoice.resolvedPath(name)
        let match =
            ports.first { $0.value.id == id }
            ?? ports.first { _, port in
                port.path == name || port.target.text == name || PortChoice.resolvedPath(port.path) == resolved
            }
        if let match { return .inUse(key: match.key, match.value) }
        if let dongle = known.first(where: { $0.id == id }) { return .known(dongle) }
        throw GatewayError.unknownDongle(name, known: names(known))
    }

    private func onlyOne() async throws(GatewayError) -> Found {
        // A port on which no dongle has answered yet may not have one.
        let candidates =
            [ports.filter { $0.value.isLinked }, ports.filter { $0.value.id != nil }].first { !$0.isEmpty } ?? ports
        guard let only = candidates.first else { throw .noDongle }
        guard candidates.count == 1 else {
            var known: [GatewayError.Candidate] = []
            for port in candidates.values {
                let state = await port.supervisor.state.dongleState
                known.append(GatewayError.Candidate(name: port.id ?? port.path, state: state))
            }
            throw .ambiguousDongle(known.sorted { $0.name < $1.name })
        }
        return .inUse(key: only.key, only.value)
    }

    /// Returns the names of all dongles, in use or known.
    private func names(_ known: [KnownDongle]) -> [String] {
        let unknown = ports.values.map { port in port.id ?? port.path }.filter { id in !known.contains { $0.id == id } }
        return known.map { $0.alias ?? $0.id } + unknown.sorted()
    }

    /// Returns the dongle with this name if it can be used. While its port is being opened, waits
    /// for it.
    func usable(_ name: String?) async throws -> (key: Int, link: OpenLink) {
        let found = try await find(name)
        switch found {
        case .known(let dongle):
            throw GatewayError.dongleAway(dongle.alias ?? dongle.id, state: Unusable(state: .absent).words)
        case .inUse(let key, let port):
            switch try await port.supervisor.usable() {
            case .success(let link): return (key, link)
            case .failure(let why): throw GatewayError.dongleAway(name ?? port.id ?? port.path, state: why.words)
            }
        }
    }

    /// Returns whether a text can be a dongle's alias: 1...32 letters, digits, `-`, `_`, `.`, and
    /// not like a device id.
    nonisolated static func isAlias(_ text: String) -> Bool {
        func isHex(_ byte: UInt8) -> Bool {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
                UInt8(ascii: "A")...UInt8(ascii: "F"):
                true
            default: false
            }
        }
        func isAllowed(_ byte: UInt8) -> Bool {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
                true
            default: false
            }
        }
        let bytes = text.utf8
        guard (1...32).contains(bytes.count), bytes.allSatisfy(isAllowed) else { return false }
        return bytes.count != 16 || !bytes.allSatisfy(isHex)
    }
}
