// swift-tools-version: 6.2
import PackageDescription

// A table of targets, by kind. Every row names everything it imports: `make build` passes
// `--explicit-target-dependency-import-check error`, so an undeclared import fails. Every row has a sentence
// above it; one that ends in a colon is for all rows up to the next sentence or blank line.

let strict = Context.environment["CI"] != nil

let swiftSettings: [SwiftSetting] =
  [.enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("MemberImportVisibility")]
  + (strict ? [.treatAllWarnings(as: .error)] : [])

/// Other packages' products are for the harness, the apps and the tests. A package that only needs
/// `DriverKit` disables the trait (`traits: []`), and none of them is fetched.
func product(_ name: String, of package: String) -> Target.Dependency {
  .product(name: name, package: package, condition: .when(traits: ["Harness"]))
}

let grdb = product("GRDB", of: "GRDB.swift")
let sqlite = product("GRDBSQLite", of: "GRDB.swift")
let yams = product("Yams", of: "Yams")
let system = product("SystemPackage", of: "swift-system")
let subprocess = product("Subprocess", of: "swift-subprocess")
let arguments = product("ArgumentParser", of: "swift-argument-parser")
let flyingFox = product("FlyingFox", of: "FlyingFox")
let flyingSocks = product("FlyingSocks", of: "FlyingFox")

/// For targets whose loops take most of a check's own computing time: over numbers, over the machine code of
/// programs, and over the text of pictures. They are also optimised in debug builds, which halves the time of
/// the tests.
let busy: [SwiftSetting] = [
  .unsafeFlags(["-O"], .when(configuration: .debug))
]

/// The linker first searches the folder where 'make build' puts archives of Debian's libraries, so that an
/// installed program needs none of them. If that folder does not exist, the shared libraries are used.
let standalone: [LinkerSetting] = [
  .unsafeFlags(["-L\(Context.packageDirectory)/.build/static"], .when(configuration: .release))
]

/// The rooms of `Sources/Harness`, and their modules.
let rooms = [
  // What a driver and the harness say to each other; an app links it.
  "Protocol": ["DriverProtocol", "DriverKit"],
  // Values and rules, tested without processes.
  "Model": ["Statistics", "Metrics", "Scenarios", "Recording", "Analysis"],
  // What touches the machine.
  "Measurement": [
    "Programs", "Profiling", "Building", "Sampling", "Diagnosing", "Running",
  ],
  // What is kept.
  "Storage": ["Store"],
  // A session for each verb that measures, builds or stores.
  "Sessions": ["Experimenting"],
  // What people and other programs are shown.
  "Presentation": ["Tables", "Charts", "Reports", "Exporting"],
  // Parses, calls a session, prints.
  "CommandLine": ["CommandSupport", "rehearse"],
]

func room(of module: String) -> String {
  guard let room = rooms.first(where: { $0.value.contains(module) })?.key else {
    fatalError("\(module) has no room")
  }
  return "Sources/Harness/\(room)"
}

func harness(
  _ name: String, _ dependencies: [Target.Dependency] = [], resources: [Resource] = [],
  settings: [SwiftSetting] = []
) -> Target {
  .target(
    name: name, dependencies: dependencies, path: "\(room(of: name))/\(name)",
    resources: resources, swiftSettings: swiftSettings + settings)
}

/// A module that only the companion programs use.
func companion(
  _ name: String, _ dependencies: [Target.Dependency] = []
) -> Target {
  .target(
    name: name, dependencies: dependencies, path: "Sources/Companions/\(name)",
    swiftSettings: swiftSettings)
}

func tool(
  _ name: String, in folder: String, _ dependencies: [Target.Dependency],
  linking: [LinkerSetting] = []
) -> Target {
  .executableTarget(
    name: name, dependencies: dependencies, path: "\(folder)/\(name)",
    swiftSettings: swiftSettings, linkerSettings: linking)
}

