// swift-tools-version: 6.2

import PackageDescription

// CI repeats some of the tests where they take long, and builds no more than it runs: with the variable
// set, the test target has only the suites of the promises.
let hasOnlyPromises = Context.environment["MIRRORMAP_ONLY_PROMISES"] != nil

// CI runs the tests a second time, with a library that AddressSanitizer watches and that counts which of its
// lines run. Only the library is built again for that: the tests take ten times as long to build. It is optimized,
// which makes the tests three times as fast, and keeps its assertions.
let isInstrumented = Context.environment["MIRRORMAP_INSTRUMENTED"] != nil
let instrumentation = ["-sanitize=address", "-profile-generate"]
let compilation = ["-profile-coverage-mapping", "-O", "-assert-config", "Debug"]

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
      name: "MirrorMap", dependencies: ["CByteVectors"],
      swiftSettings: [.strictMemorySafety()]
        + (isInstrumented
          ? [.unsafeFlags(instrumentation + compilation)] : []),
      linkerSettings: isInstrumented ? [.unsafeFlags(instrumentation)] : []),
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
