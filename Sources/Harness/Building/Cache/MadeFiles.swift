import Foundation
import Recording
import Scenarios
import SystemPackage

/// What commands (`make:`) make of a revision, kept by all that it is known to be made of.
///
/// Known are the files of the revision, the commands, the folder that they are carried out in, the
/// system's packages, the usual tools by their files, and the variables that those obey. What comes from
/// a network is not: commands that name a program which fetches are carried out each time.
struct MadeFiles {
  /// The name of the entry: 64 hexadecimal digits.
  let key: String
  private let build: Build
  private let files: TreeFiles
  private let cache: ExecutableCache

  /// Nil where more is made than can be known.
  /// - Parameters:
  ///   - commit: the revision at which the work tree is.
  ///   - place: the path from the repository's top to the scenario's folder.
  ///   - tools: where programs are looked up.
  init?(
    of build: Build, at commit: String, in tree: LinkedWorkTree, scenario place: FilePath,
    tools: String, cache: ExecutableCache, passingThrough passage: FilePath
  ) async throws {
    let commands = build.making.map(\.words)
    guard !commands.isEmpty, !commands.joined().contains(where: Self.fetches),
      // Those of submodules are not among the files of the tree.
      !FileManager.default.fileExists(atPath: tree.place.tree.appending(".gitmodules").string)
    else { return nil }
    var parts = [
      "rehearse made files 1", tree.place.tree.string, place.string,
      try await tree.repository.tree(of: commit),
    ]
    parts += commands.map { $0.joined(separator: "\0") }
    parts += Self.environment(ProcessInfo.processInfo.environment)
    parts += try Self.system()
    parts += Self.identities(of: Self.tools + commands.map { $0[0] }, in: tools)
    key = SHA256.text(of: SHA256.digest(of: parts.joined(separator: "\u{1}")))
    self.build = build
    files = TreeFiles(of: tree, passingThrough: passage)
    self.cache = cache
  }

  /// Puts the files of an entry into the work tree.
  /// - Returns: the record of the build that they are of; nil with the reason where it was damaged.
  func restore() throws -> (record: BuildRecord?, damage: String?) {
    switch try files.restore(key, from: cache) {
    case .missing: (nil, nil)
    case .damaged(let reason): (nil, reason)
    case .found(let found): (found.record, nil)
    }
  }

  /// Keeps what the commands made, if that is all that they did to the work tree, and if there is room.
  func keep(_ driver: BuiltDriver) async throws {
    _ = try await files.keep(driver, of: build, as: key, in: cache, upTo: cache.limit / 2)
  }

  /// Programs whose result is not that of the files they are given.
  private static let fetching: Set<Substring> = [
    "apt", "apt-get", "conda", "curl", "date", "docker", "git", "npm", "npx", "pip", "pip3", "pnpm",
    "poetry", "podman", "rsync", "scp", "ssh", "uv", "wget", "yarn",
  ]

  private static func fetches(_ word: String) -> Bool {
    word.split { $0.isWhitespace || "'\"`;|&<>()=/$".contains($0) }.contains(
      where: fetching.contains)
  }

  /// What compilers, and what starts them, are told by variables.
  private static func environment(_ variables: [String: String]) -> [String] {
    let names = [
      "PATH", "AR", "AS", "CC", "CPP", "CXX", "FC", "LD", "RANLIB", "STRIP", "CFLAGS", "CPPFLAGS",
      "CXXFLAGS", "FFLAGS", "LDFLAGS", "LDLIBS", "CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH",
      "LIBRARY_PATH", "LD_LIBRARY_PATH", "MAKEFLAGS", "PKG_CONFIG_PATH", "SOURCE_DATE_EPOCH",
      "VIRTUAL_ENV", "JAVA_HOME", "CI",
    ]
    let starts = ["CMAKE_", "CARGO_", "RUST", "GO", "CGO_", "MESON", "NINJA", "SWIFT", "ZIG_"]
    return variables.filter { name, _ in
      names.contains(name) || starts.contains(where: name.hasPrefix)
    }
    .map { "\($0)=\($1)" }.sorted()
  }

  /// The distribution, and the list of its packages where it has one that is a file.
  private static func system() throws -> [String] {
    try [
      "/etc/os-release", "/var/lib/dpkg/status", "/lib/apk/db/installed",
      "/var/lib/rpm/rpmdb.sqlite",
    ].map { path in
      guard FileManager.default.isReadableFile(atPath: path) else { return "no \(path)" }
      return try Checksum(of: FilePath(path), build: "").sha256
    }
  }

  private static let tools = [
    "c++", "cargo", "cc", "clang", "clang++", "cmake", "g++", "gcc", "go", "javac", "ld", "make",
    "meson", "ninja", "node", "python3", "rustc", "swift", "zig",
  ]

  /// The files that programs are: where links lead to mostly names a version.
  private static func identities(of names: [String], in path: String) -> [String] {
    Set(names).sorted().map { name in
      guard let found = DriverBuilder.search(name, in: path) else { return "\(name): none" }
      let attributes = try? FileManager.default.attributesOfItem(atPath: found.resolved.string)
      let size = (attributes?[.size] as? NSNumber)?.int64Value ?? 0
      return "\(name): \(found.resolved) \(size)"
    }
  }
}