/// A program in pure C, optimised in debug builds too: it runs within what is measured. Linked as Swift it would
/// load the runtime and no longer be small.
func alone(
  _ name: String, in folder: String, _ dependencies: [Target.Dependency] = []
) -> Target {
  .executableTarget(
    name: name, dependencies: dependencies, path: "\(folder)/\(name)",
    cSettings: [.unsafeFlags(["-O2"], .when(configuration: .debug))],
    linkerSettings: [.unsafeFlags(["-static-executable", "-nostartfiles"])])
}

func library(_ name: String, debian package: String) -> Target {
  .systemLibrary(
    name: name, path: "Sources/System/\(name)", providers: [.apt([package])])
}

func bridge(
  _ name: String, linking libraries: [String] = [], settings: [CXXSetting] = []
) -> Target {
  .target(
    name: name, path: "Sources/System/\(name)", cxxSettings: settings,
    linkerSettings: libraries.map { .linkedLibrary($0) })
}

/// Tests with recorded texts, in their folder `Snapshots`.
let recorded = ["AnalysisTests", "CompanionsTests", "ReportsTests"]

func tests(
  _ name: String, _ dependencies: [Target.Dependency], exclude: [String] = [],
  resources: [Resource] = []
) -> Target {
  .testTarget(
    name: name, dependencies: dependencies, path: "Tests/\(name)",
    exclude: exclude + (recorded.contains(name) ? ["Snapshots"] : []),
    resources: resources, swiftSettings: swiftSettings)
}

/// libFuzzer provides `main`, so this exists only if everything is compiled for it, as by `make fuzz`.
let fuzzer: [Target] =
  Context.environment["FUZZING"] == nil
  ? []
  : [
    .executableTarget(
      name: "fuzz", dependencies: ["Fuzzing"], path: "Tests/fuzz",
      swiftSettings: swiftSettings + [.unsafeFlags(["-parse-as-library"])])
  ]

/// The modules that the packages in `Apps` and `Benchmarks` import.
let modules = [
  "Analysis", "CAccuracyWork", "CRuntime", "CSodium", "DriverProtocol", "Metrics", "Recording",
  "Running", "Sampling", "Scenarios", "SeededRandom", "Simulation", "Statistics", "Store",
  "TestSupport",
]

