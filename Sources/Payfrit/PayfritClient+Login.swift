import JSONLines

extension PayfritClient {
    /// Has a one-time password sent to a phone. A dev server sends none: it takes its magic one.
    ///
    /// - Returns: What the server has to say to whoever logs in, such as the magic password; nil where it says nothing.
    package func sendOTP(phone: String) async throws(PayfritError) -> String? {
        let request = PayfritRequest(.sendOTP) { $0.field("Phone", phone) }
        let answer = try await exchange(request)
        try answer.done()
        return answer.notice
    }

    /// Changes a one-time password into a token.
    package func verifyOTP(phone: String, password: String) async throws(PayfritError) -> Login {
        var request = PayfritRequest(.verifyOTP) {
            $0.field("Phone", phone)
            $0.field("OTP", password)
        }
        request.secrets = [password]
        return try await exchange(request).login()
    }

    /// Changes a name and a password into a token.
    package func login(username: String, password: String) async throws(PayfritError) -> Login {
        var request = PayfritRequest(.login) {
            $0.field("Username", username)
            $0.field("Password", password)
        }
        request.secrets = [password]
        return try await exchange(request).login()
    }
}
