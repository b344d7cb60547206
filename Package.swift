// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
]

let nioCore = Target.Dependency.product(name: "NIOCore", package: "swift-nio")
let nioConcurrency = Target.Dependency.product(name: "NIOConcurrencyHelpers", package: "swift-nio")
let nioPosix = Target.Dependency.product(name: "NIOPosix", package: "swift-nio")
let crypto = Target.Dependency.product(name: "Crypto", package: "swift-crypto")
let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")

let package = Package(
    name: "perch",
    products: [
        .executable(name: "perch", targets: ["Perch"])
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
        .package(url: "https://github.com/apple/swift-crypto", exact: "4.5.2"),
        .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
    ],
    targets: [
        .systemLibrary(name: "CUdev", pkgConfig: "libudev", providers: [.apt(["libudev-dev"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .target(name: "CDongleCore", path: "firmware-protocol/core", sources: ["src"], publicHeadersPath: "include"),
        .target(name: "DongleProtocol", swiftSettings: strict),
        .target(name: "Advertising", swiftSettings: strict),
        .target(name: "Recording", dependencies: ["Advertising", "CZlib"], swiftSettings: strict),
        .target(name: "SerialPort", dependencies: ["CUdev"], swiftSettings: strict),
        .target(
            name: "DongleLink",
            dependencies: [
                "Advertising", "DongleProtocol", "SerialPort", crypto, nioConcurrency, nioCore, nioPosix,
            ],
            swiftSettings: strict),
        .target(
            name: "SimulatedDongle", dependencies: ["Advertising", "CDongleCore", "Recording"],
            resources: [.embedInCode("Scenarios/restaurant.json")], swiftSettings: strict),
        .executableTarget(
            name: "Perch",
            dependencies: [
                "Advertising", "DongleLink", "DongleProtocol", "Recording", "SerialPort", "SimulatedDongle",
                argumentParser,
            ],
            swiftSettings: strict),
        .executableTarget(
            name: "perch-bench",
            dependencies: [
                "Advertising", "CDongleCore", "DongleProtocol", "Recording", "SimulatedDongle", argumentParser,
            ],
            path: "tools/bench", swiftSettings: strict),

        .testTarget(name: "DongleProtocolTests", dependencies: ["DongleProtocol"], swiftSettings: strict),
        .testTarget(name: "AdvertisingTests", dependencies: ["Advertising"], swiftSettings: strict),
        .testTarget(name: "RecordingTests", dependencies: ["Recording", "Advertising"], swiftSettings: strict),
        .testTarget(
            name: "SerialPortTests", dependencies: ["SerialPort"], exclude: ["Fixtures"], swiftSettings: strict),
        .testTarget(
            name: "DongleLinkTests",
            dependencies: ["Advertising", "DongleLink", "DongleProtocol", "Recording", "SimulatedDongle"],
            swiftSettings: strict),
        .testTarget(
            name: "PerchTests",
            dependencies: [
                "Advertising", "DongleLink", "DongleProtocol", "Perch", "Recording", "SerialPort", "SimulatedDongle",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "SimulatedDongleTests",
            dependencies: ["Advertising", "DongleProtocol", "Recording", "SimulatedDongle"],
            swiftSettings: strict),
    ]
)
