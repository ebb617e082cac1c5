import Foundation
import SystemPackage

/// How a project makes a program that git does not track, according to its files.
struct BuildRecipe: Equatable {
  /// The file with the recipe, such as `CMakeLists.txt`.
  let file: String
  /// The commands, to be run in the scenario's folder, which is one below the project's.
  let commands: [[String]]
  /// The option that makes a tool optimise if no build type was chosen; nil if nothing is assumed.
  private(set) var assumedRelease: AssumedRelease?

  /// An option that the project did not choose.
  struct AssumedRelease: Equatable {
    let tool: String
    let option: String
  }

  /// The known files by which programs are made.
  static let files = [
    "CMakeLists.txt", "Cargo.toml", "meson.build", "go.mod", "Makefile", "makefile", "GNUmakefile",
  ]

  /// Nil if no file tells how.
  /// - Parameters:
  ///   - program: the program, as a path from the project's folder.
  ///   - folder: the project's folder.
  init?(of program: String, in folder: FilePath) {
    let entries = Entries(folder)
    let path = FilePath(program).lexicallyNormalized()
    guard !program.hasPrefix("/"), path.components.first?.kind == .regular else { return nil }
    let names = path.components.map(\.string)
    let makefile = ["Makefile", "makefile", "GNUmakefile"].first(where: entries.holds)
    if entries.holds("Cargo.toml"), names[0] == "target" {
      let optimisation = names.contains("debug") ? [] : ["--release"]
      file = "Cargo.toml"
      commands = [["cargo", "build"] + optimisation + ["--manifest-path", "../Cargo.toml"]]
    } else if entries.holds("Package.swift"), names[0] == ".build" {
      file = "Package.swift"
      let configuration = names.contains("debug") ? "debug" : "release"
      commands = [
        [
          "swift", "build", "-c", configuration, "--package-path", "..", "--product",
          names[names.count - 1],
        ]
      ]
    } else if let place = Self.buildFolder(
      "CMakeLists.txt", cache: "CMakeCache.txt", names, entries, makefile)
    {
      file = "CMakeLists.txt"
      let to = FilePath("..").pushing(FilePath(place)).lexicallyNormalized().string
      let type = Self.buildType(place, entries)
      assumedRelease =
        type == nil ? AssumedRelease(tool: "CMake", option: "-DCMAKE_BUILD_TYPE=Release") : nil
      commands = [
        ["cmake", "-S", "..", "-B", to, "-DCMAKE_BUILD_TYPE=\(type ?? "Release")"],
        ["cmake", "--build", to],
      ]
    } else if let place = Self.buildFolder(
      "meson.build", cache: "build.ninja", names, entries, makefile)
    {
      file = "meson.build"
      let to = FilePath("..").pushing(FilePath(place)).lexicallyNormalized().string
      let type = Self.mesonBuildType(place, entries)
      assumedRelease =
        type == nil ? AssumedRelease(tool: "Meson", option: "--buildtype=release") : nil
      let option = type == "" ? [] : ["--buildtype=\(type ?? "release")"]
      commands = [["meson", "setup"] + option + [to, ".."], ["meson", "compile", "-C", to]]
    } else if entries.holds("go.mod") {
      file = "go.mod"
      let own = "cmd/\(names[names.count - 1])"
      let package = entries.holds(own) ? "./\(own)" : "."
      commands = [["go", "build", "-C", "..", "-o", path.string, package]]
    } else if let makefile {
      file = makefile
      commands = [["make", "-C", ".."]]
    } else {
      return nil
    }
  }

  /// The folder of a build separate from the sources; nil if this file does not make it.
  private static func buildFolder(
    _ file: String, cache: String, _ names: [String], _ entries: Entries, _ makefile: String?
  ) -> String? {
    guard entries.holds(file) else { return nil }
    // The outermost folder is tried last: a project within a project has no cache.
    for count in (0..<names.count).reversed() {
      let place = count == 0 ? "." : names.prefix(count).joined(separator: "/")
      if entries.holds("\(place)/\(cache)") { return place }
    }
    // Not made yet, or made by the other file.
    guard names.count > 1, makefile == nil || names[0].contains("build") else { return nil }
    return names[0]
  }

  /// The build type that CMake was given when it made the folder, which it would not know
  /// elsewhere; nil if none was given.
  private static func buildType(_ place: String, _ entries: Entries) -> String? {
    let cache = entries.text(of: "\(place)/CMakeCache.txt") ?? ""
    return cache.firstMatch(of: /CMAKE_BUILD_TYPE:[A-Z]+=([A-Za-z]+)/).map { String($0.1) }
  }

  /// The build type that Meson was given when it made the folder; empty if the project sets it
  /// itself, and nil if none was given: it would not optimise.
  private static func mesonBuildType(_ place: String, _ entries: Entries) -> String? {
    let options = entries.text(of: "\(place)/meson-private/cmd_line.txt") ?? ""
    if let type = options.firstMatch(of: /buildtype = ([a-z]+)/) { return String(type.1) }
    let project = entries.text(of: "meson.build") ?? ""
    return project.firstMatch(of: /(?:buildtype|optimization)=/) == nil ? nil : ""
  }
}
