import Foundation
import HTTPTypes
import Hummingbird
import LineFormats

/// Finds the endpoint of a request, and applies faults to it.
///
/// Web pages of any origin may use the API, as the club's server lets them, but not what is under
/// `/dev`.
struct TillResponder: Sendable {
    private static let prefix = "/v1"

    let configuration: TillBackend.Configuration
    let club: KeptClub

    func outcome(of request: Request) async -> Responder.Outcome {
        var outcome = await undated(request)
        if case .answer(var answer) = outcome {
            answer.more[.date] = HTTPDate.text(now)
            outcome = .answer(answer)
        }
        return outcome
    }

    private func undated(_ request: Request) async -> Responder.Outcome {
        do {
            let parts = (request.head.path ?? "").split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
            let path = String(parts.first ?? "")
            if path.hasPrefix("/dev/") { return .answer(try await TillControl.answer(path, request, club, now)) }
            guard path.hasPrefix(TillResponder.prefix) else { return .answer(try page(path, request)) }
            return CrossOrigin.allow(
                try await api(
                    String(path.dropFirst(TillResponder.prefix.count)),
                    TillQuery.read(parts.count > 1 ? String(parts[1]) : ""), request))
        } catch is CancellationError {
            return .cut
        } catch {
            return .answer(TillResponder.answer(error))
        }
    }

    private var now: Timestamp { configuration.now() }

    private func api(
        _ path: String, _ query: [String: String], _ request: Request
    ) async throws -> Responder.Outcome {
        do {
            let (routes, id) = TillRoute.at(path)
            guard !routes.isEmpty else { throw TillRejection.notFound }
            let methods = routes.map(\.method.rawValue).joined(separator: ", ")
            if request.method == .options { return .answer(CrossOrigin.preflight(methods)) }
            guard let route = routes.first(where: { $0.method == request.method }) else {
                throw TillRejection.wrongMethod(allowed: methods)
            }
            return try await carryOut(route, id, query, request)
        } catch let rejection as TillRejection {
            return .answer(rejection.answer)
        } catch let rejection as Rejection {
            return .answer(TillResponder.answer(rejection))
        }
    }

    /// Answers a request outside the API.
    private func page(_ path: String, _ request: Request) throws -> Answer {
        guard request.method == .get else { throw TillRejection.wrongMethod(allowed: "GET") }
        if let icon = TillIcons.named(path) { return Answer(type: "image/svg+xml", bytes: icon) }
        switch path {
        case "/admin": return AdminPage.answer(club.read { $0 })
        case "/", "/admin/login", "/admin/products": return AdminPage.redirection
        default: throw TillRejection.notFound
        }
    }

    static func answer(_ error: any Error) -> Answer {
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
        let fault = try club.change { $0.takeFault(route.path, token, now: now) }
        switch fault?.kind {
        case .cut: return .cut
        case .html: return .answer(.portal)
        case .status:
            return .answer(TillRejection(fault?.status ?? 500, "FAULT", fault?.error ?? "").answer)
        case .refuse: return .answer(TillRejection(422, "FAULT", fault?.error ?? "").answer)
        case nil, .delay, .dropAnswer, .bare, .expireToken: break
        }
        let takesBody = route.method == .post || route.method == .patch
        let body = try Fields(takesBody ? try await Responder.body(of: request) : Array("{}".utf8))
        let answer: Answer
        do {
            try await configuration.watch(route.path, .arrived)
            answer = self.answer(route, id, query, body, token)
            try await configuration.watch(route.path, .carriedOut)
        } catch {
            return .cut
        }
        if fault?.kind == .dropAnswer { return .cut }
        if fault?.kind == .bare { return .answer(Answer(bytes: Array(#"{"success":true,"unknown":[1,{}]}"#.utf8))) }
        if let fault, fault.kind == .delay { try await configuration.sleep(.milliseconds(fault.delayMs)) }
        return .answer(answer)
    }

    /// Carries a request out; a rejected one changes only the count of failures.
    private func answer(
        _ route: TillRoute, _ id: String, _ query: [String: String], _ body: Fields, _ token: String?
    ) -> Answer {
        do {
            return try club.change { club in
                let owner = club.owner(of: token, now: now)
                guard !route.needsToken || owner != nil else { throw TillRejection.unauthorized }
                var call = TillCall(
                    club: club, body: body, query: query, id: id, now: now, tokenLifetime: configuration.tokenLifetime,
                    member: owner?.member ?? 0)
                defer { club = call.club }
                return try route.carryOut(&call).answer
            }
        } catch {
            return TillResponder.answer(error)
        }
    }

    private static func token(of request: Request) -> String? {
        guard let value = request.headers[.authorization], value.lowercased().hasPrefix("bearer ") else { return nil }
        return String(value.dropFirst(7))
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
