// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "MirrorMap",
  platforms: [
    .macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2),
  ],
  products: [
    .library(name: "MirrorMap", targets: ["MirrorMap"])
  ],
  targets: [
    .target(name: "MirrorMap", swiftSettings: [.strictMemorySafety()]),
    .executableTarget(name: "Quickstart", dependencies: ["MirrorMap"]),
    .executableTarget(name: "Benchmarks", dependencies: ["MirrorMap"], path: "Benchmarks"),
    .testTarget(name: "MirrorMapTests", dependencies: ["MirrorMap"]),
  ],
  swiftLanguageModes: [.v6]
)
