// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
]
/// Where GRDB is among what is imported indirectly: its strings for SQL would offer themselves for any other.
let strictAboutImports = strict + [.enableUpcomingFeature("MemberImportVisibility")]

let nioCore = Target.Dependency.product(name: "NIOCore", package: "swift-nio")
let nioConcurrency = Target.Dependency.product(name: "NIOConcurrencyHelpers", package: "swift-nio")
let nioHTTP1 = Target.Dependency.product(name: "NIOHTTP1", package: "swift-nio")
let nioPosix = Target.Dependency.product(name: "NIOPosix", package: "swift-nio")
let crypto = Target.Dependency.product(name: "Crypto", package: "swift-crypto")
let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let serviceLifecycle = Target.Dependency.product(name: "ServiceLifecycle", package: "swift-service-lifecycle")
let unixSignals = Target.Dependency.product(name: "UnixSignals", package: "swift-service-lifecycle")
let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let grdbSQLite = Target.Dependency.product(name: "GRDBSQLite", package: "GRDB.swift")
let httpTypes = Target.Dependency.product(name: "HTTPTypes", package: "swift-http-types")
let hummingbird = Target.Dependency.product(name: "Hummingbird", package: "hummingbird")
let hummingbirdTLS = Target.Dependency.product(name: "HummingbirdTLS", package: "hummingbird")
let asyncHTTPClient = Target.Dependency.product(name: "AsyncHTTPClient", package: "async-http-client")
let nioSSL = Target.Dependency.product(name: "NIOSSL", package: "swift-nio-ssl")
let tomlKit = Target.Dependency.product(name: "TOMLKit", package: "TOMLKit")

