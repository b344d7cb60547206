import Advertising
import Failures
import Gateway
import GatewayModel
import Hummingbird
import JSONLines

extension GatewayAPI {
    var payfritRoutes: [Route] {
        payfritLoginRoutes + payfritLookupRoutes + servicePointRoutes + payfritBeaconRoutes + tableRoutes
            + registrationRoutes
    }

    private var payfritLoginRoutes: [Route] {
        [
            Route(.get, "/v1/payfrit/status") { _ in .json(try await gateway.payfrit.status()) },
            Route(.post, "/v1/payfrit/otp") { call in
                try await gateway.payfrit.sendOTP(try await call.object())
                return .done
            },
            Route(.post, "/v1/payfrit/login") { call in
                .json(try await gateway.payfrit.login(try await call.object()))
            },
            Route(.post, "/v1/payfrit/logout") { _ in
                try await gateway.payfrit.logout()
                return .done
            },
            Route(.get, "/v1/payfrit/businesses") { _ in .json(try await gateway.payfrit.businesses()) },
            Route(.get, "/v1/payfrit/businesses/{business}") { call in
                .json(try await gateway.payfrit.business(try call.number("business", 1...Int(Int32.max))))
            },
            Route(.put, "/v1/payfrit/business") { call in
                .json(try await gateway.payfrit.use(try await call.object()))
            },
        ]
    }

    /// Whose beacons are.
    private var payfritLookupRoutes: [Route] {
        [
            Route(.get, "/v1/payfrit/lookup", query: ["uuid", "mac"]) { call in
                .json(try await gateway.payfrit.lookup(try lookedUp(call)))
            },
            Route(.get, "/v1/payfrit/resolve", query: ["uuid", "major"]) { call in
                guard let uuid = try uuid(call), let major = try call.query.number("major", 0...Int(UInt16.max)) else {
                    throw RequestError.invalidParameter("uuid", expected: "given, together with major")
                }
                let business = try await gateway.payfrit.resolve(uuid: uuid, major: major)
                return .json(PayfritResolution(business: business))
            },
            Route(.post, "/v1/payfrit/badges") { call in
                let question: PayfritBadgeQuestion = try await call.object()
                return .json(await badges(of: question.identities.compactMap { BeaconIdentity($0) }))
            },
        ]
    }

    /// What is known is answered, too, where no more can be learned.
    private func badges(of identities: [BeaconIdentity]) async -> PayfritBadgeList {
        var list = PayfritBadgeList(badges: [])
        do {
            try await gateway.payfrit.refreshBadges(identities)
        } catch {
            let failure = Failure(error)
            list.error = PayfritFailure(
                at: .now, code: failure.code, message: failure.message, hint: failure.hint)
        }
        list.badges = identities.map { gateway.payfrit.badge(of: $0) }
        return list
    }

    private func lookedUp(_ call: Call) throws(RequestError) -> String {
        let address = try call.query.text("mac")
        switch (try uuid(call), address) {
        case (let uuid?, nil): return uuid
        case (nil, let address?):
            guard BluetoothAddress(address) != nil else {
                throw .invalidParameter("mac", expected: "an address such as aa:bb:cc:dd:ee:ff")
            }
            return address
        default: throw .invalidParameter("uuid", expected: "given, unless mac is; one of them")
        }
    }

    private func uuid(_ call: Call) throws(RequestError) -> String? {
        guard let text = try call.query.text("uuid") else { return nil }
        guard ProximityUUID(text) != nil else {
            throw .invalidParameter("uuid", expected: "32 hexadecimal digits, with dashes or without")
        }
        return text
    }
}
