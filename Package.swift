// swift-tools-version: 6.2

import PackageDescription

// The folders of Tests/MirrorMapTests. Each is a target of its own, as the compiler expands the macros of all tests
// in a target again after a change of one of them.
let testedFolders = [
  "Codable", "Documentation", "Errors", "Guarantees", "JSON", "Mapping", "Memory", "Models",
  "Options", "Plan", "Properties", "RealAPIs", "Reflection", "Schema", "Streams", "Transforms",
  "Values",
]

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
    .target(name: "TestSupport", dependencies: ["MirrorMap"], path: "Tests/TestSupport"),
    // The documentation's examples for other libraries, which MirrorMap doesn't depend on.
    .target(name: "StandIns", path: "Tests/StandIns"),
    .testTarget(
      name: "MirrorMapStoreTests", dependencies: ["MirrorMapStore", "TestSupport"],
      path: "Tests/MirrorMapStoreTests"),
    .testTarget(
      name: "MirrorMapNetworkingTests", dependencies: ["MirrorMapNetworking"],
      path: "Tests/MirrorMapNetworkingTests"),
    .testTarget(
      name: "MirrorMapToolTests", dependencies: ["MirrorMapTool"], path: "Tests/MirrorMapToolTests",
      exclude: ["Samples"]),
  ]
    + testedFolders.map {
      .testTarget(
        name: "MirrorMap\($0)Tests",
        dependencies: ["MirrorMap", "TestSupport"] + ($0 == "Documentation" ? ["StandIns"] : []),
        path: "Tests/MirrorMapTests/\($0)")
    },
  swiftLanguageModes: [.v6]
)

// To build some of the tests only, such as "MirrorMapJSONTests,MirrorMapPlanTests".
if let names = Context.environment["MIRRORMAP_TESTS"]?.split(separator: ",") {
  package.targets.removeAll { $0.type == .test && !names.contains(Substring($0.name)) }
}
