/// A whole recording of adverts in memory.
package struct AirRecording: Sendable, Hashable {
    /// Adverts in the order of the file.
    package let adverts: [RecordedAdvert]
    /// Lines that are not adverts.
    package let skipped: SkippedLines

    /// Reads the whole file at `path`, plain or compressed with gzip.
    ///
    /// - Throws: Any error of ``RecordingReader``. To keep the adverts before a damaged part, use
    ///   that reader instead.
    package init(path: String) throws(RecordingError) {
        var reader = try RecordingReader(path: path)
        var adverts: [RecordedAdvert] = []
        while let advert = try reader.next() {
            adverts.append(advert)
        }
        self.adverts = adverts
        skipped = reader.skipped
    }
}
