import GatewayModel

/// A `dongle` is named by its id, its alias or its port.
extension GatewayClient {
    /// Those in use first, then those known from earlier.
    public func dongles() async throws -> [DongleStatus] {
        try await answer(Request(.GET, "v1", "dongles"), as: DongleList.self).dongles
    }

    public func dongle(_ dongle: String) async throws -> DongleStatus {
        try await answer(Request(.GET, "v1", "dongles", dongle))
    }

    /// Takes a port of the gateway's machine into use and waits until its dongle was greeted.
    public func adopt(_ adoption: AdoptionRequest) async throws -> DongleStatus {
        try await answer(try Request(.POST, "v1", "dongles", json: adoption), within: limits.adoption)
    }

    /// Forgets a dongle that is not in use.
    public func forget(_ dongle: String) async throws {
        try await order(Request(.DELETE, "v1", "dongles", dongle))
    }

    /// Lets its port go.
    public func release(_ dongle: String) async throws {
        try await order(Request(.POST, "v1", "dongles", dongle, "release"))
    }

    public func details(of dongle: String) async throws -> DongleDetails {
        try await answer(Request(.GET, "v1", "dongles", dongle, "info"))
    }

    /// Gives it a name, or takes its name away.
    public func setAlias(_ alias: String?, of dongle: String) async throws -> DongleStatus {
        if let alias {
            return try await answer(
                try Request(.PUT, "v1", "dongles", dongle, "alias", json: AliasRequest(alias: alias)))
        }
        return try await answer(Request(.DELETE, "v1", "dongles", dongle, "alias"))
    }

    public func identify(_ dongle: String, for duration: Duration) async throws {
        let milliseconds = Int(duration / .milliseconds(1))
        try await order(
            try Request(
                .POST, "v1", "dongles", dongle, "identify", json: IdentificationRequest(durationMs: milliseconds)))
    }

    /// Restarts it, and waits until it is back where the firmware is started.
    public func reboot(_ dongle: String, _ mode: RebootOrder.Mode) async throws {
        try await order(
            try Request(.POST, "v1", "dongles", dongle, "reboot", json: RebootOrder(mode: mode)),
            within: limits.adoption)
    }

    /// Its log from now on; ends with the link.
    public func log(of dongle: String) async throws -> LineStream<DongleLogLine> {
        let chunks = try await lines(Request(.GET, "v1", "dongles", dongle, "log"))
        return LineStream(chunks: chunks) { type, line in
            type == "log" ? try self.decode(DongleLogLine.self, from: line) : nil
        }
    }
}
