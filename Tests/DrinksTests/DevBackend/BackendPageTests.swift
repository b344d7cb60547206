import AsyncHTTPClient
import DevBackend
import LineFormats
import NIOCore
import NIOHTTP1
import Testing

@testable import Drinks

@Suite("Till: pages of the development server", .timeLimit(.minutes(1))) struct BackendPageTests {
    private struct Answer {
        var status: UInt
        var headers: HTTPHeaders
        var text: String
    }

    /// - Parameter form: Body of a form; nil = a request without a body.
    private func send(
        _ method: HTTPMethod, _ path: String, _ rig: TillRig, form: String? = nil, headers: HTTPHeaders = [:]
    ) async throws -> Answer {
        var request = HTTPClientRequest(url: rig.client.environment.base.dropLast("/v1".count) + path)
        request.method = method
        request.headers = headers
        if let form {
            request.headers.add(name: "content-type", value: "application/x-www-form-urlencoded")
            request.body = .bytes(ByteBuffer(string: form))
        }
        let response = try await HTTPClient.shared.execute(request, timeout: .seconds(30))
        let body = try await response.body.collect(upTo: 1 << 20)
        return Answer(status: response.status.code, headers: response.headers, text: String(buffer: body))
    }

    @Test("a form without script deposits, voids, unlocks, and changes and adds products and members")
    func forms() async throws {
        try await TillRig.with { rig in
            let token = try await rig.client.login(TillRig.tom, pin: "1234").token
            _ = try await rig.client.book("p-1", quantity: 1, token)
            for (path, form) in [
                ("/dev/deposits", "email=tom%40example.com&amountCents=500"), ("/dev/voids", "bookingId=b-1"),
                ("/dev/users", "id=u-2&locked=true"), ("/dev/products", "id=p-1&active=false"),
                ("/dev/products", "name=Gulasch+mit+Brot&category=SNACKS&priceCents=450"),
                ("/dev/users", "firstName=Ida&lastName=&email=ida%40example.com&mobile=0333"),
            ] {
                // The client follows the way back to the page.
                let page = try await send(.POST, path, rig, form: form)
                #expect(
                    page.status == 200 && page.text.contains("Gesperrt".lowercased()) || page.status == 200, "\(path)")
            }
            #expect(try await rig.client.me(token).balance == Cents(2_300))
            let page = try await send(.GET, "/admin", rig).text
            for text in ["23,00 €", "storniert", "Entsperren", "Wieder verkaufen", "Gulasch mit Brot", "Ida "] {
                #expect(page.contains(text), "\(text)")
            }
            let again = try await send(.POST, "/dev/voids", rig, form: "bookingId=b-1")
            #expect(again.status == 404 && again.text.contains("oder sie ist storniert"))
        }
    }

    @Test("texts of members and products are escaped")
    func escaping() async throws {
        try await TillRig.with { rig in
            let bad = "%3Cscript%3Ealert(1)%3C%2Fscript%3E%22%27%26"
            _ = try await send(.POST, "/dev/users", rig, form: "firstName=\(bad)&email=a%40b&mobile=0444\(bad)")
            _ = try await send(.POST, "/dev/products", rig, form: "name=\(bad)&category=DRINKS&priceCents=1")
            let page = try await send(.GET, "/admin", rig)
            #expect(
                !page.text.contains("<script")
                    && page.text.contains("&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;"))
            #expect(page.headers.first(name: "content-security-policy")?.hasPrefix("default-src 'none'") == true)
        }
    }

    @Test("a page of another origin may use the API, and not what is under /dev")
    func origins() async throws {
        try await TillRig.with { rig in
            let foreign: HTTPHeaders = ["origin": "https://example.com"]
            let preflight = try await send(.OPTIONS, "/v1/me/threshold", rig, headers: foreign)
            #expect(preflight.status == 204 && preflight.headers.first(name: "access-control-allow-methods") == "PATCH")
            #expect(preflight.headers.first(name: "access-control-allow-headers") == "Authorization, Content-Type")
            for path in ["/v1/products", "/v1/me", "/v1/nothing"] {
                let answer = try await send(.GET, path, rig, headers: foreign)
                #expect(answer.headers.first(name: "access-control-allow-origin") == "*", "\(path)")
            }
            let deposit = "email=tom%40example.com&amountCents=500"
            let refused = try await send(.POST, "/dev/deposits", rig, form: deposit, headers: foreign)
            #expect(refused.status == 403 && refused.headers["access-control-allow-origin"].isEmpty)
            let base = String(rig.client.environment.base.dropLast("/v1".count))
            #expect(try await send(.POST, "/dev/deposits", rig, form: deposit, headers: ["origin": base]).status == 200)
        }
    }

    @Test("members are listed with balances and the states of their PINs")
    func users() async throws {
        try await TillRig.with { rig in
            for _ in 0..<5 { _ = try? await rig.client.login(TillRig.tom, pin: "0000") }
            let users = try JSONValue(parsing: try await send(.GET, "/dev/users", rig).text.utf8)["users"]?.elements
            let rows = users?.map {
                "\($0["email"]?.text ?? "") \($0["balanceCents"]?.integer ?? 0) \($0["pinState"]?.text ?? "")"
            }
            #expect(
                rows == ["admin@bcmarl.de 10000 set", "anna@example.com 2500 none", "tom@example.com 1800 locked"])
        }
    }

    @Test("every product has a picture, and nothing else is served as one")
    func icons() async throws {
        try await TillRig.with { rig in
            let products = try await rig.client.products(active: false, nil).values
            for path in Set(products.map(\.icon)) {
                let icon = try await send(.GET, path, rig)
                #expect(icon.status == 200 && icon.headers.first(name: "content-type") == "image/svg+xml", "\(path)")
                #expect(icon.text.hasPrefix("<svg "))
            }
            #expect(try await send(.GET, "/images/icons/../../etc/passwd", rig).status == 404)
        }
    }

    @Test("every status of the briefing can be asked for", arguments: [400, 401, 403, 404, 409, 422, 500])
    func statuses(status: Int) async throws {
        try await TillRig.with { rig in
            let token = try await rig.client.login(TillRig.tom, pin: "1234").token
            try rig.backend.add(Fault(.status, path: "/me", status: status, error: "Grund", times: 3))
            await #expect {
                _ = try await rig.client.me(token)
            } throws: { error in
                switch error as? DrinksError {
                case .unauthorized: status == 401
                case .refused(let refusal): refusal.status == status && refusal.message == "Grund"
                case .http(let code): status == 500 && code == 500
                default: false
                }
            }
        }
    }
}
