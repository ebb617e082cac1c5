import Foundation
import Programs
import SystemPackage

/// The installed Swift toolchains, by the names that people use for them.
///
/// A name is looked up where swiftly puts toolchains on Linux (swiftlang/swiftly,
/// `Sources/LinuxPlatform/Linux.swift`: `SWIFTLY_TOOLCHAINS_DIR`, else
/// `~/.local/share/swiftly/toolchains`; before its version 1.1 `toolchains` in `SWIFTLY_HOME_DIR`),
/// where swiftenv does (kylef/swiftenv, `libexec/swiftenv-prefix`: `versions` in `SWIFTENV_ROOT`,
/// `~/.swiftenv` by default), and in `/opt`, where many unpack the archives of swift.org.
public struct Toolchains: Sendable {
  /// The folders whose subfolders are toolchains, in search order.
  let folders: [FilePath]
  private let home: FilePath?

  /// The toolchains of the user who runs this process.
  public static let installed = Toolchains(environment: ProcessInfo.processInfo.environment)

  /// The toolchains in the folders named by an environment's variables.
  public init(environment: [String: String]) {
    func folder(_ name: String) -> FilePath? {
      environment[name].flatMap { $0.isEmpty ? nil : FilePath($0) }
    }
    home = folder("HOME")
    folders = [
      folder("SWIFTLY_TOOLCHAINS_DIR"), folder("SWIFTLY_HOME_DIR")?.appending("toolchains"),
      home?.appending(".local/share/swiftly/toolchains"),
      (folder("SWIFTENV_ROOT") ?? home?.appending(".swiftenv"))?.appending("versions"), "/opt",
    ].compactMap(\.self)
  }

  /// Finds the `swift` of a toolchain, given by name or by path. A path contains a `/` and may begin with
  /// `~/`; a relative one starts in `folder`.
  /// - Throws: ``BuildError/noToolchain(build:toolchain:_:)``.
  func swift(
    of text: String, from folder: FilePath, for build: String
  ) throws(BuildError) -> FilePath {
    func unusable(_ reason: BuildError.UnusableToolchain) -> BuildError {
      .noToolchain(build: build, toolchain: text, reason)
    }
    let all = installed
    let known = all.map(\.shortName)
    guard text.contains("/") else {
      guard
        let found = all.first(where: { $0.name == text })
          ?? all.first(where: { $0.shortName == text })
      else { throw unusable(.unknown(known: known, folders: folders)) }
      return found.swift
    }
    let path = folder.pushing(expanded(text)).lexicallyNormalized()
    if SearchPath.isProgram(path) { return path }
    if SearchPath.isFile(path) { throw unusable(.noProgram(path)) }
    guard FileManager.default.fileExists(atPath: path.string) else {
      throw unusable(.missing(path, known: known))
    }
    guard let swift = Self.swift(in: path) else { throw unusable(.noSwift(path)) }
    return swift
  }

  private func expanded(_ text: String) -> FilePath {
    guard let home, text.hasPrefix("~/") else { return FilePath(text) }
    return home.pushing(FilePath(String(text.dropFirst(2))))
  }

  private static func swift(in folder: FilePath) -> FilePath? {
    ["usr/bin/swift", "bin/swift"].map { folder.appending($0) }.first(where: SearchPath.isProgram)
  }

  private struct InstalledToolchain {
    let name: String
    let swift: FilePath

    /// `6.2.1` for `swift-6.2.1-RELEASE-ubuntu24.04`, the name of a swift.org archive; otherwise the name.
    var shortName: String {
      name.wholeMatch(of: /swift-([0-9.]+)(-RELEASE.*)?/).map { String($0.1) } ?? name
    }
  }

  /// All installed ones. A folder that is missing, or unreadable, has none.
  private var installed: [InstalledToolchain] {
    folders.flatMap { folder in
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.string)) ?? []
      return names.sorted().compactMap { name in
        Self.swift(in: folder.appending(name)).map { InstalledToolchain(name: name, swift: $0) }
      }
    }
  }
}
