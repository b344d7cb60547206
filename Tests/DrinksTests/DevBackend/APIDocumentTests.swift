import Foundation
import TestSupport
import Testing

@Suite("Till: the document of the API") struct APIDocumentTests {
    /// Section 13 of the briefing, and the health check.
    private static let endpoints = [
        "GET /health", "POST /auth/first-login", "POST /auth/login", "POST /auth/reset-pin-request",
        "POST /auth/reset-pin-confirm", "GET /auth/validate", "GET /me", "PATCH /me/threshold", "PATCH /me/pin",
        "GET /me/favorites", "POST /me/favorites", "DELETE /me/favorites/{id}", "GET /me/bookings",
        "GET /me/transactions", "GET /products", "GET /products/{id}", "POST /bookings",
    ]

    @Test("it has every endpoint of the briefing, and no other")
    func endpoints() throws {
        let text = try String(contentsOf: Checkout.file("docs/till-api.yaml"), encoding: .utf8)
        var (path, found) = ("", [String]())
        for line in text.split(separator: "\n") {
            if line.hasPrefix("  /"), line.hasSuffix(":") { path = String(line.dropFirst(2).dropLast()) }
            for method in ["get", "post", "patch", "delete"] where line == "    \(method):" {
                found.append("\(method.uppercased()) \(path)")
            }
        }
        #expect(found.sorted() == Self.endpoints.sorted())
    }
}
