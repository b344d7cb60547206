/// A whole recording of the air in memory.
package struct AirRecording: Sendable, Hashable {
    /// In the order of the file.
    package let adverts: [RecordedAdvert]
    /// The lines that are not adverts.
    package let skipped: SkippedLines

    /// Reads the file at `path`, plain or compressed with gzip, to its end.
    ///
    /// - Throws: Any error of ``RecordingReader``. To keep the adverts before some damage, read with that instead.
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
