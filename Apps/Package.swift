// swift-tools-version: 6.2
import PackageDescription

// The apps under test, their servers, their drivers and their benchmarks. Scenarios build the drivers from
// here. Every row has a sentence above it; one that ends in a colon is for all rows up to the next sentence
// or blank line.

let strict = Context.environment["CI"] != nil

let swiftSettings: [SwiftSetting] =
  [.enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("MemberImportVisibility")]
  + (strict ? [.treatAllWarnings(as: .error)] : [])

/// A product of the repository's own package.
func rehearse(_ name: String) -> Target.Dependency { .product(name: name, package: "rehearse") }

let kit = rehearse("DriverKit")
let messages = rehearse("DriverProtocol")
let random = rehearse("SeededRandom")
let sodium = rehearse("CSodium")
let scenarios = rehearse("Scenarios")
let testSupport = rehearse("TestSupport")
let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let sqlite = Target.Dependency.product(name: "GRDBSQLite", package: "GRDB.swift")
let system = Target.Dependency.product(name: "SystemPackage", package: "swift-system")
let arguments = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let flyingFox = Target.Dependency.product(name: "FlyingFox", package: "FlyingFox")
let flyingSocks = Target.Dependency.product(name: "FlyingSocks", package: "FlyingFox")

func app(
  _ name: String, _ dependencies: [Target.Dependency], in folder: String = "Sources",
  resources: [Resource] = []
) -> Target {
  .target(
    name: name, dependencies: dependencies, path: "\(folder)/\(name)", resources: resources,
    swiftSettings: swiftSettings)
}

func tool(_ name: String, in folder: String, _ dependencies: [Target.Dependency]) -> Target {
  .executableTarget(
    name: name, dependencies: dependencies, path: "\(folder)/\(name)",
    swiftSettings: swiftSettings)
}

func library(_ name: String, pkgConfig: String, debian package: String) -> Target {
  .systemLibrary(
    name: name, path: "System/\(name)", pkgConfig: pkgConfig, providers: [.apt([package])])
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .testTarget(
    name: name, dependencies: dependencies, path: "Tests/\(name)", swiftSettings: swiftSettings)
}

