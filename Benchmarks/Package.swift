// swift-tools-version: 6.2
import PackageDescription

// Benchmarks of the harness, which compare it with peers. `make bench-…` builds and runs them. Every row has a
// sentence above it.

let strict = Context.environment["CI"] != nil

let swiftSettings: [SwiftSetting] =
  [.enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("MemberImportVisibility")]
  + (strict ? [.treatAllWarnings(as: .error)] : [])

/// A program that imports modules of the repository's own package. `exclude` is what else is in its
/// folder.
func program(
  _ name: String, _ modules: [String], and others: [Target.Dependency] = [], exclude: [String] = []
) -> Target {
  .executableTarget(
    name: name, dependencies: modules.map { .product(name: $0, package: "rehearse") } + others,
    path: name, exclude: exclude, swiftSettings: swiftSettings)
}

let system = Target.Dependency.product(name: "SystemPackage", package: "swift-system")

let package = Package(
  name: "benchmarks",
  // Exact, because no file of resolved versions is kept.
  dependencies: [
    .package(name: "rehearse", path: ".."),
    .package(url: "https://github.com/apple/swift-system", exact: "1.8.1"),
  ],
  targets: [
    // Decisions, on measured, recorded or simulated values:

    // What the decision rule finds, compared with the rules of other tools.
    program(
      "verdict-benchmark",
      [
        "Analysis", "Recording", "Scenarios", "Statistics", "Metrics", "SeededRandom",
        "Simulation",
      ],
      exclude: ["data", "peers.py"]),
    // Which commit changed a cost, on measured pairs.
    program(
      "bisect-benchmark", ["Analysis", "Recording", "SeededRandom"],
      exclude: ["peers.py", "real.py"]),
    // What a history of ratios says about commits, on measured pairs and changing machines.
    program("history-benchmark", ["Recording", "Statistics", "SeededRandom", "Simulation"]),
    // What is said about healthy apps and leaking apps, compared with straight lines.
    program(
      "leak-benchmark", ["Analysis", "Recording", "Statistics", "SeededRandom", "Simulation"]),
    // How far chance sets pairs apart on this machine.
    program(
      "duet-benchmark",
      ["Running", "Recording", "Scenarios", "DriverProtocol", "Metrics", "Statistics"],
      and: [system]),
    // A store of 10,000 runs, for comparison with the tables of pandas.
    program(
      "report-benchmark",
      ["Store", "Recording", "DriverProtocol", "Metrics", "SeededRandom"],
      exclude: ["compare.py"]),

    // Measurements, on programs whose cost is known:

    // The effect of sampling on what is sampled.
    program("interference-benchmark", ["Sampling", "Recording", "Statistics"]),
    // What it samples: a program in pure C that does equal work repeatedly. Linked as Swift it would load the
    // runtime.
    .executableTarget(
      name: "interference-target", path: "interference-target",
      linkerSettings: [.unsafeFlags(["-static-executable", "-nostartfiles"])]),
    // Steps with known costs.
    program("accuracy-driver", ["DriverKit", "CAccuracyWork"]),
    // What Rehearse measures of commands with known costs.
    program("accuracy-harness", ["Running", "Recording", "Metrics"], and: [system]),
    // Copies of it are compared: identical-copies.py.
    program("memory-driver", ["DriverKit"]),
    // Real cycles of both kinds: leaks.py.
    program("leak-driver", ["DriverKit", "CRuntime"]),
  ]
)
