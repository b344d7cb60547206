import DevBackend
import Foundation
import Glibc
import RESTClient
import Testing

import class GatewayTestSupport.TillClock

@testable import Drinks

@Suite("Till: the file with logins and carts", .timeLimit(.minutes(1))) struct TillFileTests {
    @Test("the file is this user's only, and no text shows the token")
    func privacy() async throws {
        try await TillRig.with { rig in
            try await rig.logIn()
            var status = stat()
            #expect(stat(rig.till.file.path, &status) == 0)
            #expect(status.st_mode & 0o777 == 0o600)
            let member = try rig.till.current()
            let token = try #require(member.token)
            var dumped = ""
            dump(member, to: &dumped)
            #expect(!dumped.contains(token) && !"\(member)".contains(token))
            #expect(chmod(rig.till.file.path, 0o644) == 0)
            #expect(throws: TillError.file(path: rig.till.file.path, .open(mode: 0o644))) { try rig.till.current() }
        }
    }

    @Test("a login ends after 24 h, and at logout; the cart stays for the next login")
    func ends() async throws {
        try await TillRig.with { rig in
            try await rig.logIn()
            _ = try rig.till.changeCart { $0 = [.pils] }
            rig.clock.advance(.seconds(86_400))
            #expect(throws: TillError.loggedOut) { try rig.till.current() }
            #expect(throws: TillError.notLoggedIn) { try rig.till.current() }
            #expect(try !String(contentsOfFile: rig.till.file.path, encoding: .utf8).contains("token\""))
            try await rig.logIn()
            rig.clock.advance(.seconds(86_400))
            #expect(throws: TillError.loggedOut) { _ = try rig.till.changeCart { $0 = [] } }
            #expect(throws: TillError.notLoggedIn) { try rig.till.current() }
            try await rig.logIn()
            try rig.till.logOut()
            #expect(throws: TillError.notLoggedIn) { try rig.till.current() }
            let text = try String(contentsOfFile: rig.till.file.path, encoding: .utf8)
            #expect(!text.contains("token\""))
            try await rig.logIn()
            #expect(try rig.till.current().cart == [.pils])
        }
    }

    @Test("another member's login ends the first one's; each has a cart")
    func members() async throws {
        try await TillRig.with { rig in
            try await rig.logIn()
            _ = try rig.till.changeCart { $0 = [.pils] }
            _ = try await rig.till.logIn(TillRig.anna, pin: "9876", isFirst: true)
            #expect(try rig.till.current().cart.isEmpty)
            #expect(try rig.till.current().member.name == "Anna Schmidt")
            try await rig.logIn()
            #expect(try rig.till.current().cart == [.pils])
        }
    }

    @Test("a damaged file is an error, never a crash", arguments: ["", "{}", "[", "{\"base\":1}"])
    func damaged(text: String) async throws {
        try await TillRig.with { rig in
            let path = rig.till.file.path
            try Data(text.utf8).write(to: URL(fileURLWithPath: path))
            #expect(chmod(path, 0o600) == 0)
            #expect(throws: TillError.file(path: path, .damaged)) { try rig.till.current() }
        }
    }

    @Test("two tills of one file do not book at once")
    func lock() async throws {
        try await TillRig.with { rig in
            try await rig.logIn()
            let lock = try rig.till.file.lock()
            await #expect(throws: TillError.busy) { try await rig.till.outcomes(.pils) }
            lock.release()
            #expect(try await rig.till.outcomes(.pils).first?.booking != nil)
        }
    }

    @Test("carts and quantities have limits")
    func limits() async throws {
        try await TillRig.with { rig in
            try await rig.logIn()
            #expect(throws: TillError.fullCart(limit: 100)) {
                _ = try rig.till.changeCart { $0 = Array(repeating: .pils, count: 101) }
            }
            for quantity in [0, -1, 1_000, Int.max] {
                var item = CartItem.pils
                item.quantity = quantity
                let wrong = item
                await #expect(throws: TillError.badQuantity(quantity)) { try await rig.till.outcomes(wrong) }
            }
            #expect(rig.backend.journal.isEmpty)
        }
    }

    @Test("an open cart does not follow to another server")
    func otherServer() async throws {
        try await TillRig.with { rig in
            try await rig.logIn()
            _ = try rig.till.changeCart { $0 = [.pils] }
            let environment = try #require(DrinksEnvironment("http://127.0.0.1:1/v1"))
            let client = try DrinksClient(environment: environment, clock: rig.clock.clock)
            let other = Till(client: client, file: rig.till.file, clock: rig.clock.clock)
            #expect(throws: TillError.otherServer(kept: rig.client.environment.base)) { try other.current() }
            await client.close()
        }
    }
}
