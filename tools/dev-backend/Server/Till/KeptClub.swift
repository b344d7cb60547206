import LineFormats
import NIOConcurrencyHelpers

/// The club, and the file that keeps it, if there is one.
final class KeptClub: Sendable {
    private struct State {
        var club: Club
        var file: ClubFile?
    }

    private let state: NIOLockedValueBox<State>

    init(now: Timestamp) { state = NIOLockedValueBox(State(club: Club(now: now))) }

    /// Uses the club in a file from now on. A new file gets the present one.
    func keep(in path: String) throws(DevBackendError) {
        let result = state.withLockedValue { state in
            Result { () throws(DevBackendError) in
                let (file, club) = try ClubFile.open(path, new: state.club)
                state = State(club: club, file: file)
            }
        }
        try result.get()
    }

    /// Closes the file.
    func release() {
        state.withLockedValue { state in
            state.file?.end()
            state.file = nil
        }
    }

    func read<Value>(_ body: (Club) throws -> Value) rethrows -> Value {
        try state.withLockedValue { try body($0.club) }
    }

    /// Changes the club, also if `body` throws. What changed is in the file when this returns; if
    /// it cannot be written, nothing is changed.
    func change<Value>(_ body: (inout Club) throws -> Value) throws -> Value {
        try state.withLockedValue { state in
            var club = state.club
            let result = Result { try body(&club) }
            try state.file?.add(ClubChange(from: state.club, to: club), club: club)
            state.club = club
            return try result.get()
        }
    }

    /// Begins with a new club.
    func reset(now: Timestamp) throws {
        try state.withLockedValue { state in
            let club = Club(now: now)
            try state.file?.replace(by: club)
            state.club = club
        }
    }
}
