import Logging

/// Writes log events as lines of a ``LogSink``.
struct ServiceLogHandler: LogHandler {
    let sink: LogSink
    var logLevel: Logger.Level
    var metadata: Logger.Metadata = [:]
    var metadataProvider: Logger.MetadataProvider?

    /// - Parameters:
    ///   - label: Label of the logger. One that does not begin with `perch` belongs to another
    /// package, and logs only warnings and errors.
    ///   - level: Level of the program's own loggers.
    init(label: String, level: Logger.Level, sink: LogSink) {
        self.sink = sink
        logLevel = label.hasPrefix("perch") ? level : max(level, .warning)
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        var fields = metadata
        if let provided = metadataProvider?.get() { fields.merge(provided) { $1 } }
        if let own = event.metadata { fields.merge(own) { $1 } }
        if let error = event.error { fields["error"] = "\(error)" }
        sink.write(sink.format.line(event.level, event.message.description, fields))
    }
}
