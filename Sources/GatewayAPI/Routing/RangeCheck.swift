extension Int {
    /// Looks whether a value of a body is within its range.
    func check(_ path: String, _ range: ClosedRange<Int>) throws(RequestError) {
        guard range.contains(self) else {
            throw .invalidValue(path: path, expected: "a number from \(range.lowerBound) to \(range.upperBound)")
        }
    }
}

extension Int? {
    func check(_ path: String, _ range: ClosedRange<Int>) throws(RequestError) {
        try self?.check(path, range)
    }
}
