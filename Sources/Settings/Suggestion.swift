/// Returns the word that was probably meant; nil if none is similar.
///
/// A word is similar if at most a third of its letters differ, or one: inserted, omitted, replaced,
/// or swapped with a neighbour.
func suggestion(for word: String, among words: [String]) -> String? {
    let word = Array(word.lowercased().replacing("-", with: "_").unicodeScalars.prefix(64))
    let nearest = words.map { (word: $0, distance: distance(word, Array($0.lowercased().unicodeScalars))) }
        .min { $0.distance < $1.distance }
    guard let nearest, nearest.distance <= max(1, word.count / 3) else { return nil }
    return nearest.word
}

/// Returns the optimal string alignment distance.
private func distance(_ one: [Unicode.Scalar], _ other: [Unicode.Scalar]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...other.count)
    for (row, scalar) in one.enumerated() {
        var now = [row + 1]
        for (column, candidate) in other.enumerated() {
            var least = min(last[column + 1] + 1, now[column] + 1, last[column] + (scalar == candidate ? 0 : 1))
            if row > 0, column > 0, scalar == other[column - 1], one[row - 1] == candidate {
                least = min(least, beforeLast[column - 1] + 1)
            }
            now.append(least)
        }
        (beforeLast, last) = (last, now)
    }
    return last[other.count]
}
