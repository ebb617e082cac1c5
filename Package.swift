// swift-tools-version: 6.2
import PackageDescription

// A table of targets, by kind. Every row names all it imports: `make build` passes
// `--explicit-target-dependency-import-check error`, so an undeclared import fails. Every row has a
// sentence above it; one that ends in a colon is for all rows up to the next sentence or blank line.

let strict = Context.environment["CI"] != nil

let swiftSettings: [SwiftSetting] =
  [.enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("MemberImportVisibility")]
  + (strict ? [.treatAllWarnings(as: .error)] : [])

/// Other packages' products are for the harness, the apps and the tests. A package that wants
/// `DriverKit` alone leaves the trait out (`traits: []`), and none of them is fetched.
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

/// For targets whose loops are most of what a check computes itself: over numbers, over the machine code of
/// programs, and over the text of pictures. They are optimised in debug builds too, which halves what the tests take.
let busy: [SwiftSetting] = [
  .unsafeFlags(["-O"], .when(configuration: .debug))
]

/// For targets that are long to compile and have little to do: they wait for files, processes and people.
/// Optimising them is three quarters of what compiling them takes, and nothing that is measured runs in them.
/// Assertions are left out, as in any release.
let calm: [SwiftSetting] = [
  .unsafeFlags(["-Onone", "-assert-config", "Release"], .when(configuration: .release))
]

func harness(
  _ name: String, _ dependencies: [Target.Dependency] = [], resources: [Resource] = [],
  settings: [SwiftSetting] = []
) -> Target {
  .target(
    name: name, dependencies: dependencies, path: "Sources/Harness/\(name)",
    resources: resources, swiftSettings: swiftSettings + settings)
}

func app(
  _ name: String, _ dependencies: [Target.Dependency], resources: [Resource] = []
) -> Target {
  .target(
    name: name, dependencies: dependencies, path: "Sources/Apps/\(name)", resources: resources,
    swiftSettings: swiftSettings)
}

func tool(
  _ name: String, in folder: String, _ dependencies: [Target.Dependency], exclude: [String] = [],
  settings: [SwiftSetting] = []
) -> Target {
  .executableTarget(
    name: name, dependencies: dependencies, path: "\(folder)/\(name)", exclude: exclude,
    swiftSettings: swiftSettings + settings)
}

/// A program in C alone; linked as Swift it would load the runtime and be no longer small.
func alone(
  _ name: String, in folder: String, _ dependencies: [Target.Dependency] = []
) -> Target {
  .executableTarget(
    name: name, dependencies: dependencies, path: "\(folder)/\(name)",
    linkerSettings: [.unsafeFlags(["-static-executable", "-nostartfiles"])])
}

/// Checked out by the package manager for a package that has `DriverKit` from here. That needs none of
/// Debian's libraries, of which each that is missing would be warned of at each of its builds.
let isDependency = ["/.build/", "/checkouts/"].allSatisfy(Context.packageDirectory.contains)

func library(_ name: String, pkgConfig: String, debian package: String) -> Target {
  .systemLibrary(
    name: name, path: "Sources/System/\(name)", pkgConfig: isDependency ? nil : pkgConfig,
    providers: [.apt([package])])
}

func bridge(
  _ name: String, linking libraries: [String] = [], settings: [CXXSetting] = []
) -> Target {
  .target(
    name: name, path: "Sources/System/\(name)", cxxSettings: settings,
    linkerSettings: libraries.map { .linkedLibrary($0) })
}

func tests(
  _ name: String, _ dependencies: [Target.Dependency], exclude: [String] = [],
  resources: [Resource] = []
) -> Target {
  .testTarget(
    name: name, dependencies: dependencies, path: "Tests/\(name)", exclude: exclude,
    resources: resources, swiftSettings: swiftSettings)
}

/// libFuzzer brings `main`, so this is there only where all is compiled for it, as by `make fuzz`.
let fuzzer: [Target] =
  Context.environment["FUZZING"] == nil
  ? []
  : [
    .executableTarget(
      name: "fuzz", dependencies: ["Fuzzing"], path: "Tests/fuzz",
      swiftSettings: swiftSettings + [.unsafeFlags(["-parse-as-library"])])
  ]

