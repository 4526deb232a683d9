// swift-tools-version: 6.2

import PackageDescription

// CI repeats some of the tests where they take long, and builds no more than it runs: "guarantees"
// builds of the core's tests only those in Guarantees, "store" none of them.
let testSelection = Context.environment["MIRRORMAP_TESTS"]

// CI runs the tests a second time, with a library that AddressSanitizer watches and that counts which of its
// lines run. Only the library is built again for that: the tests take ten times as long to build. It is optimized,
// which makes the tests three times as fast, and keeps its assertions.
let isInstrumented = Context.environment["MIRRORMAP_INSTRUMENTED"] != nil
let instrumentation = ["-sanitize=address", "-profile-generate"]
let compilation = ["-profile-coverage-mapping", "-O", "-assert-config", "Debug"]

// Apple's systems have all of Foundation, and Xcode knows package traits only since 26.4.
let foundation = SwiftSetting.define(
  "Foundation", .when(platforms: [.macOS, .macCatalyst, .iOS, .tvOS, .watchOS, .visionOS]))

let package = Package(
  name: "MirrorMap",
  platforms: [
    .macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2),
  ],
  products: [
    .library(name: "MirrorMap", targets: ["MirrorMap"]),
    .library(name: "MirrorMapStore", targets: ["MirrorMapStore"]),
    .library(name: "MirrorMapNetworking", targets: ["MirrorMapNetworking"]),
    .executable(name: "mirrormap", targets: ["MirrorMapTool"]),
  ],
  traits: [
    .default(enabledTraits: ["Foundation"]),
    .trait(
      name: "Foundation",
      description:
        "What needs all of Foundation: objects of JSONSerialization, DateFormatter, NSDecimalNumber, CGFloat."
    ),
  ],
  targets: [
    .target(
      name: "MirrorMap", dependencies: ["CByteVectors", "CThreads", "EssentialFoundation"],
      swiftSettings: [.strictMemorySafety(), foundation]
        + (isInstrumented
          ? [.unsafeFlags(instrumentation + compilation)] : []),
      linkerSettings: isInstrumented ? [.unsafeFlags(instrumentation)] : []),
    .target(name: "CByteVectors"),
    .target(name: "CThreads"),
    .target(name: "EssentialFoundation"),
    .target(
      name: "MirrorMapStore",
      dependencies: ["MirrorMap", .target(name: "CSQLite", condition: .when(platforms: [.linux]))],
      swiftSettings: [.strictMemorySafety(), foundation]),
    .systemLibrary(name: "CSQLite"),
    .target(name: "CCurl"),
    .target(
      name: "MirrorMapNetworking",
      dependencies: ["MirrorMap", .target(name: "CCurl", condition: .when(platforms: [.linux]))],
      swiftSettings: [.strictMemorySafety()]),
    .executableTarget(name: "MirrorMapTool", dependencies: ["MirrorMap"]),
    .executableTarget(
      name: "Quickstart",
      dependencies: [
        "MirrorMap", .target(name: "MirrorMapStore", condition: .when(traits: ["Foundation"])),
      ]),
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        "MirrorMap", "MirrorMapStore",
        .target(name: "CSQLite", condition: .when(platforms: [.linux])),
      ], path: "Benchmarks",
      exclude: ["README.md", "RESULTS.md", "EXPERIMENTS.md", "Figures", "builds"]),
    .testTarget(
      name: "MirrorMapStoreTests", dependencies: ["MirrorMapStore"],
      path: "Tests/MirrorMapStoreTests"),
    .testTarget(
      name: "MirrorMapNetworkingTests", dependencies: ["MirrorMapNetworking"],
      path: "Tests/MirrorMapNetworkingTests"),
    .testTarget(
      name: "MirrorMapToolTests", dependencies: ["MirrorMapTool"], path: "Tests/MirrorMapToolTests",
      exclude: ["Samples"]),
  ],
  swiftLanguageModes: [.v6]
)

if testSelection != "store" {
  // The documentation's examples for other libraries, which MirrorMap doesn't depend on.
  package.targets.append(.target(name: "StandIns", path: "Tests/StandIns"))
  package.targets.append(
    .testTarget(
      name: "MirrorMapTests", dependencies: ["MirrorMap", "StandIns"], path: "Tests",
      exclude: [
        "Client", "Fuzzing", "MirrorMapStoreTests", "MirrorMapNetworkingTests",
        "MirrorMapToolTests", "StandIns",
      ],
      sources: testSelection == "guarantees"
        ? ["MirrorMapTests/Guarantees", "MirrorMapTests/Support", "TestSupport"]
        : ["MirrorMapTests", "TestSupport"]))
}
