import ArgumentParser

/// Whether somebody has agreed already to what an order takes away.
struct ConsentOptions: ParsableArguments {
    @Flag(help: "Yes, without being asked.")
    var yes = false

    /// As orders say it.
    var mayRemove: Bool? { yes ? true : nil }
}
