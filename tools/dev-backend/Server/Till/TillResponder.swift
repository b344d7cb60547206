import Foundation
import HTTPTypes
import Hummingbird
import LineFormats
import NIOConcurrencyHelpers
import NIOCore

/// Finds the endpoint of a request, and applies faults to it.
struct TillResponder: Sendable {
    private static let prefix = "/v1"

    let configuration: TillBackend.Configuration
    let club: NIOLockedValueBox<Club>

    func outcome(of request: Request) async -> Responder.Outcome {
        do {
            let parts = (request.head.path ?? "").split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
            let path = String(parts.first ?? "")
            if path.hasPrefix("/dev/") { return .answer(try await control(path, request)) }
            guard path.hasPrefix(TillResponder.prefix) else { throw TillResponder.notFound }
            let (routes, id) = TillRoute.at(String(path.dropFirst(TillResponder.prefix.count)))
            guard !routes.isEmpty else { throw TillResponder.notFound }
            guard let route = routes.first(where: { $0.method == request.method }) else {
                var rejection = TillRejection(405, "METHOD_NOT_ALLOWED", "Diese Methode gibt es hier nicht.")
                rejection.allowed = routes.map(\.method.rawValue).joined(separator: ", ")
                throw rejection
            }
            return try await carryOut(
                route, id, TillResponder.query(parts.count > 1 ? String(parts[1]) : ""), request)
        } catch is CancellationError {
            return .cut
        } catch {
            return .answer(TillResponder.answer(error))
        }
    }

    private static let notFound = TillRejection(404, "NOT_FOUND", "Hier ist nichts.")

    private static func answer(_ error: any Error) -> Answer {
        switch error {
        case let rejection as TillRejection: rejection.answer
        case let rejection as Rejection:
            TillRejection(Int(rejection.status.code), "VALIDATION_ERROR", rejection.words).answer
        default: TillRejection(500, "INTERNAL_ERROR", "Interner Fehler").answer
        }
    }

    private func carryOut(
        _ route: TillRoute, _ id: String, _ query: [String: String], _ request: Request
    ) async throws -> Responder.Outcome {
        let token = TillResponder.token(of: request)
        let fault = club.withLockedValue { club in club.takeFault(route.path, token, now: configuration.now()) }
        switch fault?.kind {
        case .cut: return .cut
        case .html: return .answer(.portal)
        case .status:
            return .answer(TillRejection(fault?.status ?? 500, "FAULT", fault?.error ?? "").answer)
        case .refuse: return .answer(TillRejection(422, "FAULT", fault?.error ?? "").answer)
        case nil, .delay, .dropAnswer, .expireToken: break
        }
        let takesBody = route.method == .post || route.method == .patch
        let body = try Fields(takesBody ? try await Responder.body(of: request) : Array("{}".utf8))
        let answer: Answer
        do {
            try await configuration.watch(route.path, .arrived)
            answer = club.withLockedValue { club in self.answer(route, id, query, body, token, &club) }
            try await configuration.watch(route.path, .carriedOut)
        } catch {
            return .cut
        }
        if fault?.kind == .dropAnswer { return .cut }
        if let fault, fault.kind == .delay { try await configuration.sleep(.milliseconds(fault.delayMs)) }
        return .answer(answer)
    }

    /// Carries a request out; a rejected one changes only the count of failures.
    private func answer(
        _ route: TillRoute, _ id: String, _ query: [String: String], _ body: Fields, _ token: String?,
        _ club: inout Club
    ) -> Answer {
        let now = configuration.now()
        let owner = club.owner(of: token, now: now)
        guard !route.needsToken || owner != nil else { return TillRejection.unauthorized.answer }
        var call = TillCall(
            club: club, body: body, query: query, id: id, now: now, tokenLifetime: configuration.tokenLifetime,
            member: owner?.member ?? 0)
        defer { club = call.club }
        do { return try route.carryOut(&call).answer } catch { return TillResponder.answer(error) }
    }

    private static func token(of request: Request) -> String? {
        guard let value = request.headers[.authorization], value.lowercased().hasPrefix("bearer ") else { return nil }
        return String(value.dropFirst(7))
    }

    private static func query(_ text: String) -> [String: String] {
        var query: [String: String] = [:]
        for pair in text.prefix(4_096).split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            query[String(parts[0])] = parts.count > 1 ? String(parts[1]).removingPercentEncoding ?? "" : ""
        }
        return query
    }

    // MARK: Endpoints under /dev

    private func control(_ path: String, _ request: Request) async throws -> Answer {
        func fields() async throws -> Fields { try Fields(try await Responder.body(of: request)) }
        let now = configuration.now()
        switch (request.method, path) {
        case (.post, "/dev/faults"):
            let fault = try Fault(try await fields(), isKnown: TillRoute.isKnown)
            try club.withLockedValue { club in
                guard club.faults.count < Limits.faults else {
                    throw TillRejection(422, "TOO_MANY", "There are \(Limits.faults) faults already.")
                }
                club.faults.append(fault)
            }
        case (.delete, "/dev/faults"): club.withLockedValue { $0.faults = [] }
        case (.post, "/dev/reset"): club.withLockedValue { $0 = Club(now: now) }
        case (.get, "/dev/journal"):
            let journal = club.withLockedValue { $0.journal }
            return TillReply { $0.array("bookings") { list in for entry in journal { list.element(entry.write) } } }
                .answer
        case (.post, "/dev/deposits"):
            let body = try await fields()
            let email = try body.text("email", 1...200) ?? ""
            let cents = try body.number("amountCents", 1...1_000_000) ?? 0
            try club.withLockedValue { club in
                guard let index = club.members.firstIndex(where: { $0.email == email }), cents > 0 else {
                    throw TillRejection(422, "INVALID_DEPOSIT", "email or amountCents is missing or unknown.")
                }
                club.deposit(cents, to: index, now: now)
            }
        case (.post, "/dev/voids"):
            let id = try await fields().text("bookingId", 1...200) ?? ""
            guard club.withLockedValue({ $0.void(id, now: now) }) else {
                throw TillRejection(404, "NOT_FOUND", "There is no such booking, or it is voided already.")
            }
        case (.post, "/dev/products"):
            let body = try await fields()
            let id = try body.text("id", 1...200) ?? ""
            let (price, active) = (try body.number("priceCents", 0...1_000_000), try body.flag("active"))
            try club.withLockedValue { club in
                guard let index = club.products.firstIndex(where: { $0.id == id }) else {
                    throw TillResponder.notFound
                }
                club.products[index].priceCents = price ?? club.products[index].priceCents
                club.products[index].isActive = active ?? club.products[index].isActive
            }
        default: throw TillResponder.notFound
        }
        return TillReply { _ in }.answer
    }
}

extension TillJournalEntry {
    func write(_ writer: inout JSONWriter) {
        writer.field("id", id)
        writer.field("member", member)
        writer.field("product", product)
        writer.field("quantity", quantity)
        writer.field("totalCents", totalCents)
        writer.field("voided", isVoided)
    }
}

extension Club {
    /// Returns the oldest fault for this request, and uses it once.
    fileprivate mutating func takeFault(_ path: String, _ token: String?, now: Timestamp) -> Fault? {
        for index in faults.indices where faults[index].path == "*" || faults[index].path == path {
            let fault = faults[index]
            if fault.kind == .expireToken {
                guard let owner = owner(of: token, now: now) else { continue }
                expired.insert(owner.number)
            }
            faults[index].times -= 1
            if faults[index].times <= 0 { faults.remove(at: index) }
            return fault
        }
        return nil
    }
}
