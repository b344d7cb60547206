import ArgumentParser

/// Consent, given in advance, to what an order removes.
struct ConsentOptions: ParsableArguments {
    @Flag(help: "Yes, without being asked.")
    var yes = false

    /// Value for the `mayRemove` field of an order; nil = not agreed in advance.
    var mayRemove: Bool? { yes ? true : nil }
}
