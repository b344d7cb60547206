/// Section 14 of SPEC.md, judged by the whole run.
enum LimitChecks {
    static let all: [Check] = [
        Check("limits.payload", "4.3", "No payload of the dongle is larger than the session allows.", body: nil),
        Check(
            "log.fields", "7.7",
            "LOG frames count from 0 in each session, and have a level of 0 to 3 and at most 120 bytes of text.",
            body: nil),
    ]
}
