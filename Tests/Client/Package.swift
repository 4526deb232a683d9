// swift-tools-version: 6.2

import PackageDescription

// MirrorMap as its users see it: from other packages, without access to its insides. `./run` builds
// and runs all of it.

let mirrorMap = Target.Dependency.product(name: "MirrorMap", package: "MirrorMap")
let store = Target.Dependency.product(name: "MirrorMapStore", package: "MirrorMap")

let package = Package(
  name: "Client",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "MirrorMap", path: "../..")],
  targets: [
    .target(name: "Checking", dependencies: [mirrorMap]),
    .target(name: "PublicModels", dependencies: [mirrorMap]),
    .executableTarget(name: "Leaks", dependencies: [mirrorMap]),
    .executableTarget(name: "Client", dependencies: ["Checking", "PublicModels", mirrorMap]),
    .executableTarget(
      name: "MainActorClient", dependencies: ["Checking", "PublicModels", mirrorMap],
      swiftSettings: [.defaultIsolation(MainActor.self)]),
    .executableTarget(
      name: "StrippedMetadata", dependencies: ["Checking", "PublicModels", mirrorMap],
      swiftSettings: [.unsafeFlags(["-Xfrontend", "-disable-reflection-metadata"])]),
    .executableTarget(
      name: "StrippedNames", dependencies: ["Checking", "PublicModels", mirrorMap],
      swiftSettings: [.unsafeFlags(["-Xfrontend", "-disable-reflection-names"])]),
    .executableTarget(name: "SmallStacks", dependencies: ["Checking", mirrorMap]),
    .executableTarget(name: "HostileShapes", dependencies: [mirrorMap]),
    .executableTarget(name: "HostileConformances", dependencies: [mirrorMap]),
    .executableTarget(name: "StoreClient", dependencies: ["Checking", store]),
    .executableTarget(
      name: "StoreMainActorClient", dependencies: ["Checking", store],
      swiftSettings: [.defaultIsolation(MainActor.self)]),
    .executableTarget(name: "StoreLeaks", dependencies: [store]),
    .executableTarget(name: "StoreProcess", dependencies: [store]),
    .executableTarget(name: "Allocations", dependencies: [mirrorMap]),
  ],
  swiftLanguageModes: [.v6]
)
