import FlockFinder
import Gateway
import GatewayModel
import Hummingbird
import JSONLines

extension GatewayAPI {
    var patternRoutes: [Route] {
        listRoutes + changeRoutes + fileRoutes
    }

    private var listRoutes: [Route] {
        [
            Route(.get, "/v1/patterns", query: ["kind", "device_type", "enabled", "custom", "source"]) { call in
                // Up to 20,000 of them: an encoder of the standard library takes several times as long.
                var writer = JSONWriter()
                let list = try await gateway.patterns.list(try filter(call))
                writer.element { $0.fields(list) }
                return .bytes(writer.take(), type: "application/json")
            },
            Route(.post, "/v1/patterns/match") { call in
                .json(try await gateway.patterns.match(try await call.object()))
            },
        ]
    }

    private var changeRoutes: [Route] {
        [
            Route(.post, "/v1/patterns") { call in
                .json(try await gateway.patterns.add(try await call.object()), status: .created)
            },
            Route(.post, "/v1/patterns/edit") { call in
                .json(try await gateway.patterns.edit(try await call.object()))
            },
            Route(.post, "/v1/patterns/remove") { call in
                let selection: PatternSelection = try await call.object()
                try await gateway.patterns.remove(selection.patterns)
                return .done
            },
            Route(.post, "/v1/patterns/switch") { call in
                let wish: PatternSwitch = try await call.object()
                return .json(try await gateway.patterns.enable(wish.patterns, wish.enabled))
            },
            Route(.post, "/v1/patterns/reset") { call in
                let wish: PatternReset = try await call.object()
                return .json(try await gateway.patterns.reset(wish.sets, mayRemove: wish.mayRemove == true))
            },
            Route(.post, "/v1/patterns/undo") { call in
                let wish: PatternUndo = try await call.object()
                return .json(try await gateway.patterns.undo(mayRemove: wish.mayRemove == true))
            },
        ]
    }

    private var fileRoutes: [Route] {
        [
            Route(.post, PatternImportOrder.path) { call in
                .json(try await gateway.patterns.importFile(try await call.object()))
            },
            Route(.get, "/v1/patterns/export", query: ["format", "enabled"]) { call in
                let format = try call.query.choice("format", PatternFile.Format.allCases.map(\.rawValue))
                return .json(
                    try await gateway.patterns.export(
                        format.flatMap(PatternFile.Format.init) ?? .nested, isEnabled: try flag("enabled", call)))
            },
            Route(.post, PatternValidationOrder.path) { call in
                .json(try await gateway.patterns.validate(try await call.object()))
            },
        ]
    }

    private func filter(_ call: Call) throws(RequestError) -> PatternService.Filter {
        var filter = PatternService.Filter()
        filter.kind = try call.query.choice("kind", PatternKind.allCases.map(\.rawValue))
            .flatMap(PatternKind.init)
        filter.type = try call.query.text("device_type")
        filter.source = try call.query.text("source")
        filter.isEnabled = try flag("enabled", call)
        filter.isCustom = try flag("custom", call)
        return filter
    }

    private func flag(_ name: String, _ call: Call) throws(RequestError) -> Bool? {
        try call.query.choice(name, ["yes", "no"]).map { $0 == "yes" }
    }
}
