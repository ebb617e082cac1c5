// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "app",
  targets: [
    .systemLibrary(name: "CCounters"),
    .target(name: "Rarely"),
    .executableTarget(name: "app", dependencies: ["CCounters", "Rarely"]),
  ], swiftLanguageModes: [.v5])
