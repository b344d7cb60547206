/// Phases from the first look to a beacon that accepts commands.
extension ProvisioningWorkflow {
    mutating func looked(_ look: Look) -> Action {
        switch look {
        // Before the beacon was asked to save, its new identity proves nothing: it would lose it at
        // a restart.
        case .asWanted where mayHaveSaved:
            phase = .ended
            state = .verified
            return .end
        case _ where isStopping: return fail(.stopped(step: 0))
        case .asWanted, .heard(isConnectable: true): return connect()
        case .heard(isConnectable: false): return fail(.notConnectable)
        case .notHeard(let milliseconds): return fail(.notHeard(milliseconds: milliseconds))
        case .unclear(let reason): return fail(reason)
        case .notListening: return fail(.notListening(written: wasSaved))
        }
    }

    mutating func connect() -> Action {
        phase = .connecting
        state = .connecting
        connectTries += 1
        return .connect
    }

    mutating func connected() -> Action {
        isConnected = true
        lastReason = 0
        guard !isStopping else { return fail(.stopped(step: 0)) }
        guard !keepsMTU else { return discover() }
        phase = .negotiating
        return .exchangeMTU(Self.wantedMTU)
    }

    mutating func discover() -> Action {
        guard !isStopping else { return fail(.stopped(step: 0)) }
        phase = .discovering
        return .discover
    }

    mutating func notConnected(_ fault: ConnectFault) -> Action {
        switch fault {
        case _ where isStopping: fail(.stopped(step: 0))
        case .noAnswer: retry(or: .noConnection)
        case .noSlot: fail(.noSlot)
        case .dongleLost: fail(.dongleLost(step: 0))
        }
    }

    mutating func discovered(_ found: [BeaconServer.Characteristic]) -> Action {
        do throws(RunFailure) {
            let server = try BeaconServer(found, profile: profile)
            self.server = server
            phase = .subscribing
            return .subscribe(handle: server.replies)
        } catch {
            return fail(error)
        }
    }

    /// Connects again; allowed because nothing was written on this connection.
    mutating func retry(or failure: RunFailure) -> Action {
        guard !isStopping else { return fail(.stopped(step: 0)) }
        return connectTries < profile.connectAttempts ? connect() : fail(failure)
    }

    // MARK: Passwords

    /// Sends the next password that was not refused. A refused password is never tried again.
    mutating func tryPassword() -> Action {
        guard !isStopping else { return fail(.stopped(step: 0)) }
        guard let index = (0..<passwordCount).first(where: { !refusedPasswords.contains($0) }) else {
            return fail(.passwordsRefused(tried: refusedPasswords.count))
        }
        guard isConnected, let server else { return connectAnew() }
        phase = .sendingPassword(index)
        passwordUnderTrial = index
        verdict = nil
        return .writePassword(index, to: server.passwords)
    }

    mutating func connectAnew() -> Action {
        connectTries = 0
        return connect()
    }

    /// Continues after a password was written without an error.
    mutating func passwordWritten(_ index: Int) -> Action {
        switch verdict {
        case .refused: return passwordRefused(index)
        case .accepted: return authenticated()
        case nil:
            guard profile.passwordReplies.waitMs > 0 else { return authenticated() }
            phase = .settling(index)
            return .listen(milliseconds: profile.passwordReplies.waitMs)
        }
    }

    mutating func passwordSettled() -> Action {
        // The connection ended for an unknown reason: being out of range is not a refusal.
        guard isConnected else { return fail(.disconnected(step: 0, reason: 0)) }
        // Without the answer that the profile requires, it is unknown whether the password was
        // refused, so trying the next one would be a guess.
        return profile.passwordReplies.isWanted ? fail(.noReply(step: 0)) : authenticated()
    }

    mutating func passwordRefused(_ index: Int) -> Action {
        refusedPasswords.insert(index)
        // Beacons refuse and then end the connection. On the same connection, this would look like
        // a refusal of the next password.
        guard isConnected, refusedPasswords.count < passwordCount else { return tryPassword() }
        isChangingPassword = true
        return hangUp()
    }

    mutating func authenticated() -> Action {
        state = .authenticated
        return write(0)
    }
}
