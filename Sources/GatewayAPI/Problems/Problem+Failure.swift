import DongleLink
import DongleProtocol
import Failures
import FlockFinder
import Gateway
import GatewayModel
import Payfrit
import SerialPort
import Store

extension Problem {
    /// Makes problem details for any error that a request can cause.
    init(_ error: any Error) {
        let failure = Failure(error)
        let status = Problem.ownStatus(of: error) ?? Problem.usualStatus(of: failure)
        self.init(
            title: Problem.title(status), status: status, detail: failure.message, code: failure.code,
            hint: failure.hint, retryable: failure.isRetryable,
            outcome: failure.outcome.flatMap { OperationOutcome(rawValue: $0.rawValue) },
            exitCode: Int(failure.exit.rawValue))
    }

    // MARK: The table

    /// Status for errors without one of their own, derived from the exit code of the command line.
    static func usualStatus(of failure: Failure) -> Int {
        switch failure.exit {
        case .usage, .badInput: 400
        case .permission: 403
        case .noInput: 404
        case .ok, .software, .system, .cannotCreate, .configuration: 500
        // The dongle or the device failed, or violates the protocol.
        case .unavailable, .inputOutput, .protocolMismatch: 502
        case .temporary, .interrupted: 503
        }
    }

    /// Status of an error that has one of its own; nil = derive it from the exit code.
    private static func ownStatus(of error: any Error) -> Int? {
        switch error {
        case let error as RequestError: requestStatus(of: error)
        case let error as GatewayError: gatewayStatus(of: error)
        case let error as LinkError: linkStatus(of: error)
        case let error as ProvisioningError: provisioningStatus(of: error)
        case let error as DetectionError: detectionStatus(of: error)
        case let error as SoleRowError: provisioningStatus(of: error.error)
        case let error as ConfigError: configStatus(of: error)
        case let error as PayfritServiceError: payfritStatus(of: error)
        case let error as PayfritError: backendStatus(of: error)
        case let error as TillServiceError: tillStatus(of: error)
        case SerialPortError.notFound: 404
        case SerialPortError.busy: 409
        case PortChoice.Failure.several: 409
        case is PortChoice.Failure: 404
        case RadioError.noProgram, RadioError.noUnit: 404
        case StoreError.full: 507
        case StoreError.aliasTaken, StoreError.beaconAliasTaken, StoreError.regionTaken, StoreError.patternTaken: 409
        case StoreError.unknownPattern, PatternError.unknownSet, PatternError.nothingToUndo: 404
        case PatternError.ambiguous, PatternError.needsConsent, PatternError.changedSince: 409
        case PatternError.fileTooLong, PatternFileFault.config(.tooLong): 413
        case StoreError.servicePointTaken: 409
        case StoreError.tooManyRegistrations, StoreError.tooManyTables: 503
        case StoreError.tooLargeForOutbox, StoreError.tooLargeForJournal: 413
        default: nil
        }
    }

    private static func gatewayStatus(of error: GatewayError) -> Int {
        switch error {
        case .invalidAlias, .invalidValue, .invalidRegionName, .invalidBeaconUUID, .invalidBeaconAlias: 400
        case .unknownDongle, .unknownConnection, .noSuchHandle, .unknownRegion, .unknownBeacon, .unknownOutboxEntry,
            .noWebhook:
            404
        case .ambiguousDongle, .notInUse, .aliasTaken, .portTaken, .cannotNotify, .cannotRestart: 409
        case .dongleAway, .noDongle, .tooMany, .stopping: 503
        case .notHeard, .writesUnanswered: 504
        }
    }

    private static func provisioningStatus(of error: ProvisioningError) -> Int {
        switch error {
        case .badItem, .badValue, .sameAddress, .sameIdentity, .sameName, .bannedShard,
            .sameShard:
            400
        case .unknownRun, .unknownProfile: 404
        case .underWay, .identityUnderWay, .identityTaken, .beaconTaken, .runUnderWay, .replacedRun, .alreadyVerified,
            .neverWritten, .nothingToResume, .nothingToVerify:
            409
        }
    }

