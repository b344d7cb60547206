/// Text of a recording, decompressed if necessary, in pieces of limited size.
struct RecordingSource: ~Copyable, Sendable {
    private static let pieceLimit = 64 * 1024

    private let file: InputFile
    private var inflater: GzipInflater?
    private var input: ArraySlice<UInt8>
    private var fileEnded = false

    init(path: String) throws(RecordingError) {
        let file = try InputFile(path: path)
        let input = try file.read(limit: RecordingSource.pieceLimit)
        let inflater = try RecordingSource.inflater(path: path, firstBytes: input)
        self.init(file: file, inflater: inflater, input: input[...])
    }

    // See RecordingReader: nothing is set before what can fail.
    private init(file: consuming InputFile, inflater: consuming GzipInflater?, input: ArraySlice<UInt8>) {
        self.file = file
        self.inflater = inflater
        self.input = input
    }

    /// Returns the decompressor for the file; nil for plain text.
    private static func inflater(path: String, firstBytes: [UInt8]) throws(RecordingError) -> GzipInflater? {
        guard firstBytes.starts(with: GzipInflater.magic) else {
            guard !path.hasSuffix(".gz") else { throw .notGzip(path: path) }
            return nil
        }
        do {
            return try GzipInflater()
        } catch {
            throw .corruptGzip(path: path)
        }
    }

    /// Returns the next piece, never empty; nil at the end.
    mutating func next() throws(RecordingError) -> [UInt8]? {
        while true {
            if !input.isEmpty {
                let piece = try take()
                if !piece.isEmpty { return piece }
            } else if fileEnded {
                return nil
            } else {
                input = try file.read(limit: RecordingSource.pieceLimit)[...]
                if input.isEmpty {
                    fileEnded = true
                    if inflater?.isAtMemberEnd == false { throw .truncatedGzip(path: file.path) }
                }
            }
        }
    }

    private mutating func take() throws(RecordingError) -> [UInt8] {
        do {
            if let piece = try inflater?.inflate(&input, limit: RecordingSource.pieceLimit) { return piece }
        } catch {
            throw .corruptGzip(path: file.path)
        }
        defer { input = [] }
        return Array(input)
    }
}
