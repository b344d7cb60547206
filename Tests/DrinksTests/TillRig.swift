import DevBackend
import Foundation
import RESTClient

@testable import Drinks

/// A till and a development server in this process.
struct TillRig: Sendable {
    static let tom = Credentials(email: "tom@example.com", mobile: "02222222222")
    static let anna = Credentials(email: "anna@example.com", mobile: "01111111111")

    let backend: TillBackend
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

    static func with(
        watch: @escaping @Sendable (String, DevBackend.RequestMoment) async throws -> Void = { _, _ in },
        _ body: @escaping @Sendable (TillRig) async throws -> Void
    ) async throws {
        let clock = TillClock()
        var configuration = TillBackend.Configuration()
        configuration.now = { clock.now }
        configuration.watch = watch
        let backend = TillBackend(configuration)
        let folder = NSTemporaryDirectory() + "till-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try await backend.serving { url in
            guard let environment = DrinksEnvironment(url) else { return }
            let client = try DrinksClient(environment: environment, clock: clock.clock)
            do {
                try await body(TillRig(backend: backend, client: client, clock: clock, folder: folder))
            } catch {
                await client.close()
                throw error
            }
            await client.close()
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