let package = Package(
    name: "perch",
    products: [
        .executable(name: "perch", targets: ["Perch"])
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
        .package(url: "https://github.com/apple/swift-crypto", exact: "4.5.2"),
        .package(url: "https://github.com/apple/swift-http-types", exact: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", exact: "2.37.6"),
        .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", exact: "2.28.1", traits: []),
        .package(url: "https://github.com/LebJe/TOMLKit", exact: "0.6.0"),
        .package(url: "https://github.com/swift-server/async-http-client", exact: "1.37.0", traits: []),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", exact: "2.13.0"),
    ],
    targets: [
        .systemLibrary(name: "CUdev", pkgConfig: "libudev", providers: [.apt(["libudev-dev"])]),
        .systemLibrary(name: "CPoll"),
        .systemLibrary(name: "CSpawn"),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .target(name: "CDongleCore", path: "firmware-protocol/core", sources: ["src"], publicHeadersPath: "include"),
        .target(name: "DongleProtocol", swiftSettings: strict),
        .target(name: "Advertising", swiftSettings: strict),
        .target(name: "BeaconTracking", dependencies: ["Advertising"], swiftSettings: strict),
        .target(
            name: "CP28", dependencies: ["Advertising"],
            resources: [.embedInCode("Resources/cp28.json"), .embedInCode("Resources/factory-uuids.json")],
            swiftSettings: strict),
        .target(name: "JSONLines", swiftSettings: strict),
        .target(name: "CSV", swiftSettings: strict),
        .target(
            name: "FlockFinder", dependencies: ["Advertising", "CSV", "JSONLines"],
            resources: [
                .embedInCode("Resources/devices.json"), .embedInCode("Resources/factory.json"),
                .embedInCode("Resources/patterns.json"),
            ],
            swiftSettings: strict),
        .target(name: "Recording", dependencies: ["Advertising", "CZlib"], swiftSettings: strict),
        .target(name: "SerialPort", dependencies: ["CUdev"], swiftSettings: strict),
        .target(name: "Concurrency", dependencies: [nioConcurrency], swiftSettings: strict),
        .target(
            name: "DongleLink",
            dependencies: [
                "Advertising", "Concurrency", "DongleProtocol", "SerialPort", crypto, nioConcurrency, nioCore, nioPosix,
            ],
            swiftSettings: strict),
        .target(
            name: "Conformance", dependencies: ["DongleProtocol", "SerialPort", crypto], swiftSettings: strict),
        .target(
            name: "SimulatedDongle", dependencies: ["Advertising", "CDongleCore", "CPoll", "Recording"],
            resources: [
                .embedInCode("Scenarios/crew.json"), .embedInCode("Scenarios/flockfinder.json"),
                .embedInCode("Scenarios/provisioning.json"), .embedInCode("Scenarios/restaurant.json"),
                .embedInCode("Scenarios/walker.json"),
            ],
            swiftSettings: strict),
        .target(
            name: "Store",
            dependencies: ["Advertising", "BeaconTracking", "FlockFinder", "GatewayModel", grdb, grdbSQLite],
            swiftSettings: strict),
        .target(
            name: "Notifications",
            dependencies: [
                "CSpawn", "Concurrency", "GatewayModel", "JSONLines", "Store", asyncHTTPClient, crypto, logging,
                nioConcurrency,
                nioCore, nioHTTP1,
                nioPosix,
            ],
            swiftSettings: strictAboutImports),
        .target(
            name: "Payfrit",
            dependencies: ["Advertising", "JSONLines", asyncHTTPClient, nioCore, nioHTTP1, nioPosix, nioSSL],
            swiftSettings: strictAboutImports),
        .target(name: "Settings", dependencies: ["SerialPort", tomlKit], swiftSettings: strict),
        .target(
            name: "GatewayModel", dependencies: ["Advertising", "BeaconTracking", "FlockFinder", "JSONLines"],
            swiftSettings: strict),
        .target(
            name: "Gateway",
            dependencies: [
                "Advertising", "BeaconTracking", "CP28", "Concurrency", "DongleLink", "DongleProtocol", "FlockFinder",
                "GatewayModel", "JSONLines", "Notifications", "Payfrit", "SerialPort", "Store", crypto, logging,
                nioConcurrency,
                nioCore,
            ],
            swiftSettings: strictAboutImports),
        .target(
            name: "Failures",
            dependencies: [
                "BeaconTracking", "CP28", "Conformance", "DongleLink", "DongleProtocol", "FlockFinder", "Gateway",
                "GatewayModel", "JSONLines", "Payfrit", "Recording", "SerialPort", "Settings", "SimulatedDongle",
                "Store",
            ],
            swiftSettings: strictAboutImports),
        .target(name: "CServedFiles"),
        .target(
            name: "GatewayAPI",
            dependencies: [
                "Advertising", "BeaconTracking", "CP28", "CServedFiles", "Concurrency", "DongleLink", "DongleProtocol",
                "Failures",
                "FlockFinder",
                "Gateway", "GatewayModel", "JSONLines", "Payfrit", "SerialPort", "Store", crypto, httpTypes,
                hummingbird,
                hummingbirdTLS, logging, nioConcurrency, nioCore, nioHTTP1, nioPosix, nioSSL, serviceLifecycle,
            ],
            exclude: ["Resources/console.html"], swiftSettings: strictAboutImports),
        .target(
            name: "GatewayClient",
            dependencies: [
                "Advertising", "FlockFinder", "GatewayModel", "JSONLines", asyncHTTPClient, nioCore, nioHTTP1, nioPosix,
                nioSSL,
            ],
            swiftSettings: strict),
        .executableTarget(
            name: "Perch",
            dependencies: [
                "Advertising", "BeaconTracking", "CP28", "CSV", "Conformance", "DongleLink", "DongleProtocol",
                "Failures", "FlockFinder", "Gateway", "GatewayAPI", "GatewayClient", "GatewayModel", "JSONLines",
                "Notifications", "Recording",
                "SerialPort", "Settings", "SimulatedDongle", "Store", argumentParser, logging, serviceLifecycle,
                unixSignals,
            ],
            swiftSettings: strictAboutImports),
        .target(
            name: "DevBackend",
            dependencies: [
                "JSONLines", crypto, grdb, httpTypes, hummingbird, hummingbirdTLS, logging, nioConcurrency, nioCore,
                nioPosix, nioSSL,
            ],
            path: "tools/dev-backend/Server", swiftSettings: strictAboutImports),
        .executableTarget(
            name: "perch-dev-backend", dependencies: ["DevBackend", argumentParser, unixSignals],
            path: "tools/dev-backend/Command", swiftSettings: strictAboutImports),
        .executableTarget(
            name: "perch-bench",
            dependencies: [
                "TestSupport", "Advertising", "BeaconFixtures", "BeaconTracking", "BriefGateway", "BuiltPrograms",
                "CDongleCore",
                "CZlib",
                "DetectionFixtures", "DevBackend", "DongleLink", "DongleProtocol", "FlockFinder", "Gateway",
                "GatewayClient", "GatewayModel", "HostileLine", "KillFixtures", "PayfritFixtures",
                "ProvisioningFixtures", "Recording", "SerialPort", "SimulatedDongle", "Store", argumentParser,
                asyncHTTPClient, logging, nioCore,
            ],
            path: "tools/bench", exclude: ["parser_peer.py"], swiftSettings: strictAboutImports),

        .target(
            name: "AdvertFixtures", dependencies: ["Advertising", "DongleLink", "Recording", "SimulatedDongle"],
            path: "Tests/AdvertFixtures",
            swiftSettings: strict),
        .target(
            name: "BeaconFixtures",
            dependencies: [
                "TestSupport",
                "Advertising", "BeaconTracking", "DongleLink", "DongleProtocol", "HostileLine", "Recording",
                "SimulatedDongle",
            ],
            path: "Tests/BeaconFixtures", swiftSettings: strict),
        .target(
            name: "DetectionFixtures", dependencies: ["TestSupport", "Advertising", "FlockFinder"],
            path: "Tests/DetectionFixtures",
            swiftSettings: strict),
        .target(
            name: "GatewayFixtures",
            dependencies: [
                "TestSupport",
                "Gateway", "GatewayAPI", "GatewayModel", "SimulatedDongle", "Store", logging, serviceLifecycle,
            ],
            path: "Tests/GatewayFixtures", swiftSettings: strict),
        .target(
            name: "BriefGateway", dependencies: ["Gateway", "SerialPort", "Store", logging],
            path: "Tests/BriefGateway", swiftSettings: strict),
        .target(name: "BuiltPrograms", path: "Tests/BuiltPrograms", swiftSettings: strict),
        .target(
            name: "KillFixtures", dependencies: ["BuiltPrograms", "Store"], path: "Tests/KillFixtures",
            swiftSettings: strict),
        .target(name: "KillPoint", path: "Tests/KillPoint"),
        .target(
            name: "ConfigFixtures",
            dependencies: [
                "TestSupport",
                "BriefGateway", "FlockFinder", "Gateway", "GatewayModel", "KillFixtures", "SimulatedDongle", "Store",
                nioConcurrency,
            ],
            path: "Tests/ConfigFixtures", swiftSettings: strictAboutImports),
        .executableTarget(
            name: "crash",
            dependencies: [
                "TestSupport",
                "Advertising", "BriefGateway", "Gateway", "GatewayClient", "GatewayModel", "KillPoint", "Store",
            ],
            path: "Tests/Crash", swiftSettings: strict),
        .target(
            name: "ProvisioningFixtures",
            dependencies: [
                "TestSupport",
                "Advertising", "Gateway", "GatewayModel", "KillFixtures", "SimulatedDongle", "Store", logging,
            ],
            path: "Tests/ProvisioningFixtures", swiftSettings: strictAboutImports),
        .target(
            name: "PayfritFixtures",
            dependencies: [
                "TestSupport",
                "Advertising", "DevBackend", "Gateway", "GatewayModel", "KillFixtures", "ProvisioningFixtures",
                "SimulatedDongle", "Store", logging, nioConcurrency,
            ],
            path: "Tests/PayfritFixtures", swiftSettings: strictAboutImports),
        .target(name: "MockedUSB", path: "Tests/MockedUSB", swiftSettings: strict),
        .target(name: "Eventually", path: "Tests/Eventually", swiftSettings: strict),
        .target(name: "TestSupport", dependencies: ["Advertising"], path: "Tests/TestSupport", swiftSettings: strict),
        .target(
            name: "TerminalFixtures", dependencies: ["Eventually"], path: "Tests/TerminalFixtures",
            swiftSettings: strict),
        .target(
            name: "HostileLine",
            dependencies: ["Advertising", "DongleLink", "DongleProtocol", "Recording", "SimulatedDongle", crypto],
            path: "Tests/HostileLine", swiftSettings: strict),
        .testTarget(name: "DongleProtocolTests", dependencies: ["DongleProtocol"], swiftSettings: strict),
        .testTarget(
            name: "ConformanceTests",
            dependencies: ["Conformance", "DongleProtocol", "HostileLine", "SimulatedDongle"],
            exclude: ["Zoo"],
            swiftSettings: strict),
        .testTarget(name: "ConcurrencyTests", dependencies: ["Concurrency"], swiftSettings: strict),
        .testTarget(name: "AdvertisingTests", dependencies: ["Advertising"], swiftSettings: strict),
        .testTarget(name: "CP28Tests", dependencies: ["Advertising", "CP28"], swiftSettings: strict),
        .testTarget(name: "CSVTests", dependencies: ["CSV", "SimulatedDongle"], swiftSettings: strict),
        .testTarget(
            name: "FlockFinderTests",
            dependencies: ["Advertising", "DetectionFixtures", "FlockFinder", "JSONLines", "Recording"],
            swiftSettings: strict),
        .testTarget(
            name: "BeaconTrackingTests",
            dependencies: ["Advertising", "BeaconFixtures", "BeaconTracking", "Recording"],
            swiftSettings: strict),
        .testTarget(name: "RecordingTests", dependencies: ["Recording", "Advertising"], swiftSettings: strict),
        .testTarget(
            name: "SerialPortTests", dependencies: ["MockedUSB", "SerialPort"], exclude: ["Fixtures"],
            swiftSettings: strict),
        .testTarget(
            name: "DongleLinkTests",
            dependencies: [
                "Advertising", "DongleLink", "DongleProtocol", "HostileLine", "Recording", "SerialPort",
                "SimulatedDongle", "TerminalFixtures",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "DissectorTests",
            dependencies: ["Advertising", "DongleLink", "DongleProtocol", "Recording", "SimulatedDongle"],
            swiftSettings: strict),
        .testTarget(
            name: "PortTests",
            dependencies: ["Advertising", "DongleLink", "DongleProtocol", "HostileLine", "SimulatedDongle"],
            swiftSettings: strict),
        .testTarget(name: "JSONLinesTests", dependencies: ["JSONLines"], swiftSettings: strict),
        .testTarget(
            name: "StoreTests",
            dependencies: [
                "Advertising", "BeaconTracking", "BuiltPrograms", "FlockFinder", "GatewayModel", "Store", "TestSupport",
                "crash", grdb,
            ],
            swiftSettings: strict),
        .testTarget(
            name: "NotificationsTests",
            dependencies: [
                "Eventually", "GatewayModel", "JSONLines", "Notifications", "Store", asyncHTTPClient, crypto,
                hummingbird, logging,
                nioConcurrency,
                nioCore,
            ],
            swiftSettings: strictAboutImports),
        .testTarget(
            name: "PayfritTests",
            dependencies: [
                "Advertising", "JSONLines", "Payfrit", nioConcurrency, nioCore, nioHTTP1, nioPosix, nioSSL,
            ],
            swiftSettings: strictAboutImports),
        .testTarget(
            name: "DevBackendTests",
            dependencies: [
                "BuiltPrograms", "DevBackend", "JSONLines", "perch-dev-backend", asyncHTTPClient, grdb, nioConcurrency,
                nioCore,
                nioHTTP1, nioSSL,
            ],
            swiftSettings: strict),
        .testTarget(name: "SettingsTests", dependencies: ["Settings"], swiftSettings: strict),
        .testTarget(
            name: "GatewayModelTests", dependencies: ["TestSupport", "Advertising", "GatewayModel", "JSONLines"],
            swiftSettings: strict),
        .testTarget(
            name: "GatewayTests",
            dependencies: [
                "TestSupport", "AdvertFixtures", "Advertising", "BeaconTracking", "CP28", "ConfigFixtures",
                "DongleLink",
                "DongleProtocol", "Eventually", "FlockFinder", "Gateway", "GatewayModel", "JSONLines", "KillFixtures",
                "Notifications", "Payfrit", "PayfritFixtures", "ProvisioningFixtures", "Recording", "SerialPort",
                "SimulatedDongle", "Store", "TerminalFixtures", "crash",
                grdb, logging, nioConcurrency, nioCore,
            ],
            swiftSettings: strict),
        .testTarget(
            name: "FailuresTests",
            dependencies: [
                "TestSupport", "Advertising", "CP28", "DongleLink", "DongleProtocol", "Failures", "FlockFinder",
                "Gateway", "Payfrit",
                "Recording",
                "SerialPort",
                "Settings",
                "SimulatedDongle", "Store",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "GatewayAPITests",
            dependencies: [
                "TestSupport", "AdvertFixtures", "Advertising", "CP28", "DevBackend", "DongleLink", "DongleProtocol",
                "Eventually",
                "Failures", "FlockFinder", "Gateway", "GatewayAPI", "GatewayModel", "JSONLines", "Payfrit", "Recording",
                "SerialPort", "SimulatedDongle", "Store",
                asyncHTTPClient, httpTypes, hummingbird, logging, nioConcurrency, nioCore, nioPosix, nioSSL,
                serviceLifecycle,
            ],
            swiftSettings: strict),
        .testTarget(
            name: "GatewayClientTests",
            dependencies: [
                "TestSupport", "Advertising", "DevBackend", "Eventually", "Failures", "FlockFinder", "Gateway",
                "GatewayAPI",
                "GatewayClient", "GatewayFixtures", "GatewayModel", "JSONLines", "SimulatedDongle", "Store",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "PerchTests",
            dependencies: [
                "TestSupport", "AdvertFixtures", "Advertising", "BuiltPrograms", "CP28", "CSV", "Conformance",
                "DevBackend",
                "DongleLink",
                "DongleProtocol", "Eventually", "Failures",
                "FlockFinder", "Gateway",
                "GatewayClient", "GatewayFixtures", "GatewayModel", "JSONLines", "MockedUSB", "Perch", "Recording",
                "SerialPort", "Settings", "SimulatedDongle", "Store", "TerminalFixtures", crypto, logging,
                serviceLifecycle,
            ],
            swiftSettings: strict),
        .testTarget(
            name: "SimulatedDongleTests",
            dependencies: ["Advertising", "DongleProtocol", "Recording", "SimulatedDongle", crypto],
            swiftSettings: strict),
    ]
)

// ThreadSanitizer takes a build of its own, dependencies and all: `PERCH_ONLY=link` leaves out what is not the link's.
if Context.environment["PERCH_ONLY"] == "link" {
    let link: Set = [
        "CPoll", "CUdev", "CZlib", "CDongleCore", "Concurrency", "DongleProtocol", "Advertising", "Recording",
        "SerialPort", "DongleLink", "SimulatedDongle", "Eventually", "HostileLine", "MockedUSB", "TerminalFixtures",
        "SerialPortTests",
        "ConcurrencyTests", "DongleLinkTests", "SimulatedDongleTests",
    ]
    package.products = []
    package.targets.removeAll { !link.contains($0.name) }
}