let package = Package(
  name: "apps",
  // Exact, because no file of resolved versions is kept.
  dependencies: [
    .package(name: "rehearse", path: ".."),
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    .package(url: "https://github.com/apple/swift-system", exact: "1.8.1"),
    .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
    // HTTP for the apps' servers: it needs no other package, and builds in a tenth of hummingbird's time.
    // That answers half as many requests again, but nothing here needs them.
    .package(url: "https://github.com/swhitty/FlyingFox", exact: "0.27.1"),
  ],
  targets: [
    // The apps under test, which know nothing of the harness:

    // What their SQLite files have in common.
    app("AppStorage", [grdb, sqlite]),
    // What they print: pages of text and lines as PDF, and files that are replaced as a whole.
    app("AppPages", ["CPango"]),
    // Pictures that are read, resized and written.
    app("AppPictures", ["CCairo"]),
    // Logins, encrypted on the user's machine, and files that their owner alone may read.
    app("SecretKeeping", [sodium]),
    // Devices that are lent, with pictures and QR codes; durable, with logins.
    app(
      "Inventory",
      [
        "AppStorage", "AppPictures", "SecretKeeping", random, sodium, "CZBar",
        "CQREncode", grdb,
      ]),
    // Maps of stickers that are edited, drawn, searched and exported.
    app("ValueStream", ["AppStorage", "AppPages", random, "CPango", grdb]),
    // Piecework accounts of roofers: a dictionary of activities, projects with exact amounts and
    // photos, the account as PDF and mail.
    app("ChordAccounting", ["AppStorage", "AppPages", "AppPictures", random, grdb]),
    // Five ways to sort.
    app("Sorting", [random]),
    // Days with or without things, until or since a date, in tallies and boxes.
    app("DayCounter", ["AppStorage", random, "CCairo", grdb]),

    // Messages between apps and their servers: requests and answers as values, and as JSON.
    app("AppExchange", []),
    // An app's way to its server, over HTTP.
    app("AppRequests", ["AppExchange", "CCurl"]),
    // A server's requests, over HTTP.
    app("AppServing", ["AppExchange", flyingFox, flyingSocks]),

    // Messages between the inventory's app and its server, and the app's side of them.
    app("InventoryExchange", ["Inventory", "AppExchange"]),
    // What the server of an inventory answers, without a network.
    app(
      "InventoryServing", ["Inventory", "InventoryExchange", "AppExchange"],
      resources: [.embedInCode("openapi.json")]),
    // The server of an inventory, over HTTP.
    tool(
      "inventory-server", in: "Sources",
      ["Inventory", "InventoryServing", "AppServing", "AppStorage", arguments]),

    // Messages between the field notes' app and its server, as values and as JSON.
    app("NoteExchange", []),
    // Notes in writing, pictures and sounds, with tags, that are synchronised with a server.
    app(
      "FieldNotes",
      ["AppStorage", "AppExchange", "NoteExchange", "SecretKeeping", random, grdb]),
    // What the server of notes keeps and answers, without a network.
    app(
      "NoteServing",
      ["AppStorage", "AppExchange", "NoteExchange", "SecretKeeping", sodium, grdb],
      resources: [.embedInCode("openapi.json")]),
    // The server of notes, over HTTP.
    tool(
      "field-notes-server", in: "Sources",
      ["NoteServing", "AppServing", arguments]),

    // What drivers have in common if their app's server is a service of the scenario.
    app("DriverNetwork", [kit, "AppExchange"], in: "Drivers"),
    // How drivers look at pictures without letters, alike on every machine.
    app("DriverPictures", [kit, "CCairo"], in: "Drivers"),
    // How drivers look at pages and pictures with letters, whichever fonts there are.
    app("DriverPages", [kit, "AppPages"], in: "Drivers"),
    // The steps of the inventory's stories, wherever its servers are.
    app(
      "InventoryHosting",
      [kit, "DriverPictures", "Inventory", "AppStorage", "SecretKeeping", random, sodium],
      in: "Drivers"),
    // The drivers, which translate steps of stories to calls of an app:
    tool(
      "inventory-driver", in: "Drivers", [kit, "Inventory", "InventoryHosting"]),
    tool(
      "inventory-http-driver", in: "Drivers",
      [
        kit, "DriverNetwork", "InventoryHosting", "InventoryExchange", "AppExchange",
        "AppRequests",
      ]),
    tool(
      "value-stream-driver", in: "Drivers",
      [kit, "DriverPages", "ValueStream", "AppStorage", "AppPages"]),
    tool(
      "chord-driver", in: "Drivers",
      [kit, "DriverPages", "DriverPictures", "ChordAccounting", "AppStorage", "AppPages"]),
    tool("sorting-driver", in: "Drivers", [kit, "Sorting"]),
    tool(
      "day-counter-driver", in: "Drivers", [kit, "DriverPictures", "DayCounter", "AppStorage"]),
    tool(
      "field-notes-driver", in: "Drivers",
      [
        kit, messages, "DriverNetwork", "AppExchange", "FieldNotes", "NoteExchange",
        "NoteServing", "AppRequests", "SecretKeeping", "AppStorage", random, flyingSocks,
      ]),

    // Libraries of Debian:
    library("CCurl", pkgConfig: "libcurl", debian: "libcurl4-openssl-dev"),
    library("CZBar", pkgConfig: "zbar", debian: "libzbar-dev"),
    library("CQREncode", pkgConfig: "libqrencode", debian: "libqrencode-dev"),
    library("CCairo", pkgConfig: "cairo", debian: "libcairo2-dev"),
    library("CPango", pkgConfig: "pangocairo", debian: "libpango1.0-dev"),

    // What tests of servers have in common: their descriptions, and misbehaving ones.
    app("ServerTestSupport", ["AppExchange", testSupport], in: "Tests"),
    // Tests of the apps and their servers:
    tests("AppStorageTests", ["AppStorage", testSupport, grdb]),
    tests(
      "InventoryTests",
      [
        "Inventory", "AppStorage", "AppPictures", "SecretKeeping", random, testSupport,
        grdb, system,
      ]),
    tests(
      "InventoryServerTests",
      [
        "Inventory", "InventoryExchange", "AppExchange", "AppRequests", "AppStorage",
        "SecretKeeping", "inventory-server", "inventory-driver", "inventory-http-driver",
        "field-notes-server",
        "ServerTestSupport", testSupport, grdb, system,
      ]),
    tests(
      "ValueStreamTests",
      ["ValueStream", "AppStorage", "AppPages", random, testSupport, grdb, system]),
    tests(
      "ChordAccountingTests",
      ["ChordAccounting", "AppStorage", "AppPages", "AppPictures", testSupport, grdb, system]),
    tests(
      "FieldNotesTests",
      [
        "FieldNotes", "NoteExchange", "NoteServing", "AppExchange", "AppRequests", "SecretKeeping",
        "AppStorage", random, "field-notes-server", "field-notes-driver",
        "ServerTestSupport", testSupport,
        grdb, system,
      ]),
    tests("SortingTests", ["Sorting"]),
    tests(
      "DayCounterTests",
      ["DayCounter", "AppStorage", random, testSupport, "CCairo", grdb, system]),
    // The drivers together with the harness, and the one in Objective-C compared with the one in Swift.
    tests(
      "DriverTests",
      [
        "chord-driver", "day-counter-driver", "field-notes-driver", "inventory-driver",
        "sorting-driver", "value-stream-driver", "AppPictures", "DriverPictures", messages,
        scenarios, testSupport, system,
      ]),

    // Benchmarks, each with a peer that does equal work:

    // The inventory compared with the same in C.
    tool(
      "inventory-benchmark", in: "Benchmarks",
      ["Inventory", "AppStorage", random, "SideBySide", "CInventoryPeer"]),
    // Looking up and adding activities compared with the same in C, and how it grows with the dictionary.
    tool(
      "chord-benchmark", in: "Benchmarks",
      ["ChordAccounting", "AppStorage", "SideBySide", "CChordPeer"]),
    // Lists and synchronisations of the field notes compared with the same in C, and how they grow.
    tool(
      "field-notes-benchmark", in: "Benchmarks",
      [
        "FieldNotes", "NoteExchange", "AppExchange", "AppRequests", "AppStorage", random,
        "SideBySide", "CNotesPeer",
      ]),
    // What editing, saving and searching maps costs, and how it grows with them.
    tool(
      "value-stream-benchmark", in: "Benchmarks",
      ["ValueStream", "AppStorage", "SideBySide", grdb, sqlite]),
    // The day counter compared with the same in C, and how both grow.
    tool(
      "day-counter-benchmark", in: "Benchmarks",
      ["DayCounter", "AppStorage", "SideBySide", "CDayCounterPeer"]),
    // The inventory's work in C, with SQLite alone.
    .target(
      name: "CInventoryPeer", dependencies: ["CSQLitePeer"], path: "Benchmarks/CInventoryPeer"),
    // The roofers' accounts' work in C, with SQLite alone.
    .target(name: "CChordPeer", dependencies: ["CSQLitePeer"], path: "Benchmarks/CChordPeer"),
    // The field notes' lists with SQLite alone, and requests with libcurl alone.
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
  ]
)
