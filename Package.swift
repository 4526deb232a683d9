// swift-tools-version: 6.2

import PackageDescription

// CI repeats some of the tests where they take long, and builds no more than it runs: with the variable
// set, the test target has only the suites of the promises.
let hasOnlyPromises = Context.environment["MIRRORMAP_ONLY_PROMISES"] != nil

let package = Package(
  name: "MirrorMap",
  platforms: [
    .macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2),
  ],
  products: [
    .library(name: "MirrorMap", targets: ["MirrorMap"])
  ],
  targets: [
    .target(
      name: "MirrorMap", dependencies: ["CByteVectors"], swiftSettings: [.strictMemorySafety()]),
    .target(name: "CByteVectors"),
    .executableTarget(name: "Quickstart", dependencies: ["MirrorMap"]),
    .executableTarget(
      name: "Benchmarks", dependencies: ["MirrorMap"], path: "Benchmarks",
      exclude: ["README.md", "RESULTS.md", "EXPERIMENTS.md", "Figures"]),
    .testTarget(
      name: "MirrorMapTests", dependencies: ["MirrorMap"], path: "Tests",
      exclude: ["Client", "Fuzzing"],
      sources: hasOnlyPromises
        ? ["MirrorMapTests/Promises", "MirrorMapTests/Support", "TestSupport"]
        : ["MirrorMapTests", "TestSupport"]),
  ],
  swiftLanguageModes: [.v6]
)
