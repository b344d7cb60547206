import FlockFinder
import Gateway
import GatewayModel
import Hummingbird
import JSONLines

extension GatewayAPI {
    /// A key of a device, of at most 128 characters: an SSID's 32 bytes may be as many that are replaced.
    private func after(_ call: Call) throws(RequestError) -> String? {
        let key = try call.query.text("after", limit: 512)
        guard (key?.unicodeScalars.count ?? 0) <= 128 else {
            throw .invalidParameter("after", expected: "`next` of the page before")
        }
        return key
    }

    var detectionRoutes: [Route] {
        [
            Route(
                .get, "/v1/detections", query: ["min_tier", "type", "since", "muted", "after", "limit"]
            ) { call in
                .json(
                    try await gateway.detections.list(
                        try query(call), since: try since(call), muted: try muted(call),
                        after: try after(call),
                        limit: try call.query.number("limit", 1...1000) ?? 100))
            },
            Route(.delete, "/v1/detections") { _ in
                .json(DetectionsCleared(removed: try await gateway.detections.clear()))
            },
            Route(.get, "/v1/detections/mutes") { _ in .json(try await gateway.detections.muteList()) },
            Route(.post, "/v1/detections/mutes") { call in
                let record: DetectionMuteRecord = try await call.object()
                try await gateway.detections.mute(record)
                return .json(record)
            },
            Route(.delete, "/v1/detections/mutes", query: ["kind", "value"]) { call in
                guard let kind = try call.query.text("kind"), let value = try call.query.text("value") else {
                    throw RequestError.invalidParameter("kind", expected: "given, together with value")
                }
                try await gateway.detections.unmute(DetectionMuteRecord(kind: kind, value: value))
                return .done
            },
            Route(.get, "/v1/detections/attached") { _ in
                .json(AttachedFlockFinderList(attached: await gateway.detections.attached()))
            },
            Route(.post, "/v1/detections/attached") { call in
                let request: AttachmentRequest = try await call.object()
                return .json(try await gateway.detections.attach(request), status: .created)
            },
            Route(.delete, "/v1/detections/attached/{attachment}") { call in
                try await gateway.detections.detach(call.name("attachment"))
                return .done
            },
            liveRoute,
        ]
    }

    /// Devices that are seen, as they are.
    private var liveRoute: Route {
        Route(.get, "/v1/detections/live", query: ["min_tier", "type", "muted", "device", "dongle"]) { call in
            var query = try query(call)
            query.includesMuted = try call.query.choice("muted", ["yes", "no"]) == "yes"
            let subscription = try await gateway.detections.subscribe(query, attaching: try attachment(call))
            let start = await start(of: subscription.id)
            streams.add(subscription.id) { subscription.end() }
            return LineStream(call).response(
                cleanUp: {
                    subscription.end()
                    streams.remove(subscription.id)
                },
                produce: { lines in
                    await lines.line("start") { $0.fields(start) }
                    for await update in subscription {
                        switch update {
                        case .device(let device):
                            await lines.line("detection", at: device.lastSeen) { $0.fields(device) }
                        case .missed(let count):
                            await lines.line("missed") { $0.fields(CountLine(dongle: nil, count: count)) }
                        }
                    }
                    await lines.line("end")
                })
        }
    }

    private func query(_ call: Call) throws(RequestError) -> DetectionQuery {
        let tier = try call.query.choice("min_tier", DetectionTier.allCases.map(\.rawValue))
        return DetectionQuery(
            leastTier: tier.flatMap(DetectionTier.init) ?? .low,
            deviceType: try call.query.text("type", limit: Pattern.deviceTypeLimit))
    }

    /// A FlockFinder that is to be listened to for as long as the stream lasts.
    private func attachment(_ call: Call) throws(RequestError) -> AttachmentRequest? {
        let dongle = try call.query.text("dongle", limit: 4096)
        guard let device = try call.query.text("device", limit: Pattern.nameLimit) else {
            guard dongle == nil else { throw .invalidParameter("dongle", expected: "given together with device") }
            return nil
        }
        return AttachmentRequest(device: device, dongle: dongle)
    }

    private func muted(_ call: Call) throws(RequestError) -> Bool? {
        try call.query.choice("muted", ["yes", "no"]).map { $0 == "yes" }
    }

    private func since(_ call: Call) throws(RequestError) -> Timestamp? {
        guard let text = try call.query.text("since") else { return nil }
        guard let time = Timestamp(text) else {
            throw .invalidParameter("since", expected: "a time such as 2026-01-05T18:30:00Z")
        }
        return time
    }
}

extension DetectionMuteRecord: RequestObject {
    static let keys = ["kind", "value"]

    /// The gateway knows what can be muted.
    func check() throws(RequestError) {}
}

extension AttachmentRequest: RequestObject {
    static let keys = ["device", "dongle"]

    func check() throws(RequestError) {
        guard (1...Pattern.nameLimit).contains(device.utf8.count) else {
            throw .invalidValue(
                path: "device", expected: "an address or a name of 1 to \(Pattern.nameLimit) bytes")
        }
        if let dongle, !(1...4096).contains(dongle.utf8.count) {
            throw .invalidValue(path: "dongle", expected: "a text of 1 to 4096 bytes")
        }
    }
}