    private static func detectionStatus(of error: DetectionError) -> Int {
        switch error {
        case .notAMute, .notADevice: 400
        case .notMuted, .notAttached: 404
        case .tooManyMutes, .alreadyAttached: 409
        case .notAFlockFinder: 502
        case .tooManyAttached: 503
        case .nameNotHeard: 504
        }
    }

    private static func configStatus(of error: ConfigError) -> Int? {
        switch error {
        case .badDevice, .pointless, .badConfig, .badEntry, .badSetting, .unknownSetting: 400
        case .unknownTransfer, .nothingToRestore: 404
        case .underWay: 409
        // All other errors are reported in a `ConfigReport`.
        default: nil
        }
    }

    private static func payfritStatus(of error: PayfritServiceError) -> Int {
        switch error {
        case .badValue, .incompleteLogin, .manyPlaces: 400
        // Not 401, which is about the gateway's own token.
        case .notLoggedIn, .loggedOut: 403
        case .unknownBusiness, .unknownServicePoint, .unknownTable, .unknownRegistration: 404
        case .noBusiness, .ambiguousBusiness, .ambiguousServicePoint, .noNextName, .wrongState, .notProvisioned,
            .unverified, .simulated, .unreadableRegistration, .registrationUnderWay:
            409
        case .openSessionFile, .badSessionFile, .cannotUseSessionFile: 500
        }
    }

    private static func backendStatus(of error: PayfritError) -> Int? {
        switch error {
        // The request is valid; the backend refuses it, or its API generation does not support it.
        case .refused, .notFound, .notInThisAPI: 409
        case .unknownBeacon: 404
        case .unauthorized: 403
        case .timedOut: 504
        case .unreachable, .interrupted, .untrusted, .http, .notJSON, .malformed, .tooLarge: 502
        case .badSetting, .cancelled: nil
        }
    }

    private static func linkStatus(of error: LinkError) -> Int? {
        switch error {
        case .refused(_, let status, _), .failed(_, let status, _, _):
            dongleStatus(of: status)
        case .interrupted(_, cause: .gaveUp), .notSent(_, cause: .gaveUp), .greeting(.noAnswer): 504
        default: nil
        }
    }

    /// Status for permanent refusals: the dongle or device would refuse the request again, but it
    /// has not failed. Nil for other statuses.
    private static func dongleStatus(of status: Status) -> Int? {
        switch status {
        // The value cannot be read, or cannot be written.
        case .att(0x02), .att(0x03): 403
        case .notFound, .att(0x01), .att(0x0A): 404
        case .alreadyConnected, .unsupported, .unknownOperation, .att(0x06): 409
        case .deadline: 504
        default: nil
        }
    }

    private static func requestStatus(of error: RequestError) -> Int {
        switch error {
        case .notJSON, .missingKey, .unknownKey, .invalidValue, .invalidBeaconUUID, .unknownParameter,
            .repeatedParameter,
            .invalidParameter, .invalidHeader, .notPercentEncoded, .apiVersion, .notHTTP, .notOneHost:
            400
        case .unauthorized: 401
        case .hostNotAllowed, .crossOrigin, .roleNotSufficient: 403
        case .unknownRoute, .unknownStream, .unknownSession, .noConsole, .noESPHomeKey: 404
        case .wrongMethod: 405
        case .tooSlow: 408
        case .bodyTooLarge: 413
        case .pathTooLong: 414
        case .wrongContentType: 415
        case .tooManyAttempts: 429
        case .headTooLarge: 431
        case .tooManyBackups, .restoreUnderWay: 503
        case .cannotCopy: 500
        }
    }

    /// Reason phrase of a status. Source: RFC 9110, 15; RFC 6585; RFC 4918 for 507.
    private static func title(_ status: Int) -> String {
        switch status {
        case 400: "Bad Request"
        case 401: "Unauthorized"
        case 403: "Forbidden"
        case 404: "Not Found"
        case 405: "Method Not Allowed"
        case 408: "Request Timeout"
        case 409: "Conflict"
        case 413: "Content Too Large"
        case 414: "URI Too Long"
        case 415: "Unsupported Media Type"
        case 429: "Too Many Requests"
        case 431: "Request Header Fields Too Large"
        case 502: "Bad Gateway"
        case 503: "Service Unavailable"
        case 504: "Gateway Timeout"
        case 507: "Insufficient Storage"
        default: "Internal Server Error"
        }
    }
}
