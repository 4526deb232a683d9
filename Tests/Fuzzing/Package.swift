// swift-tools-version: 6.2

import PackageDescription

// Looks for documents that MirrorMap judges wrongly, with libFuzzer. `./run` builds and runs it.

let package = Package(
  name: "Fuzzing",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "MirrorMap", path: "../..")],
  targets: [
    .executableTarget(
      name: "Fuzzing", dependencies: [.product(name: "MirrorMap", package: "MirrorMap")])
  ],
  swiftLanguageModes: [.v6]
)
