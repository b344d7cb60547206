import DevBackend
import Foundation
import RESTClient
import TestSupport
import Testing

import class GatewayTestSupport.TillClock

@testable import Drinks

/// Tills of one server, with a clock of their own.
struct TillRoom: Sendable {
    let client: DrinksClient
    let clock: TillClock
    let folder: String

    var till: Till { Till(client: client, file: TillFile(folder: folder), clock: clock.clock) }

    /// Another till of the same members, elsewhere.
    func otherTill(_ name: String) throws -> Till {
        let other = folder + "/" + name
        try FileManager.default.createDirectory(atPath: other, withIntermediateDirectories: true)
        return Till(client: client, file: TillFile(folder: other), clock: clock.clock)
    }

    static func with<Value: Sendable>(
        url: String, clock: TillClock = TillClock(), folder: String,
        _ body: @Sendable (TillRoom) async throws -> Value
    ) async throws -> Value {
        let environment = try #require(DrinksEnvironment(url))
        let client = try DrinksClient(environment: environment, clock: clock.clock)
        do {
            let value = try await body(TillRoom(client: client, clock: clock, folder: folder))
            await client.close()
            return value
        } catch {
            await client.close()
            throw error
        }
    }
}

/// A till and a development server in this process.
struct TillRig: Sendable {
    static let tom = Credentials(email: "tom@example.com", mobile: "02222222222")
    static let anna = Credentials(email: "anna@example.com", mobile: "01111111111")

    let backend: TillBackend
    let room: TillRoom

    var client: DrinksClient { room.client }
    var clock: TillClock { room.clock }
    var till: Till { room.till }

    func otherTill(_ name: String) throws -> Till { try room.otherTill(name) }

    @discardableResult
    static func with<Value: Sendable>(
        database: String? = nil, serverAhead: @escaping @Sendable () -> Duration = { .zero },
        watch: @escaping @Sendable (String, DevBackend.RequestMoment) async throws -> Void = { _, _ in },
        _ body: @escaping @Sendable (TillRig) async throws -> Value
    ) async throws -> Value {
        let clock = TillClock()
        var configuration = TillBackend.Configuration()
        configuration.now = { clock.now.adding(serverAhead()) }
        configuration.database = database
        configuration.watch = watch
        let backend = TillBackend(configuration)
        let folder = try TemporaryFolder()
        return try await backend.serving { url in
            try await TillRoom.with(url: url, clock: clock, folder: folder.path) { room in
                try await body(TillRig(backend: backend, room: room))
            }
        }
    }

    func logIn(_ who: Credentials = TillRig.tom, pin: String = "1234") async throws {
        _ = try await till.logIn(who, pin: pin, isFirst: false)
    }
}

extension Till {
    /// Books and returns the outcomes.
    func outcomes(_ item: CartItem? = nil) async throws -> [BookingOutcome] {
        var outcomes: [BookingOutcome] = []
        try await book(item) { outcomes.append($1) }
        return outcomes
    }
}

extension BookingOutcome {
    var booking: Booking? {
        switch self {
        case .booked(let result): result.booking
        case .found(let booking): booking
        case .notBooked, .unknown: nil
        }
    }
}

extension CartItem {
    static let pils = CartItem(product: "p-1", name: "Pils 0,5l", quantity: 1, unitPrice: Cents(250))
}
