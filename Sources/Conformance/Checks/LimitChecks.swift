/// Section 14 of SPEC.md, judged by the whole run.
enum LimitChecks {
    static let all: [Check] = [
        Check("limits.payload", "4.3", "No payload of the dongle is larger than the session allows.", body: nil)
    ]
}
