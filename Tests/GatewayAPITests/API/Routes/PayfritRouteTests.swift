import DevBackend
import Foundation
import GatewayModel
import NIOConcurrencyHelpers
import Testing

@testable import GatewayAPI

@Suite(.timeLimit(.minutes(2))) struct PayfritRouteTests {
    @Test("a login is kept by the gateway, for the business that is chosen", arguments: [Transport.socket, .tcp])
    func login(_ transport: Transport) async throws {
        try await PayfritServer.with(transport) { server in
            let ask = server.ask
            let before: PayfritStatus = try await ask("GET", "/v1/payfrit/status").object()
            #expect(before.base == server.url && before.isDev && before.api == .php && before.user == nil)
            let sent = try await ask("POST", "/v1/payfrit/otp", json: #"{"phone":"+1 (555) 01-00"}"#)
            #expect(sent.status == 204 && sent.body.isEmpty)
            let status: PayfritStatus = try await ask("POST", "/v1/payfrit/login", json: PayfritServer.phone).object()
            #expect(status.user?.name == "Ada" && status.business == nil)

            let list: PayfritBusinessList = try await ask("GET", "/v1/payfrit/businesses").object()
            #expect(list.businesses.map(\.name) == ["Lindenhof", "Nordwind", "Lindenhof Garden"])
            let chosen: PayfritBusiness = try await ask(
                "PUT", "/v1/payfrit/business", json: #"{"business":"nord"}"#
            ).object()
            #expect(chosen.id == 2)
            #expect(try await ask("GET", "/v1/payfrit/status").object(PayfritStatus.self).business?.name == "Nordwind")

            #expect(try await ask("POST", "/v1/payfrit/logout").status == 204)
            let after: PayfritStatus = try await ask("GET", "/v1/payfrit/status").object()
            #expect(after.user == nil && after.business == nil)
        }
    }

    @Test("a name and a password log in where the backend has the older API")
    func password() async throws {
        try await PayfritServer.with(api: "cfm") { server in
            let login = #"{"username":"ben@dev.example","password":"123456"}"#
            let status: PayfritStatus = try await server.ask("POST", "/v1/payfrit/login", json: login).object()
            // Ben has only this business.
            #expect(status.user?.name == "Ben" && status.business?.name == "Nordwind")
            let types: PayfritServicePointTypeList = try await server.ask(
                "GET", "/v1/payfrit/service-point-types"
            ).object()
            #expect(types.types.map(\.name).contains("Terrace"))
            let otp = try await server.ask("POST", "/v1/payfrit/otp", json: #"{"phone":"123456"}"#)
            #expect(try otp.object(Problem.self).code == "payfrit-not-in-this-api" && otp.status == 409)
        }
    }

    @Test("no answer and no event has a password, a one-time password or the token")
    func secrets() async throws {
        try await PayfritServer.with { server in
            let answers = NIOLockedValueBox("")
            let login = #"{"phone":"+15550100","otp":"123456"}"#
            let bodies = [
                login, #"{"phone":"+15550100","otp":"987654"}"#, #"{"phone":"+15550100","otp":987654}"#,
                #"{"phone":"+15550100","otp":"987654987654"}"#, #"{"phone":"x","otp":"987654"}"#,
                #"{"phone":"+15550100","otp":"987654","password":"123456"}"#, #"{"phone":"+15550100","otp":"987654""#,
                #"{"otp":"987654"}"#, login,
            ]
            for body in bodies {
                let answer = try await server.ask("POST", "/v1/payfrit/login", json: body)
                answers.withLockedValue { $0 += answer.text }
            }
            let token = try server.token
            for target in ["status", "businesses", "beacons", "queue", "tables"] {
                let answer = try await server.ask("GET", "/v1/payfrit/" + target)
                answers.withLockedValue { $0 += answer.text }
            }
            let events = try await server.ask("GET", "/v1/events")
            let text = answers.withLockedValue { $0 } + events.text
            #expect(!token.isEmpty && !text.contains(token))
            #expect(!text.contains("987654") && !text.contains("123456"))
        }
    }

    @Test("service points are made, changed, and get and lose a beacon", arguments: [Transport.socket, .tcp])
    func servicePoints(_ transport: Transport) async throws {
        try await PayfritServer.loggedIn(transport) { server in
            let ask = server.ask
            let made = try await ask(
                "POST", "/v1/payfrit/service-points", json: #"{"name":"Terrace 1","code":"X1","sort_order":7}"#)
            #expect(made.status == 201, "\(made.text)")
            let point: PayfritServicePoint = try made.object()
            #expect(point.name == "Terrace 1" && point.code == "X1" && point.sortOrder == 7 && point.beacon == nil)
            let path = "/v1/payfrit/service-points/\(point.id)"
            let changed: PayfritServicePoint = try await ask("PATCH", path, json: #"{"name":"Terrace 2"}"#).object()
            #expect(changed.name == "Terrace 2" && changed.code == "X1")

            let uuid = "6B1D0C5E-7A43-4F20-9C11-0000000000AA"
            let beacon: PayfritBeacon = try await ask(
                "POST", "/v1/payfrit/beacons", json: #"{"name":"Loose","uuid":"\#(uuid.lowercased())"}"#
            ).object()
            #expect(beacon.uuid == uuid && beacon.active == true)
            let assigned: PayfritServicePoint = try await ask(
                "PUT", path + "/beacon", json: #"{"beacon":\#(beacon.id)}"#
            ).object()
            #expect(assigned.beacon == beacon.id)
            let list: PayfritServicePointList = try await ask("GET", "/v1/payfrit/service-points").object()
            #expect(list.servicePoints.first { $0.id == point.id }?.beaconName == "Loose")
            let bare: PayfritServicePoint = try await ask("DELETE", path + "/beacon").object()
            #expect(bare.beacon == nil)
        }
    }

    @Test("beacons are made, listed, changed, looked up and deleted", arguments: [Transport.socket, .tcp])
    func beacons(_ transport: Transport) async throws {
        try await PayfritServer.loggedIn(transport) { server in
            let ask = server.ask
            let order = #"{"name":"Table 9","uuid":"6B1D0C5E7A434F209C11000000000001"}"#
            let made = try await ask("POST", "/v1/payfrit/beacons", json: order)
            #expect(made.status == 201, "\(made.text)")
            let beacon: PayfritBeacon = try made.object()
            let path = "/v1/payfrit/beacons/\(beacon.id)"
            #expect(try await ask("GET", path).object(PayfritBeacon.self).name == "Table 9")
            let changed: PayfritBeacon = try await ask("PATCH", path, json: #"{"name":"Bar 1"}"#).object()
            #expect(changed.name == "Bar 1" && changed.uuid == beacon.uuid && changed.active == true)
            let found: PayfritBeaconList = try await ask("GET", "/v1/payfrit/lookup?uuid=\(beacon.uuid)").object()
            #expect(found.beacons.map(\.id) == [beacon.id])
            #expect(try await ask("DELETE", path).status == 204)
            let list: PayfritBeaconList = try await ask("GET", "/v1/payfrit/beacons").object()
            #expect(list.beacons.map(\.active) == [false])
            let none: PayfritBeaconList = try await ask("GET", "/v1/payfrit/lookup?mac=c2:00:00:00:00:01").object()
            #expect(none.beacons.isEmpty)
        }
    }

    @Test("a table is taken once, listed by its state, and dropped", arguments: [Transport.socket, .tcp])
    func tables(_ transport: Transport) async throws {
        try await PayfritServer.loggedIn(transport) { server in
            let ask = server.ask
            let named: PayfritTable = try await ask("POST", "/v1/payfrit/tables", json: #"{"name":"Table 2"}"#).object()
            #expect(named.name == "Table 2" && named.state == .planned && named.business == 1)
            let again: PayfritTable = try await ask(
                "POST", "/v1/payfrit/tables", json: #"{"service_point":\#(named.servicePoint)}"#
            ).object()
            #expect(again.id == named.id && again.minor == named.minor && again.state == .planned)
            let next: PayfritTable = try await ask("POST", "/v1/payfrit/tables", json: "{}").object()
            #expect(next.name == "Table 5" && next.uuid == named.uuid && next.minor != named.minor)
            #expect(try await ask("GET", "/v1/payfrit/tables/\(next.id)").object() == next)

            let dropped: PayfritTable = try await ask("DELETE", "/v1/payfrit/tables/\(named.id)").object()
            #expect(dropped.state == .dropped)
            func listed(_ query: String) async throws -> [Int64] {
                try await ask("GET", "/v1/payfrit/tables" + query).object(PayfritTableList.self).tables.map(\.id)
            }
            #expect(try await listed("") == [next.id])
            #expect(try await listed("?state=dropped,planned") == [named.id, next.id])
            #expect(try await listed("?state=dropped&state=registered") == [named.id])
            #expect(try await listed("?state=planned,dropped&after=\(named.id)&limit=5") == [next.id])
            let status: PayfritStatus = try await ask("GET", "/v1/payfrit/status").object()
            #expect(status.tables == ["planned": 1, "dropped": 1])
            #expect(try await ask("POST", "/v1/payfrit/deliver").status == 204)
        }
    }

    @Test("whose a beacon is is told for each that is asked about, in their order")
    func badges() async throws {
        try await PayfritServer.loggedIn { server in
            let ask = server.ask
            let mine: PayfritTable = try await ask("POST", "/v1/payfrit/tables", json: "{}").object()
            _ = try await ask("PUT", "/v1/payfrit/business", json: #"{"business":"Nordwind"}"#)
            let other = try await ask("GET", "/v1/payfrit/resolve?uuid=\(mine.uuid)&major=\(mine.major)")
            #expect(try other.object(PayfritResolution.self).business?.name == "Lindenhof")
            let nobody = try await ask("GET", "/v1/payfrit/resolve?uuid=\(mine.uuid)&major=65535")
            #expect(nobody.text == "{}")

            let identities = [
                "6B1D0C5E-7A43-4F20-9C11-0000000000AA/1/1", "\(mine.uuid)/\(mine.major)/\(mine.minor)",
                "FDA50693-A4E2-4FB1-AFCF-C6EB07647825/1/1",
            ]
            let body = try String(decoding: JSONEncoder().encode(["identities": identities]), as: UTF8.self)
            let list: PayfritBadgeList = try await ask("POST", "/v1/payfrit/badges", json: body).object()
            #expect(list.badges.map(\.kind) == [.unknown, .other, .banned])
            #expect(list.badges[1].name == "Lindenhof" && list.error == nil)
            // Known data is still returned when the backend fails.
            _ = try await ask("PUT", "/v1/payfrit/business", json: #"{"business":"1"}"#)
            try await server.backend.add(Fault(.status, path: "/beacons/list.php", status: 404))
            let failed: PayfritBadgeList = try await ask("POST", "/v1/payfrit/badges", json: body).object()
            #expect(failed.badges.count == 3 && failed.badges[2].kind == .banned && failed.error != nil)
        }
    }
}