let package = Package(
  name: "rehearse",
  products: [
    .executable(name: "rehearse", targets: ["rehearse"]),
    .executable(name: "rehearse-serve", targets: ["rehearse-serve"]),
    .executable(name: "rehearse-team", targets: ["rehearse-team"]),
    .executable(name: "rehearse-scorecard", targets: ["rehearse-scorecard"]),
    .executable(name: "rehearse-users", targets: ["rehearse-users"]),
    .executable(name: "rehearse-launcher", targets: ["rehearse-launcher"]),
    .executable(name: "rehearse-ticker", targets: ["rehearse-ticker"]),
    .executable(name: "rehearse-stepper", targets: ["rehearse-stepper"]),
    .library(
      name: "rehearse-allocations", type: .dynamic, targets: ["rehearse-allocations"]),
    .library(name: "DriverKit", targets: ["DriverKit"]),
    .library(name: "RehearseTesting", targets: ["RehearseTesting"]),
    .plugin(name: "RehearseCommand", targets: ["RehearseCommand"]),
  ] + modules.map { .library(name: $0, targets: [$0]) },
  traits: [
    .default(enabledTraits: ["Harness"]),
    .trait(name: "Harness", description: "All but DriverKit, which needs no other package."),
  ],
  // Exact, because no file of resolved versions is kept.
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    .package(url: "https://github.com/apple/swift-system", exact: "1.8.1"),
    .package(url: "https://github.com/swiftlang/swift-subprocess", exact: "1.0.2"),
    .package(url: "https://github.com/jpsim/Yams", exact: "6.2.2"),
    .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
    // HTTP for the apps' servers: it needs no other package, and builds in a tenth of hummingbird's time.
    // That answers half as many requests again, but nothing here needs them. 'rehearse serve' uses its
    // sockets.
    .package(url: "https://github.com/swhitty/FlyingFox", exact: "0.27.1"),
  ],
  targets: [
    // The harness, in the order of its data: each module may only import those in rows above.

    // The messages between the harness and a driver, any JSON as a value, and what work costs: times and sizes with
    // units, from the driver to the store.
    harness("DriverProtocol"),
    // The kit for writing an app's driver.
    harness(
      "DriverKit", ["DriverProtocol", "CInstructionCounter", "CProcessorCounter", "CRuntime"]),
    // Pure mathematics and rounding; knows no run.
    harness("Statistics", ["SeededRandom", "CBoostMath"], settings: busy),
    // A table as a value, and as text, Markdown, HTML, LaTeX, CSV and JSON; knows no run.
    harness("Tables", ["Statistics"]),
    // The metrics: meaning, unit, origin and exactness of each.
    harness("Metrics", ["Statistics"]),
    // Scenario files as values, every mistake with its line and column.
    harness("Scenarios", ["DriverProtocol", "Metrics", "Statistics", yams]),
    // What a run leaves: runs, steps, costs, experiments, machines, and the rules that experiments declare. Only
    // values.
    harness("Recording", ["Metrics", "Statistics", "DriverProtocol", "CSodium"]),
    // Experiments in SQLite, saved baselines and imported values.
    harness(
      "Store",
      [
        "DriverProtocol", "Recording", "Statistics", "Scenarios", "Metrics", "Tables", grdb, sqlite,
        yams,
      ]),
    // Helper programs: found in PATH, and run to their end; and the files that processes read, as one of them,
    // strace, shows them.
    harness("Programs", ["Recording", "Statistics", subprocess, system], settings: busy),
    // What profilers and counters write, as profiles with the names of functions.
    harness("Profiling", ["Programs", "Recording", "CAllocationPage", system], settings: busy),
    // A build or a revision as an executable with proven flags, and what it was made from.
    harness(
      "Building",
      [
        "Scenarios", "Statistics", "Recording", "Programs", "Profiling", subprocess, system,
      ], settings: busy),
    // What processes use while they run, from /proc and control groups, whose text it reads as values.
    harness("Sampling", ["DriverProtocol", "Recording", "CAllocationPage", system]),
    // What disturbs measurements on this machine, one type for each topic.
    harness(
      "Diagnosing", ["Sampling", "Recording", "Statistics", "CKernel", system]),
    // Summaries, comparisons, verdicts, qualification and history, from recorded runs alone.
    harness(
      "Analysis",
      ["DriverProtocol", "Diagnosing", "Recording", "Scenarios", "Statistics", "Metrics"]),
    // Runs, pairs and counts in fresh processes, and the schedule that decides how many.
    harness(
      "Running",
      [
        "SeededRandom", "Scenarios", "DriverProtocol", "Recording", "Profiling",
        "Programs", "Sampling", "Statistics", "Metrics", "CKernel", "CProcessorCounter", system,
      ]),
    // The sessions: run, compare, qualify, load, measure, attach. They build, measure, store, judge, and print
    // nothing. And drivers, scenarios and jobs for projects without any, from templates.
    harness(
      "Experimenting",
      [
        "Metrics", "DriverProtocol", "Scenarios", "Statistics", "Tables", "Recording",
        "Diagnosing", "Programs", "Building", "Sampling", "Profiling", "Store", "Analysis",
        "Running", system,
      ],
      resources: [
        "Driver.swift.txt", "Package.swift.txt", "command.yml", "driver.mjs.txt", "driver.py.txt",
        "driver.yml", "github.yml", "gitignore.txt", "gitlab.yml", "package.yml",
        "rehearse-driver.mjs", "rehearse_driver.py",
      ].map { .embedInCode("Scaffolding/Templates/\($0)") }),
    // A chart as a value, drawn by gnuplot; knows no run.
    harness("Charts", ["Statistics", "CGnuplot", subprocess, system], settings: busy),
    // What is shown of an experiment: tables, charts, sentences, pages, and folders of them.
    harness(
      "Reports",
      [
        "DriverProtocol", "Tables", "Charts", "Analysis", "Diagnosing", "Recording", "Scenarios",
        "Statistics", "Metrics", "CKernel", system,
      ], resources: ["page.css", "page.js", "flame.js"].map { .embedInCode("Page/\($0)") }),
    // Everything that is printed as JSON, and values and verdicts in the formats of other tools.
    harness(
      "Exporting",
      [
        "Experimenting", "Tables", "Reports", "Analysis", "Running", "Sampling",
        "Diagnosing", "Recording", "Scenarios", "Statistics", "DriverProtocol", "Metrics",
        "CZlib", system,
      ]),
    // What the command line's programs have in common: settings, options, output and exit, and the verbs that
    // companions carry out.
    harness(
      "CommandSupport",
      [
        "DriverProtocol", "Scenarios", "Statistics", "Recording", "Store", "Analysis", "Programs",
        "Running", "Experimenting", "Tables",
        "Charts", "Reports", "Exporting", "CKernel", arguments, system,
      ]),
    // The command line: parses, calls a session, prints. It also offers tools to agents, over the Model Context
    // Protocol.
    tool(
      "rehearse", in: room(of: "rehearse"),
      [
        "CommandSupport", "Metrics", "DriverProtocol", "Scenarios", "Statistics", "Recording",
        "Diagnosing", "Store", "Programs", "Building", "Sampling", "Analysis", "Running",
        "Experimenting", "Tables", "Charts", "Reports", "Exporting", arguments, subprocess,
        system,
      ], linking: standalone),

    // Its companions, the programs that it becomes to carry out some of its verbs. Their libraries burden no
    // other program, and no other program imports their modules:

    // Scorecards: the file, the weights and the orders that hold over their whole ranges, tables, charts and
    // sentences.
    companion(
      "Scorecards",
      [
        "Metrics", "Scenarios", "Recording", "Statistics", "Analysis", "Store",
        "Experimenting", "Tables", "Charts", "Reports", yams, system,
      ]),
    // 'rehearse scorecard'.
    tool(
      "rehearse-scorecard", in: "Sources/Companions",
      [
        "CommandSupport", "DriverProtocol", "Scorecards", "Experimenting", "Tables", "Charts",
        arguments,
      ], linking: standalone),
    // A team's shared data: experiments in Postgres, by libpq.
    companion("Sharing", ["Store", "Recording", "CPostgres", grdb]),
    // 'rehearse push' and 'rehearse pull'.
    tool(
      "rehearse-team", in: "Sources/Companions",
      ["CommandSupport", "DriverProtocol", "Sharing", "Statistics", "Store", "Reports", arguments],
      linking: standalone),
    // The site of a store, over HTTP: access, and the pages.
    companion(
      "Serving",
      [
        "Analysis", "Charts", "Experimenting", "Metrics", "Recording", "Reports", "Statistics",
        "Store", "Tables", "CSodium", flyingSocks, system,
      ]),
    // 'rehearse serve'.
    tool(
      "rehearse-serve", in: "Sources/Companions",
      [
        "CommandSupport", "DriverProtocol", "Serving", "Analysis", "Reports", "Running", arguments,
        system,
      ], linking: standalone),

    // A program that speaks the drivers' protocol, and sends the requests of a scenario's steps.
    tool(
      "rehearse-users", in: "Sources/Companions",
      ["DriverKit", "DriverProtocol", "SeededRandom", "Tables", "CLibcurl", system],
      linking: standalone),

    // For other packages; they call the installed rehearse, and import nothing of the harness:

    // Tests that replay stories, and that measure code in separate processes.
    .target(
      name: "RehearseTesting", path: "Sources/RehearseTesting", swiftSettings: swiftSettings),
    // `swift package rehearse`.
    .plugin(
      name: "RehearseCommand",
      capability: .command(
        intent: .custom(
          verb: "rehearse", description: "Call the installed rehearse in the package's folder.")),
      path: "Sources/Plugins/RehearseCommand"),

    // A module for everyone, without dependencies.
    .target(
      name: "SeededRandom", path: "Sources/SeededRandom", swiftSettings: swiftSettings + busy),

    // Small static programs, and bridges to C and C++:

    // Starts every run. It is small, because a process begins with the memory of the process that starts it.
    alone("rehearse-launcher", in: "Sources/System"),
    // Gives both sides of a duet the CPU in turn, in fine slices.
    alone("rehearse-ticker", in: "Sources/System"),
    // Carries out steps that are commands.
    alone("rehearse-stepper", in: "Sources/System"),
    // Is loaded before all other libraries of a driver, and counts its allocations. In pure C: linked as
    // Swift it would load the runtime into every program.
    .target(
      name: "rehearse-allocations", path: "Sources/System/rehearse-allocations",
      publicHeadersPath: ".",
      cSettings: [
        .headerSearchPath("../CAllocationPage"),
        .unsafeFlags(["-O2"], .when(configuration: .debug)),
      ],
      linkerSettings: [
        // It has its own version of a function of Swift's library. Only LLVM's linker does not load that
        // library into every program because of it.
        .unsafeFlags(["-nostartfiles", "-use-ld=lld"])
      ]),
    // The distributions of Boost.
    bridge("CBoostMath", settings: [.unsafeFlags(["-O2"], .when(configuration: .debug))]),
    // What Swift can't call by itself: the CPUs that a thread may use, trials of what needs the kernel's permission,
    // and calls that glibc's module omits. And empty data in place of ICU's, for the programs that are released.
    bridge("CKernel"),
    // gnuplot-iostream.
    bridge(
      "CGnuplot", linking: ["boost_iostreams", "boost_filesystem", "boost_system"]),
    // Headers only (Valgrind's requests, the kernel's counters, and what glibc and libdispatch have besides
    // their Swift modules):
    .systemLibrary(name: "CInstructionCounter", path: "Sources/System/CInstructionCounter"),
    .systemLibrary(name: "CProcessorCounter", path: "Sources/System/CProcessorCounter"),
    .systemLibrary(name: "CAllocationPage", path: "Sources/System/CAllocationPage"),
    .systemLibrary(name: "CRuntime", path: "Sources/System/CRuntime"),

    // Libraries of Debian:
    library("CZlib", debian: "zlib1g-dev"),
    library("CPostgres", debian: "libpq-dev"),
    library("CLibcurl", debian: "libcurl4-openssl-dev"),
    library("CSodium", debian: "libsodium-dev"),

    // Tests of the harness, on values, recordings and gnuplot:
    tests(
      "StatisticsTests", ["Statistics", "SeededRandom", "TestSupport"], exclude: ["Reference"]),
    tests("ScenariosTests", ["Scenarios", "DriverProtocol", "Metrics"]),
    tests("DriverKitTests", ["DriverKit", "DriverProtocol", "CProcessorCounter", system]),
    tests("RecordingTests", ["Recording", "DriverProtocol", "Metrics", "TestSupport"]),
    tests(
      "AnalysisTests",
      [
        "Analysis", "Diagnosing", "Recording", "Metrics", "Statistics",
        "TestSupport", "Store", "Scenarios", "DriverProtocol", "SeededRandom", "Simulation",
      ]),
    tests(
      "ExportingTests",
      [
        "Exporting", "Experimenting", "Reports", "Tables", "Store", "Analysis", "Diagnosing",
        "Recording", "Statistics", "Scenarios", "DriverProtocol", "Metrics", "Scorecards",
        "Sharing", "TestSupport", system,
      ]),
    // Simulated pairs of runs, for tests and for benchmarks, which link nothing of the tests.
    .target(
      name: "Simulation", dependencies: ["SeededRandom"], path: "Tests/Simulation",
      swiftSettings: swiftSettings + busy),
    // What tests have in common: scratch folders, processes, recorded runs and texts.
    .target(
      name: "TestSupport",
      dependencies: ["Recording", "Metrics", "DriverProtocol", "Scenarios", "CKernel", system],
      path: "Tests/TestSupport", swiftSettings: swiftSettings),
    // Tests of what profilers print:
    tests("ProfilingTests", ["Profiling", "Programs", "Recording", "TestSupport", system]),
    // Tests of pictures:
    tests("ChartsTests", ["Charts", "Statistics", "TestSupport", system]),

    // Tests with real processes, files and databases:
    tests(
      "SamplingTests",
      [
        "DriverProtocol", "Sampling", "Diagnosing", "Recording", "TestSupport", "test-driver",
        system,
      ]),
    tests(
      "RunningTests",
      [
        "Diagnosing", "Running", "Scenarios", "DriverProtocol", "Recording", "Sampling",
        "Metrics", "Profiling", "Programs", "TestSupport", "test-driver", "DriverKit",
        "rehearse-launcher", "rehearse-ticker", "rehearse-stepper", "rehearse", "rehearse-users",
        "accuracy-target", "CLibcurl", "SeededRandom", system,
      ]),
    tests(
      "ExperimentingTests",
      [
        "Experimenting", "DriverProtocol", "Sampling", "Building", "Store", "Running", "Analysis",
        "Scenarios", "Programs", "Recording", "Metrics", "SeededRandom", "Statistics",
        "TestSupport", grdb, system,
      ]),
    tests(
      "StoreTests",
      [
        "Store", "Sharing", "Recording", "Metrics", "DriverProtocol", "TestSupport", "Exporting",
        "Scenarios", grdb, system,
      ]),
    tests(
      "BuildingTests",
      [
        "Building", "Programs", "Scenarios", "Recording", "TestSupport", subprocess, system,
      ], exclude: ["Disassembly"]),
    tests(
      "ReportsTests",
      [
        "Reports", "Tables", "Charts", "Exporting", "Store", "Analysis", "Diagnosing",
        "Recording", "Scenarios", "Statistics", "Metrics", "DriverProtocol",
        "SeededRandom", "TestSupport", system,
      ]),
    tests(
      "CommandLineTests",
      [
        "rehearse", "rehearse-serve", "rehearse-team", "rehearse-scorecard", "rehearse-users",
        "rehearse-launcher", "rehearse-ticker", "rehearse-stepper", "test-driver",
        "RehearseTesting", "CommandSupport", "DriverProtocol", "Diagnosing", "Recording", "Running",
        "Store", "TestSupport", arguments, grdb, system,
      ]),
    // Tests of the companions' modules:
    tests(
      "CompanionsTests",
      [
        "Scorecards", "Serving", "Analysis", "Charts", "Experimenting", "Metrics", "Recording",
        "Reports", "Scenarios", "Store", "Tables", "TestSupport", system,
      ]),
    // The driver that does what tests want: it counts, hangs, crashes and takes memory.
    tool("test-driver", in: "Tests", ["DriverKit", "DriverProtocol"]),
    // Commands with known costs, which tests and benchmarks of what is measured start.
    alone("accuracy-target", in: "Tests", ["CAccuracyWork"]),
    // Work of a known cost, in C.
    .target(name: "CAccuracyWork", path: "Tests/CAccuracyWork"),

    // Foreign input, fed to its readers: the corpus by `make test`, everything else by `make fuzz`.
    .target(
      name: "Fuzzing",
      dependencies: [
        "Scenarios", "DriverProtocol", "Store", "Recording", "Analysis", "Tables",
        "Reports", "Scorecards", "Profiling", "Sharing", "Serving", "Experimenting",
        "Exporting", "Metrics", "Diagnosing", "Sampling", "CAllocationPage", grdb, system,
      ], path: "Tests/Fuzzing", swiftSettings: swiftSettings),
    // The corpus, read by every reader.
    tests("FuzzingTests", ["Fuzzing"], exclude: ["Corpus"]),
  ] + fuzzer,
  cxxLanguageStandard: .cxx17
)
