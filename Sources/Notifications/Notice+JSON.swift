import JSONLines

extension Notice {
    /// The notice as webhooks and commands get it: one JSON object, `v` (1) first. What is not known is left out.
    package var json: [UInt8] {
        var writer = JSONWriter()
        writer.element { writer in
            writer.field("v", 1)
            writer.field("ts", plain: { $0.append(ts) })
            writer.field("type", type)
            writer.field("title", title)
            writer.field("reason", reason)
            writer.field("region", region)
            writer.field("beacon", beacon)
            if let rssi { writer.field("rssi", rssi) }
            writer.field("dongle", dongle)
            writer.field("simulated", simulated)
        }
        return writer.take()
    }
}
