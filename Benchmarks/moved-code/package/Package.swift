// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "app",
  targets: [
    .systemLibrary(name: "CInstructionCounter"),
    .target(name: "Rarely"),
    .executableTarget(name: "app", dependencies: ["CInstructionCounter", "Rarely"]),
  ], swiftLanguageModes: [.v5])
