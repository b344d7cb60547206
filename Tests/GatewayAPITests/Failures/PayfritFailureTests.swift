import DongleLink
import Failures
import Gateway
import Payfrit
import Store
import Testing

@Suite struct PayfritFailureTests {
    private static let errors: [PayfritServiceError] = [
        .notLoggedIn, .loggedOut, .incompleteLogin, .openSessionFile(path: "/p", mode: 0o644),
        .badSessionFile(path: "/p"), .cannotUseSessionFile(path: "/p", errno: 13), .noBusiness,
        .unknownBusiness("x", known: []), .unknownBusiness("x", known: ["a", "b"]),
        .ambiguousBusiness("x", matches: ["a"]), .unknownServicePoint(1), .ambiguousServicePoint("x", [1, 2]),
        .manyPlaces, .noNextName(after: "x"), .unknownTable(1),
        .wrongState(table: 1, state: "queued", wish: "dropped"), .notProvisioned(table: 1),
        .unverified(table: 1, reason: nil), .unverified(table: 1, reason: "It was not seen."), .unknownRegistration(1),
        .registrationUnderWay(1), .badValue("x", of: "name", expected: "y"), .badValue("", of: "name", expected: "y"),
    ]

    @Test("each has a code, a sentence, a next step, and says that nothing was done", arguments: errors)
    func service(_ error: PayfritServiceError) {
        let failure = Failure(error)
        #expect(failure.code != "internal" && failure.code.allSatisfy { $0.isLowercase || $0 == "-" })
        #expect(
            failure.message.hasSuffix(".") && failure.hint.last.map { ".`".contains($0) } == true
                || failure.hint.contains("There are"))
        #expect(failure.outcome == .notDone && failure.exit != .ok)
    }

    @Test("the backend's failures are worded as they are known, with whether something may have come of them")
    func backend() {
        #expect(Failure(PayfritError.http(500)).message == "HTTP 500.")
        #expect(Failure(PayfritError.notJSON).message == "Decoding error: Non-JSON response.")
        #expect(Failure(PayfritError.refused("Invalid OTP")).message == "Invalid OTP")
        #expect(Failure(PayfritError.unauthorized).code == "logged-out")
        #expect(Failure(PayfritError.timedOut(.seconds(15))).outcome == .unknown)
        #expect(Failure(PayfritError.unreachable("no route")).outcome == .notDone)
        #expect(Failure(PayfritError.unreachable("no route")).isRetryable)
        #expect(!Failure(PayfritError.refused("x")).isRetryable)
        #expect(Failure(PayfritError.notInThisAPI(.registerHardware, .cfm)).code == "payfrit-not-in-this-api")
        #expect(Failure(PayfritError.notJSON).hint.contains("login page"))
        for error in [PayfritError.http(404), .notJSON, .notFound("There is nothing at /x.")] {
            #expect(Failure(error).hint.contains("does the URL of `payfrit.environment` end in /api?"))
        }
        #expect(Failure(PayfritError.notFound("Nothing here")).message == "Nothing here")
        #expect(Failure(PayfritError.notFound("Nothing here")).code == "payfrit-refused")
        #expect(Failure(PayfritError.untrusted("its certificate is old")).hint.contains("clock"))
        #expect(Failure(PayfritError.unknownBeacon(7)).message == "This business has no beacon 7.")
        #expect(Failure(PayfritError.unknownBeacon(7)).code == "unknown-payfrit-beacon")
        #expect(Failure(PayfritError.cancelled).exit == .interrupted)
    }

    @Test("a full outbox is no loss, and is told so")
    func store() {
        #expect(Failure(StoreError.tooManyRegistrations(limit: 10_000)).isRetryable)
        #expect(Failure(StoreError.servicePointTaken(table: 4)).message == "Table #4 already has this service point.")
        #expect(Failure(StoreError.tooManyTables(limit: 9)).outcome == .notDone)
    }
}
