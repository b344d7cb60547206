// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
]

let package = Package(
    name: "perch",
    products: [],
    dependencies: [],
    targets: [
        .target(name: "CDongleCore", path: "firmware-protocol/core", sources: ["src"], publicHeadersPath: "include"),
        .target(name: "DongleProtocol", swiftSettings: strict),
        .testTarget(name: "DongleProtocolTests", dependencies: ["DongleProtocol"], swiftSettings: strict),
    ]
)
