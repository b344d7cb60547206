import LineFormats

extension Notice {
    /// The notice as one JSON object for webhooks and commands, with `v` (1) first. Unknown fields
    /// are left out.
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
