import LineFormats

extension PayfritClient {
    /// Asks the server to send a one-time password to a phone. A dev server sends none: there the
    /// password is always the same.
    ///
    /// - Returns: The server's message to the user, such as that password; nil if there is none.
    package func sendOTP(phone: String) async throws(PayfritError) -> String? {
        let request = PayfritRequest(.sendOTP) { $0.field("Phone", phone) }
        let answer = try await exchange(request)
        try answer.done()
        return answer.notice
    }

    /// Exchanges a one-time password for a token.
    package func verifyOTP(phone: String, password: String) async throws(PayfritError) -> Login {
        var request = PayfritRequest(.verifyOTP) {
            $0.field("Phone", phone)
            $0.field("OTP", password)
        }
        request.secrets = [password]
        return try await exchange(request).login()
    }

    /// Exchanges a name and a password for a token.
    package func login(username: String, password: String) async throws(PayfritError) -> Login {
        var request = PayfritRequest(.login) {
            $0.field("Username", username)
            $0.field("Password", password)
        }
        request.secrets = [password]
        return try await exchange(request).login()
    }
}
