import DevBackend
import Foundation
import TestSupport
import Testing

@testable import Drinks

@Suite("Till: the development server's file", .timeLimit(.minutes(1))) struct KeptClubTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private struct Seen: Equatable {
        var balance: Cents
        var bookings: [String]
        var favorites: [String]
    }

    /// State of Tom's account at a server with this file.
    private func seen(_ database: String, pin: String = "1234") async throws -> Seen {
        try await TillRig.with(database: database) { rig in
            let login = try await rig.client.login(TillRig.tom, pin: pin)
            let bookings = try await rig.client.bookings(includeVoided: true, login.token)
            return Seen(
                balance: login.member.balance, bookings: bookings.values.map { "\($0.id) \($0.status)" },
                favorites: try await rig.client.favorites(login.token).values.map(\.id))
        }
    }

    @Test("members, balances, bookings, products and tokens come back, and what was not answered does not")
    func back() async throws {
        let database = folder.path("club")
        let token = try await TillRig.with(database: database) { rig in
            let token = try await rig.client.login(TillRig.tom, pin: "1234").token
            try await rig.client.addFavorite("p-3", token)
            try await rig.client.changePIN(from: "1234", to: "4321", token)
            _ = try await rig.client.book("p-1", quantity: 2, token)
            _ = try await rig.client.book("p-2", quantity: 1, token)
            try rig.backend.void("b-2")
            try rig.backend.change(product: "p-1", priceCents: 260)
            return token
        }
        try await TillRig.with(database: database) { rig in
            try await rig.client.validate(token)
            #expect(try await rig.client.product("p-1", nil).price == Cents(260))
        }
        let all = Seen(balance: Cents(1_300), bookings: ["b-2 voided", "b-1 booked"], favorites: ["p-3"])
        #expect(try await seen(database, pin: "4321") == all)
        try await TillRig.with(database: database) { rig in
            let token = try await rig.client.login(TillRig.tom, pin: "4321").token
            _ = try await rig.client.book("p-1", quantity: 1, token)
        }
        let bytes = try Data(contentsOf: URL(fileURLWithPath: database))
        for cut in [1, 2, 100] {
            try bytes.dropLast(cut).write(to: URL(fileURLWithPath: database))
            #expect(try await seen(database, pin: "4321") == all, "\(cut) bytes less")
        }
    }

    @Test("a file of another program is refused and left as it is", arguments: ["SQLite format 3\n", "{}\n", "x"])
    func foreign(text: String) async throws {
        let database = try folder.file("club", text)
        await #expect(throws: DevBackendError.foreignDatabase(path: database)) {
            _ = try await TillRig.with(database: database) { _ in }
        }
        #expect(try String(contentsOfFile: database, encoding: .utf8) == text)
    }

    @Test("two servers do not share a file")
    func shared() async throws {
        let database = folder.path("club")
        try await TillRig.with(database: database) { _ in
            await #expect(throws: DevBackendError.unusableDatabase(path: database, reason: "another server uses it")) {
                _ = try await TillRig.with(database: database) { _ in }
            }
        }
    }
}