let package = Package(
  name: "rehearse",
  products: [
    .executable(name: "rehearse", targets: ["rehearse"]),
    .executable(name: "rehearse-launcher", targets: ["rehearse-launcher"]),
    .executable(name: "rehearse-ticker", targets: ["rehearse-ticker"]),
    .executable(name: "rehearse-stepper", targets: ["rehearse-stepper"]),
    .library(
      name: "rehearse-allocations", type: .dynamic, targets: ["rehearse-allocations"]),
    .executable(name: "inventory-driver", targets: ["inventory-driver"]),
    .executable(name: "inventory-http-driver", targets: ["inventory-http-driver"]),
    .executable(name: "inventory-server", targets: ["inventory-server"]),
    .executable(name: "value-stream-driver", targets: ["value-stream-driver"]),
    .executable(name: "chord-driver", targets: ["chord-driver"]),
    .executable(name: "sorting-driver", targets: ["sorting-driver"]),
    .executable(name: "day-counter-driver", targets: ["day-counter-driver"]),
    .executable(name: "field-notes-driver", targets: ["field-notes-driver"]),
    .executable(name: "field-notes-server", targets: ["field-notes-server"]),
    .library(name: "DriverKit", targets: ["DriverKit"]),
    .library(name: "RehearseTesting", targets: ["RehearseTesting"]),
    .plugin(name: "RehearseCommand", targets: ["RehearseCommand"]),
  ],
  traits: [
    .default(enabledTraits: ["Harness"]),
    .trait(name: "Harness", description: "All but DriverKit, which needs no other package."),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
    .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.0"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.0"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    // HTTP for the apps' servers: it needs no other package, and builds in a tenth of hummingbird's time. That
    // answers half as many requests again, which nothing here waits for. 'rehearse serve' has its sockets.
    .package(url: "https://github.com/swhitty/FlyingFox", .upToNextMinor(from: "0.27.1")),
  ],
  targets: [
    // The harness, in the order of its data: each may import only rows above its own.

    // What work costs: times and sizes that know their unit, from the driver to the store.
    harness("Costs"),
    // The messages between the harness and a driver.
    harness("DriverProtocol", ["Costs"]),
    // What an app's driver is written with.
    harness(
      "DriverKit",
      [
        "Costs", "DriverProtocol", "CInstructionCounter", "CProcessorCounter", "CMalloc",
        "CMainQueue",
      ]),
    // The text of /proc and of control groups as values.
    harness("ProcFS", ["Costs", system]),
    // Pure mathematics and rounding; knows no run.
    harness("Statistics", ["SeededRandom", "CBoostMath"], settings: busy),
    // Weights of skills and criteria, and the orders that hold all over their ranges. Pure mathematics.
    harness("Weighing"),
    // The metrics: meaning, unit, origin and exactness of each.
    harness("Metrics", ["Statistics"]),
    // Scenario files as values, every mistake with its line and column.
    harness("Scenarios", ["DriverProtocol", "Metrics", "Weighing", yams], settings: calm),
    // What a run leaves: runs, steps, costs, experiments, machines. Values alone.
    harness("Recording", ["Costs", "Metrics", "Statistics", "DriverProtocol", "CSodium"]),
    // Experiments in SQLite, saved baselines and imported values.
    harness(
      "Store", ["Costs", "Recording", "Statistics", "Scenarios", "Metrics", grdb, sqlite, yams]),
    // What a team has in common: experiments in Postgres, by libpq.
    harness("Sharing", ["Store", "Recording", grdb], settings: calm),
    // Programs that help: found in PATH, and run to their end.
    harness("Programs", [system]),
    // The files that processes read, as strace shows them.
    harness(
      "Tracing", ["Programs", "Recording", "Statistics", subprocess, system], settings: busy),
    // What profilers and counters of instructions print, as values.
    harness("Profiling", ["Recording"], settings: busy),
    // A build or a revision as an executable whose flags are proven, and what it was made of.
    harness(
      "Building",
      [
        "Scenarios", "Statistics", "Recording", "Programs", "Tracing", "Profiling", subprocess,
        system,
      ], settings: busy),
    // Drivers, scenarios and jobs for projects that have none yet, from templates.
    harness(
      "Scaffolding", ["Building", "Recording", "Scenarios", "Programs", system],
      resources: [
        "Driver.swift.txt", "Package.swift.txt", "command.yml", "driver.py.txt", "github.yml",
        "gitignore.txt", "gitlab.yml", "package.yml", "python.yml", "rehearse_driver.py",
      ].map { .embedInCode("Templates/\($0)") }, settings: calm),
    // What processes use while they run, from /proc and control groups.
    harness("Sampling", ["Costs", "ProcFS", "Recording", "CAllocationPage", system]),
    // What on this machine disturbs measurements, a file for each topic.
    harness(
      "Diagnosing", ["ProcFS", "Recording", "Statistics", "CKernelProbes", system], settings: calm),
    // Summaries, comparisons, verdicts, qualification and history, from recorded runs alone.
    harness(
      "Analysis",
      ["Costs", "Diagnosing", "Recording", "Scenarios", "Statistics", "Weighing", "Metrics"]),
    // Runs, pairs and counts by fresh processes, and the schedule that decides how many.
    harness(
      "Running",
      [
        "SeededRandom", "Costs", "ProcFS", "Scenarios", "DriverProtocol", "Recording", "Profiling",
        "Programs", "Sampling", "Tracing", "Analysis", "Statistics", "Metrics", "CAffinity",
        "CProcessorCounter", system,
      ]),
    // The sessions: run, compare, qualify, measure, attach. They build, measure, store and judge, and
    // print nothing.
    harness(
      "Experimenting",
      [
        "Costs", "Metrics", "DriverProtocol", "Scenarios", "Statistics", "Recording", "Diagnosing",
        "Programs", "Building", "Sampling", "Tracing", "Profiling", "Store", "Analysis", "Running",
        system,
      ], settings: calm),
    // A table as a value, and as text, Markdown, HTML, LaTeX, CSV and JSON; knows no run.
    harness("Tables", ["Statistics"]),
    // A chart as a value, drawn by gnuplot; knows no run.
    harness("Charts", ["Statistics", "CGnuplot", subprocess, system], settings: busy),
    // What is shown of an experiment: tables, charts, sentences, pages, and folders of them.
    harness(
      "Reports",
      [
        "Costs", "Tables", "Charts", "Analysis", "Diagnosing", "Recording", "Scenarios",
        "Statistics", "Weighing", "Metrics", system,
      ], resources: ["page.css", "page.js", "flame.js"].map { .embedInCode("Page/\($0)") }),
    // Everything that is printed as JSON, and values and verdicts in the formats of other tools.
    harness(
      "Exporting",
      [
        "Costs", "Experimenting", "Tables", "Reports", "Analysis", "Running", "Sampling",
        "Diagnosing",
        "Recording", "Scenarios", "Statistics", "Weighing", "DriverProtocol", "Metrics", "CZlib",
        system,
      ], settings: calm),
    // The site of a store, over HTTP: who is let in, and the pages.
    harness(
      "Serving",
      [
        "Analysis", "Charts", "Experimenting", "Metrics", "Recording", "Reports", "Statistics",
        "Store",
        "CSodium", flyingSocks, system,
      ], settings: calm),
    // The command line: parses, calls a session, prints.
    tool(
      "rehearse", in: "Sources/Harness",
      [
        "Metrics", "DriverProtocol", "Scenarios", "Statistics", "Recording", "Diagnosing", "Store",
        "Programs", "Building", "Sampling", "Analysis", "Running", "Experimenting", "Tables",
        "Charts",
        "Reports", "Exporting", "Scaffolding", "Sharing", "Serving", "CKernelProbes", arguments,
        system,
      ], settings: calm),

    // For other packages; they call the installed rehearse, and know nobody:

    // Tests that replay stories, and that measure code in processes of its own.
    .target(
      name: "RehearseTesting", path: "Sources/RehearseTesting", swiftSettings: swiftSettings),
    // `swift package rehearse`.
    .plugin(
      name: "RehearseCommand",
      capability: .command(
        intent: .custom(
          verb: "rehearse", description: "Call the installed rehearse in the package's folder.")),
      path: "Sources/Plugins/RehearseCommand"),

    // What everybody may use; it knows nobody.
    .target(
      name: "SeededRandom", path: "Sources/SeededRandom", swiftSettings: swiftSettings + busy),

    // The apps under test, which know nothing of the harness:

    // What they do alike with their SQLite files.
    app("AppStorage", [grdb, sqlite]),
    // What they print: pages of text and lines as PDF, and files that are replaced as a whole.
    app("AppPages", ["CPango"]),
    // Pictures that are read, resized and written.
    app("AppPictures", ["CCairo"]),
    // Logins, encrypted on the user's machine, and files that their owner alone may read.
    app("SecretKeeping", ["CSodium"]),
    // Devices that are lent, with pictures and QR codes; durable, with logins.
    app(
      "Inventory",
      [
        "AppStorage", "AppPictures", "SecretKeeping", "SeededRandom", "CSodium", "CZBar",
        "CQREncode", grdb,
      ]),
    // Maps of stickers that are edited, drawn, searched and exported.
    app("ValueStream", ["AppStorage", "AppPages", "SeededRandom", "CPango", grdb]),
    // Piecework accounts of roofers: a dictionary of activities, projects with exact amounts and
    // photos, the account as PDF and mail.
    app("ChordAccounting", ["AppStorage", "AppPages", "AppPictures", "SeededRandom", grdb]),
    // Five ways to sort.
    app("Sorting", ["SeededRandom"]),
    // Days with or without things, until or since a date, in tallies and boxes.
    app("DayCounter", ["AppStorage", "SeededRandom", "CCairo", grdb]),

    // What apps and their servers say to each other: requests and answers as values, and as JSON.
    app("AppExchange", []),
    // An app's way to its server, over HTTP.
    app("AppRequests", ["AppExchange", "CCurl"]),
    // A server's requests, over HTTP.
    app("AppServing", ["AppExchange", flyingFox, flyingSocks]),

    // What the inventory's app and its server say to each other, and the app's side of it.
    app("InventoryExchange", ["Inventory", "AppExchange"]),
    // What the server of an inventory answers, without a network.
    app(
      "InventoryServing", ["Inventory", "InventoryExchange", "AppExchange"],
      resources: [.embedInCode("openapi.json")]),
    // The server of an inventory, over HTTP.
    tool(
      "inventory-server", in: "Sources/Apps",
      ["Inventory", "InventoryServing", "AppServing", "AppStorage", arguments]),

    // What the field notes' app and its server say to each other, as values and as JSON.
    app("NoteExchange", []),
    // Notes in writing, pictures and sounds, with tags, that are synchronised with a server.
    app(
      "FieldNotes",
      ["AppStorage", "AppExchange", "NoteExchange", "SecretKeeping", "SeededRandom", grdb]),
    // What the server of notes keeps and answers, without a network.
    app(
      "NoteServing",
      ["AppStorage", "AppExchange", "NoteExchange", "SecretKeeping", "CSodium", grdb],
      resources: [.embedInCode("openapi.json")]),
    // The server of notes, over HTTP.
    tool(
      "field-notes-server", in: "Sources/Apps",
      ["NoteServing", "AppServing", arguments]),

    // What drivers do alike whose app's server is a service of the scenario.
    .target(
      name: "DriverNetwork", dependencies: ["DriverKit", "AppExchange"],
      path: "Sources/Drivers/DriverNetwork", swiftSettings: swiftSettings),
    // The steps of the inventory's stories, wherever its servers are.
    .target(
      name: "InventoryHosting",
      dependencies: [
        "DriverKit", "Inventory", "AppStorage", "SecretKeeping", "SeededRandom", "CSodium",
      ], path: "Sources/Drivers/InventoryHosting", swiftSettings: swiftSettings),
    // The drivers, which lead steps of stories to calls of an app:
    tool(
      "inventory-driver", in: "Sources/Drivers", ["DriverKit", "Inventory", "InventoryHosting"]),
    tool(
      "inventory-http-driver", in: "Sources/Drivers",
      [
        "DriverKit", "DriverNetwork", "InventoryHosting", "InventoryExchange", "AppExchange",
        "AppRequests",
      ]),
    tool(
      "value-stream-driver", in: "Sources/Drivers",
      ["DriverKit", "ValueStream", "AppStorage", "AppPages"]),
    tool(
      "chord-driver", in: "Sources/Drivers",
      ["DriverKit", "ChordAccounting", "AppStorage", "AppPages"]),
    tool("sorting-driver", in: "Sources/Drivers", ["DriverKit", "Sorting"]),
    tool(
      "day-counter-driver", in: "Sources/Drivers", ["DriverKit", "DayCounter", "AppStorage"]),
    tool(
      "field-notes-driver", in: "Sources/Drivers",
      [
        "AppExchange", "DriverKit", "DriverProtocol", "DriverNetwork", "FieldNotes", "NoteExchange",
        "NoteServing", "AppRequests", "SecretKeeping", "AppStorage", "SeededRandom", flyingSocks,
      ]),

    // The tests of what stands above:
    tests("SeededRandomTests", ["SeededRandom"]),
    tests("AppStorageTests", ["AppStorage", "TestSupport", grdb]),
    tests(
      "InventoryTests",
      [
        "Inventory", "AppStorage", "AppPictures", "SecretKeeping", "SeededRandom", "TestSupport",
        grdb, system,
      ]),
    tests(
      "InventoryServerTests",
      [
        "Inventory", "InventoryExchange", "AppExchange", "AppRequests", "AppStorage",
        "SecretKeeping", "inventory-server", "inventory-driver", "inventory-http-driver",
        "field-notes-server",
        "ServerTestSupport", "TestSupport", grdb, system,
      ]),
    tests(
      "ValueStreamTests",
      ["ValueStream", "AppStorage", "AppPages", "SeededRandom", "TestSupport", grdb, system]),
    tests(
      "ChordAccountingTests",
      ["ChordAccounting", "AppStorage", "AppPages", "AppPictures", "TestSupport", grdb, system]),
    tests(
      "FieldNotesTests",
      [
        "FieldNotes", "NoteExchange", "NoteServing", "AppExchange", "AppRequests", "SecretKeeping",
        "AppStorage", "SeededRandom", "field-notes-server", "field-notes-driver",
        "ServerTestSupport", "TestSupport",
        grdb, system,
      ]),
    tests("SortingTests", ["Sorting"]),
    tests(
      "DayCounterTests",
      ["DayCounter", "AppStorage", "SeededRandom", "TestSupport", "CCairo", grdb, system]),

    // Benchmarks, each beside a peer that does equal work:

    // The inventory beside the same in C.
    tool(
      "inventory-benchmark", in: "Benchmarks",
      ["Inventory", "AppStorage", "SeededRandom", "SideBySide", "CInventoryPeer"]),
    // Looking up and adding activities beside the same in C, and how it grows with the dictionary.
    tool(
      "chord-benchmark", in: "Benchmarks",
      ["ChordAccounting", "AppStorage", "SideBySide", "CChordPeer"]),
    // Lists and synchronisations of the field notes beside the same in C, and how they grow.
    tool(
      "field-notes-benchmark", in: "Benchmarks",
      [
        "FieldNotes", "NoteExchange", "AppExchange", "AppRequests", "AppStorage", "SeededRandom",
        "SideBySide", "CNotesPeer",
      ]),
    // What editing, saving and searching maps costs, and how it grows with them.
    tool(
      "value-stream-benchmark", in: "Benchmarks", ["ValueStream", "AppStorage", grdb, sqlite]),
    // What the decision rule finds, beside the rules of other tools.
    tool(
      "verdict-benchmark", in: "Benchmarks",
      [
        "Analysis", "Recording", "Scenarios", "Statistics", "Metrics", "SeededRandom", "Simulation",
      ],
      exclude: ["data", "peers.py"]),
    // Which commit changed a cost, on measured pairs.
    tool(
      "bisect-benchmark", in: "Benchmarks", ["Analysis", "Recording", "SeededRandom"],
      exclude: ["peers.py", "real.py"]),
    // What a history of ratios says of commits, on measured pairs and changing machines.
    tool(
      "history-benchmark", in: "Benchmarks",
      ["Recording", "Statistics", "SeededRandom", "Simulation"]),
    // What is said of healthy apps and of apps that leak, beside straight lines.
    tool(
      "leak-benchmark", in: "Benchmarks",
      ["Analysis", "Recording", "Statistics", "SeededRandom", "Simulation"]),
    // How far chance sets pairs apart on this machine.
    tool(
      "duet-benchmark", in: "Benchmarks",
      [
        "Costs", "Running", "Recording", "Scenarios", "DriverProtocol", "Metrics", "Statistics",
        system,
      ]),
    // A store of 10,000 runs, for tables beside those of pandas.
    tool(
      "report-benchmark", in: "Benchmarks",
      ["Costs", "Store", "Recording", "DriverProtocol", "Metrics", "SeededRandom"],
      exclude: ["compare.py"]),
    // The day counter beside the same in C, and how both grow.
    tool(
      "day-counter-benchmark", in: "Benchmarks",
      ["DayCounter", "AppStorage", "SideBySide", "CDayCounterPeer"]),
    // The inventory's work in C, by SQLite alone.
    .target(
      name: "CInventoryPeer", dependencies: ["CSQLitePeer"], path: "Benchmarks/CInventoryPeer"),
    // The roofers' accounts' work in C, by SQLite alone.
    .target(name: "CChordPeer", dependencies: ["CSQLitePeer"], path: "Benchmarks/CChordPeer"),
    // The field notes' lists by SQLite alone, and requests by libcurl alone.
    .target(
      name: "CNotesPeer", dependencies: ["CSQLitePeer"], path: "Benchmarks/CNotesPeer",
      linkerSettings: [.linkedLibrary("curl")]),
    // Races of an app and its peer, and how their times are printed.
    .target(name: "SideBySide", path: "Benchmarks/SideBySide", swiftSettings: swiftSettings),
    // The day counter's work in C, by SQLite, cairo and glibc's time zones.
    .target(
      name: "CDayCounterPeer", dependencies: ["CCairo", "CSQLitePeer"],
      path: "Benchmarks/CDayCounterPeer"),
    // A connection to SQLite in C, with the apps' settings, for the peers above.
    .target(
      name: "CSQLitePeer", path: "Benchmarks/CSQLitePeer",
      linkerSettings: [.linkedLibrary("sqlite3")]),

    // Benchmarks of the harness, on programs whose cost is known:

    // What sampling does to what is sampled.
    tool(
      "interference-benchmark", in: "Benchmarks", ["Sampling", "Recording", "Statistics"]),
    // What it samples: a program that does equal work again and again.
    alone("interference-target", in: "Benchmarks"),
    // Commands, and steps of a driver, of which it is known what they take:
    alone("accuracy-target", in: "Benchmarks", ["CAccuracyWork"]),
    tool("accuracy-driver", in: "Benchmarks", ["DriverKit", "CAccuracyWork"]),
    // Copies of it are set against each other: Benchmarks/identical-copies.py.
    tool("memory-driver", in: "Benchmarks", ["DriverKit"]),
    // Real cycles of both kinds: Benchmarks/leaks.py.
    tool("leak-driver", in: "Benchmarks", ["DriverKit", "CMalloc"]),
    // What Rehearse measures of them.
    tool("accuracy-harness", in: "Benchmarks", ["Running", "Recording", "Metrics", system]),
    // Work of a known cost, in C.
    .target(name: "CAccuracyWork", path: "Benchmarks/CAccuracyWork"),

    // Small static programs, and bridges to C and C++:

    // Starts every run, being small, since a process begins with the memory of who starts it.
    alone("rehearse-launcher", in: "Sources/System"),
    // Gives both sides of a duet the CPU in turn, in fine slices.
    alone("rehearse-ticker", in: "Sources/System"),
    // Carries out steps that are commands.
    alone("rehearse-stepper", in: "Sources/System"),
    // Is loaded before all other libraries of a driver, and counts what it allocates. Of the C library
    // alone: linked as Swift it would load the runtime into every program.
    .target(
      name: "rehearse-allocations", path: "Sources/System/rehearse-allocations",
      publicHeadersPath: ".",
      cSettings: [
        .headerSearchPath("../CAllocationPage"),
        .unsafeFlags(["-O2"], .when(configuration: .debug)),
      ],
      linkerSettings: [
        // It has a function of Swift's library of its own, which LLVM's linker alone takes for no reason
        // to load that library into every program.
        .unsafeFlags(["-nostartfiles", "-use-ld=lld"])
      ]),
    // Which CPUs a thread may use.
    bridge("CAffinity"),
    // The distributions of Boost.
    bridge("CBoostMath", settings: [.unsafeFlags(["-O2"], .when(configuration: .debug))]),
    // What takes the permission of the kernel: it is tried, not guessed.
    bridge("CKernelProbes"),
    // gnuplot-iostream.
    bridge(
      "CGnuplot", linking: ["boost_iostreams", "boost_filesystem", "boost_system"]),
    // Headers alone (Valgrind's requests, the kernel's counters, and what glibc and libdispatch have
    // beside their Swift modules):
    .systemLibrary(name: "CInstructionCounter", path: "Sources/System/CInstructionCounter"),
    .systemLibrary(name: "CProcessorCounter", path: "Sources/System/CProcessorCounter"),
    .systemLibrary(name: "CAllocationPage", path: "Sources/System/CAllocationPage"),
    .systemLibrary(name: "CMalloc", path: "Sources/System/CMalloc"),
    .systemLibrary(name: "CMainQueue", path: "Sources/System/CMainQueue"),

    // Libraries of Debian:
    library("CCurl", pkgConfig: "libcurl", debian: "libcurl4-openssl-dev"),
    library("CZlib", pkgConfig: "zlib", debian: "zlib1g-dev"),
    library("CSodium", pkgConfig: "libsodium", debian: "libsodium-dev"),
    library("CZBar", pkgConfig: "zbar", debian: "libzbar-dev"),
    library("CQREncode", pkgConfig: "libqrencode", debian: "libqrencode-dev"),
    library("CCairo", pkgConfig: "cairo", debian: "libcairo2-dev"),
    library("CPango", pkgConfig: "pangocairo", debian: "libpango1.0-dev"),

    // Tests of the harness, on values, recordings and gnuplot:
    tests("CostsTests", ["Costs"]),
    tests("MetricsTests", ["Metrics"]),
    tests("WeighingTests", ["Weighing", "TestSupport"]),
    tests("StatisticsTests", ["Statistics", "SeededRandom"], exclude: ["Reference"]),
    tests("DriverProtocolTests", ["Costs", "DriverProtocol"]),
    tests("ProcFSTests", ["Costs", "ProcFS", system]),
    tests("DiagnosingTests", ["Diagnosing", "ProcFS", "Recording", "TestSupport", system]),
    tests("ScenariosTests", ["Scenarios", "DriverProtocol", "Metrics", "Weighing"]),
    tests("DriverKitTests", ["Costs", "DriverKit", "DriverProtocol", "CProcessorCounter"]),
    tests("RecordingTests", ["Costs", "Recording", "DriverProtocol", "Metrics", "TestSupport"]),
    tests(
      "AnalysisTests",
      [
        "Costs", "Analysis", "Diagnosing", "Recording", "Metrics", "Statistics", "Weighing",
        "TestSupport", "Store", "Scenarios", "DriverProtocol", "SeededRandom", "Simulation",
      ]),
    tests(
      "ExportingTests",
      [
        "Exporting", "Reports", "Tables", "Store", "Analysis", "Recording", "Scenarios",
        "DriverProtocol", "Metrics", "TestSupport", system,
      ]),
    // Pairs of runs made up by chance, for tests and benchmarks of the rule.
    .target(
      name: "Simulation", dependencies: ["SeededRandom"], path: "Tests/Simulation",
      swiftSettings: swiftSettings),
    // What tests have in common: scratch folders, processes, recorded runs.
    .target(
      name: "TestSupport",
      dependencies: ["Costs", "Recording", "Metrics", "DriverProtocol", system],
      path: "Tests/TestSupport", swiftSettings: swiftSettings),
    // What tests of servers have in common: their processes, their descriptions, and rude ones.
    .target(
      name: "ServerTestSupport", dependencies: ["AppExchange", "TestSupport", system],
      path: "Tests/ServerTestSupport", swiftSettings: swiftSettings),
    // Tests of what profilers print:
    tests("ProfilingTests", ["Profiling", "Recording", "TestSupport", system]),
    // Tests of what is shown:
    tests("TablesTests", ["Tables", "Statistics", "TestSupport", system]),
    tests("ChartsTests", ["Charts", "Statistics", "TestSupport", system]),

    // Tests with real processes, files and databases:
    tests(
      "ServingTests",
      [
        "Serving", "Analysis", "Experimenting", "Metrics", "Recording", "Reports", "Store",
        "TestSupport", system,
      ]),
    tests(
      "SamplingTests",
      ["Costs", "Sampling", "ProcFS", "Recording", "TestSupport", "test-driver", system]),
    tests(
      "RunningTests",
      [
        "Costs", "Diagnosing", "Running", "Scenarios", "DriverProtocol", "Recording", "Sampling",
        "Metrics", "Profiling", "Programs",
        "TestSupport", "test-driver", "rehearse-launcher", "rehearse-ticker", "rehearse-stepper",
        "rehearse", "accuracy-target", "SeededRandom", system, "Statistics",
      ]),
    tests(
      "ExperimentingTests",
      [
        "Experimenting", "DriverProtocol", "Sampling", "Building", "Store", "Running", "Analysis",
        "Scenarios",
        "Recording",
        "Metrics", "TestSupport", system,
      ]),
    tests(
      "ScaffoldingTests",
      ["Scaffolding", "Building", "Recording", "Scenarios", "Metrics", "TestSupport", system]),
    tests(
      "StoreTests",
      [
        "Costs", "Store", "Sharing", "Recording", "Metrics", "DriverProtocol", "TestSupport", grdb,
        system, "Exporting",
        "Scenarios",
      ]),
    tests("TracingTests", ["Programs", "Tracing", "Recording", "TestSupport", subprocess, system]),
    tests(
      "BuildingTests",
      ["Building", "Programs", "Tracing", "Scenarios", "Recording", "TestSupport", system],
      exclude: ["Disassembly"]),
    tests(
      "ReportsTests",
      [
        "Costs", "Reports", "Tables", "Charts", "Exporting", "Store", "Analysis", "Diagnosing",
        "Recording", "Scenarios", "Statistics", "Metrics", "DriverProtocol",
        "SeededRandom", "TestSupport", system,
      ]),
    tests(
      "CommandLineTests",
      [
        "rehearse", "rehearse-launcher", "rehearse-ticker", "rehearse-stepper", "test-driver",
        "inventory-driver", "value-stream-driver", "chord-driver", "sorting-driver",
        "day-counter-driver", "field-notes-driver", "Costs", "Diagnosing", "DriverProtocol",
        "Recording",
        "Scenarios", "ServerTestSupport", "TestSupport", grdb, system,
      ]),
    tests(
      "RehearseTestingTests",
      [
        "RehearseTesting", "TestSupport", "rehearse", "rehearse-launcher", "rehearse-ticker",
        "test-driver", system,
      ]),
    // The driver that does as tests want: it counts, hangs, crashes and takes memory.
    tool("test-driver", in: "Tests", ["Costs", "DriverKit", "DriverProtocol"]),

    // What outsiders write, fed to its readers: the corpus by `make test`, all else by `make fuzz`.
    .target(
      name: "Fuzzing",
      dependencies: [
        "Costs", "Scenarios", "DriverProtocol", "Store", "Recording", "Analysis", "Tables",
        "Reports", "Weighing", "Profiling", "Sharing", "Serving", "Experimenting",
        "Exporting", "Metrics", "Diagnosing", "ProcFS", "Sampling", "CAllocationPage", grdb, system,
      ], path: "Tests/Fuzzing", swiftSettings: swiftSettings),
    // The corpus, read by every reader.
    tests("FuzzingTests", ["Fuzzing"], exclude: ["Corpus"]),
  ] + fuzzer,
  cxxLanguageStandard: .cxx17
)
