import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// Finds the operation of a request, and applies faults to it.
struct Responder: Sendable {
    /// Result of a request.
    enum Outcome: Sendable {
        case answer(Answer)
        /// The connection is closed without an answer.
        case cut
    }

    private static let prefix = "/api"

    let tables: Tables
    let tokenLifetime: Duration?
    let sleep: @Sendable (Duration) async throws -> Void
    let watch: @Sendable (String, DevBackend.RequestMoment) async throws -> Void

    func outcome(of request: Request) async -> Outcome {
        do {
            let path = String((request.head.path ?? "").prefix { $0 != "?" })
            if let control = Control.table[path] { return .answer(try await carryOut(control, request)) }
            guard path.hasPrefix(Responder.prefix),
                let operation = Operation.table[String(path.dropFirst(Responder.prefix.count))]
            else { throw Rejection.unknownPath(path) }
            guard request.method == operation.method else {
                throw Rejection.wrongMethod(allowed: operation.method.rawValue)
            }
            return try await carryOut(operation, request)
        } catch let rejection as Rejection {
            return .answer(Answer(rejection))
        } catch is CancellationError {
            return .cut
        } catch {
            return .answer(Answer(status: .internalServerError, error: "The server has failed: \(error)"))
        }
    }

    private func carryOut(_ operation: Operation, _ request: Request) async throws -> Outcome {
        let fault = try await tables.write {
            [now = tables.now(), path = operation.path, headers = request.headers] db in
            try Counting.request.add(path, db)
            return try Fault.take(path: path, token: headers.userToken, now: now, db)
        }
        switch fault?.kind {
        case .cut: return .cut
        case .html: return .answer(.portal)
        case .status: return .answer(Answer(status: .init(code: fault?.status ?? 500), error: fault?.error ?? ""))
        case .refuse: return .answer(Answer(.refused(fault?.error ?? "")))
        case nil, .delay, .dropAnswer, .bare, .expireToken: break
        }
        let body = operation.method == .get ? [] : try await Responder.body(of: request)
        let answer: Answer
        do {
            try await watch(operation.path, .arrived)
            answer = await operation.answer(
                Incoming(request.headers, body: body), in: tables, tokenLifetime: tokenLifetime)
            try await watch(operation.path, .carriedOut)
        } catch {
            return .cut
        }
        if fault?.kind == .dropAnswer { return .cut }
        if fault?.kind == .bare { return .answer(Answer(bytes: Array(#"{"OK":true,"Unknown":[1,{}]}"#.utf8))) }
        if let fault, fault.kind == .delay { try await sleep(.milliseconds(fault.delayMs)) }
        return .answer(answer)
    }

    private func carryOut(_ controls: [Control], _ request: Request) async throws -> Answer {
        guard let control = controls.first(where: { $0.method == request.method }) else {
            throw Rejection.wrongMethod(allowed: controls.map(\.method.rawValue).joined(separator: ", "))
        }
        return try await control.carryOut(tables, control.takesBody ? Responder.body(of: request) : [])
    }

    static func body(of request: Request) async throws -> [UInt8] {
        guard type(of: request) == "application/json" else {
            throw Rejection.notJSON(type: request.headers[.contentType].map { String($0.prefix(100)) })
        }
        return try await anyBody(of: request)
    }

    /// Returns the media type of the body, in lowercase and without parameters.
    static func type(of request: Request) -> String? {
        request.headers[.contentType]?.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces).lowercased()
    }

    static func anyBody(of request: Request) async throws -> [UInt8] {
        do {
            return Array(try await request.body.collect(upTo: Limits.body).readableBytesView)
        } catch is HTTPError {
            throw Rejection.tooLarge
        } catch is NIOTooManyBytesError {
            throw Rejection.tooLarge
        }
    }
}
