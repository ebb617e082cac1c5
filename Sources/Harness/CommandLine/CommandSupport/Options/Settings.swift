import ArgumentParser
import Experimenting
import Foundation
import Scenarios
import Statistics
import SystemPackage

/// Something that a file or the environment can set, so that it need not be given with each command.
public struct Setting: Sendable {
  /// The name in the file, and of the option, which takes precedence.
  public let key: String
  /// The default; nil for none.
  public let usual: String?
  /// The description.
  public let meaning: String
  /// The allowed values if a text is not allowed; else nil.
  public let allowed: @Sendable (String) -> String?
  /// Returns whether a text is a path, which in a file is relative to the file's folder.
  public var isPath: @Sendable (String) -> Bool = { _ in false }
  /// A Boolean value indicating whether it names a file to read, which may be anywhere in the repository.
  var isInput = false

  /// The name of its environment variable.
  public var variable: String { Self.prefix + key.uppercased().replacing("-", with: "_") }

  static let prefix = "REHEARSE_"
  /// Variables with this prefix that are no settings: tests and the package plugin pass on the first, 'serve
  /// --token-from' may read the second, the hooks of 'measure' have the third, runs whose allocations are counted the
  /// next two, and whoever records the texts of Rehearse's tests sets the last.
  static let othersVariables = [
    "REHEARSE_EXECUTABLE", "REHEARSE_TOKEN", "REHEARSE_ITERATION", "REHEARSE_ALLOCATIONS",
    "REHEARSE_STACKS", "REHEARSE_RECORD_SNAPSHOTS",
  ]
}

/// All settings; each is defined only here.
extension Setting {
  /// All settings, in display order.
  public static let all = [
    scenario, against, store, pairs, maxTime, cache, cacheSize, progress, color,
  ]

  /// The scenario of a folder.
  public static let scenario = Setting(
    key: "scenario", usual: nil,
    meaning: "The scenario file of compare, check and watch, if they are called without one.",
    allowed: { $0.isEmpty ? "the path of a scenario file" : nil }, isPath: { _ in true },
    isInput: true)

  /// The baseline of a folder.
  public static let against = Setting(
    key: "against", usual: nil,
    meaning: "The revision to compare with, for compare, check and watch, unless another is named, "
      + "or 'never'.",
    allowed: { $0.isEmpty || $0.hasPrefix("-") ? "a branch, tag or commit" : nil })

  /// The file that keeps experiments.
  public static let store = Setting(
    key: "store", usual: "Results/rehearse.sqlite", meaning: "The file that keeps experiments.",
    allowed: { $0.isEmpty ? "the path of a file" : nil }, isPath: { _ in true })

  /// The number of pairs of each story.
  public static let pairs = Setting(
    key: "pairs", usual: nil,
    meaning: "Exactly this many pairs of each story, for compare and check; not with --saved.",
    allowed: { text in
      let range = PairedRatio.fewestPairs...RunLimits.rounds
      return Int(text).map(range.contains) == true
        ? nil : "a whole number from \(range.lowerBound) to \(range.upperBound)"
    })

  /// The time limit of a comparison.
  public static let maxTime = Setting(
    key: "max-time", usual: nil,
    meaning: "Be done after about this time, builds included, for compare and check; not with "
      + "--saved or --part.",
    allowed: { TimeText.duration($0) == nil ? TimeText.allowed : nil })

  /// The folder in which executables of revisions are kept.
  public static let cache = Setting(
    key: "cache", usual: nil,
    meaning: "Where executables of revisions are kept, or 'never'. "
      + "Default: .build/rehearse/cache in the repository.",
    allowed: { $0.isEmpty ? "the path of a folder, or never" : nil }, isPath: { $0 != never })

  /// The greatest size of the cache.
  public static let cacheSize = Setting(
    key: "cache-size", usual: "2 GB",
    meaning: "How much the cache may hold; what has been unused the longest goes first.",
    allowed: { SizeText.bytes($0) == nil ? SizeText.allowed : nil })

  /// The time between two lines of progress.
  public static let progress = Setting(
    key: "progress", usual: "30 s",
    meaning: "The time between two lines of progress if there is no terminal, or 'never'.",
    allowed: { text in
      if text == never { return nil }
      let interval = TimeText.duration(text)
      return interval.map { $0 >= .seconds(1) } == true ? nil : "never, or a time of 1 s or more"
    })

  /// The text that switches a setting's feature off.
  public static let never = "never"

  /// Bold and colour of printed text.
  public static let color = Setting(
    key: "color", usual: "auto", meaning: "Bold and colour of what is printed.",
    allowed: { text in
      let known = Console.Color.allCases.map(\.rawValue)
      return known.contains(text) ? nil : known.joined(separator: ", ")
    })
}

/// The effective settings: the environment takes precedence over the file, the file over the default.
public struct Settings: Sendable {
  /// The name of the file: the nearest, from the working folder up to the repository's top.
  static let fileName = "rehearse.yml"

  /// A setting with its value and source.
  public struct Held: Sendable {
    /// The setting.
    public let setting: Setting
    /// The value; nil if there is none.
    public let text: String?
    /// The source of the value.
    public let origin: Origin
  }

  /// The source of a value.
  public enum Origin: Sendable, Equatable {
    case standard
    case file(String, TextPosition)
    case variable(String)

    /// The place of a setting, in words.
    public var words: String {
      switch self {
      case .standard: "default"
      case .file(let path, let place): "\(path):\(place.line):\(place.column)"
      case .variable(let name): name
      }
    }
  }

  /// All settings, in the order of their definition.
  public let held: [Held]

  /// The effective settings of this process.
  public static let current = Result { () throws(Refusal) in
    try Settings(
      environment: ProcessInfo.processInfo.environment,
      folder: FilePath(FileManager.default.currentDirectoryPath))
  }

  /// Refuses unusable settings while a command line is parsed.
  /// - Throws: `ValidationError` for a variable, which is wrong usage; `Refusal` for the file.
  public static func check() throws {
    do {
      _ = try current.get()
    } catch {
      if error.kind == .usage { throw ValidationError(error.description) }
      throw error
    }
  }

  /// The value of a setting, nil if it has none; unreadable ones were refused earlier.
  public static func text(of setting: Setting) -> String? {
    guard let settings = try? current.get() else { return setting.usual }
    return settings.value(of: setting)
  }

  /// Reads the settings.
  /// - Throws: `Refusal` for an unusable file or variable.
  init(environment: [String: String], folder: FilePath) throws(Refusal) {
    let fromFile = try Self.file(above: folder).map { path, top throws(Refusal) in
      (path: path, entries: try Self.entries(of: path, top: top))
    }
    try Self.checkVariables(environment)
    var held: [Held] = []
    for setting in Setting.all {
      // A shell unsets a variable for a single command by an empty value.
      if let text = environment[setting.variable], !text.isEmpty {
        held.append(Held(setting: setting, text: text, origin: .variable(setting.variable)))
      } else if let fromFile, let entry = fromFile.entries.first(where: { $0.key == setting.key }) {
        held.append(
          Held(
            setting: setting, text: Self.text(entry, of: setting, fromFile.path, folder),
            origin: .file(Self.shown(fromFile.path, from: folder), entry.place)))
      } else {
        held.append(Held(setting: setting, text: setting.usual, origin: .standard))
      }
    }
    self.held = held
  }

  private static func checkVariables(_ environment: [String: String]) throws(Refusal) {
    let known = Setting.all.map(\.variable)
    for (name, text) in environment.sorted(by: { $0.key < $1.key })
    where name.hasPrefix(Setting.prefix) && !Setting.othersVariables.contains(name) {
      guard let setting = Setting.all.first(where: { $0.variable == name }) else {
        throw Refusal.noVariable(name, known: known)
      }
      if !text.isEmpty, let allowed = setting.allowed(text) {
        throw Refusal.because("The environment variable \(name) is '\(text)'; allowed: \(allowed).")
      }
    }
  }

  /// The value of a setting; nil if it has none.
  public func value(of setting: Setting) -> String? {
    held.first { $0.setting.key == setting.key }?.text
  }
}

extension Settings {
  /// The nearest file, from a folder up to the top of its repository. Outside of a repository only that
  /// folder counts, because folders above may belong to others.
  /// - Returns: the file, and the top of its repository.
  private static func file(above folder: FilePath) -> (path: FilePath, top: FilePath)? {
    var folders = [folder]
    while let last = folders.last, !isThere(last.appending(".git")) {
      let parent = last.removingLastComponent()
      guard parent != last else {
        folders = [folder]
        break
      }
      folders.append(parent)
    }
    let top = folders.last ?? folder
    return folders.map { $0.appending(fileName) }.first(where: isThere).map { ($0, top) }
  }

  private static func isThere(_ path: FilePath) -> Bool {
    FileManager.default.fileExists(atPath: path.string)
  }

  private static func entries(
    of path: FilePath, top: FilePath
  ) throws(Refusal) -> [SettingsFile.Assignment] {
    let places = SettingPlaces(
      roots: [path.removingLastComponent(), top], isTrusted: TrustOptions.isGiven)
    do {
      let text = try String(contentsOfFile: path.string, encoding: .utf8)
      return try SettingsFile(text, file: path.string, keys: Setting.all.map(\.key)) { key, text in
        guard let setting = Setting.all.first(where: { $0.key == key }) else { return nil }
        return setting.allowed(text)
          ?? (setting.isPath(text) ? places.allowed(text, asInput: setting.isInput) : nil)
      }.entries
    } catch let invalid as InvalidScenario {
      throw Refusal.settings("\(invalid)")
    } catch {
      throw Refusal.settings("The file \(path) can't be read: \(error.localizedDescription)")
    }
  }

  private static func text(
    _ entry: SettingsFile.Assignment, of setting: Setting, _ path: FilePath, _ folder: FilePath
  ) -> String {
    let place = path.removingLastComponent()
    guard setting.isPath(entry.text), place != folder, FilePath(entry.text).isRelative else {
      return entry.text
    }
    return place.pushing(FilePath(entry.text)).string
  }

  private static func shown(_ path: FilePath, from folder: FilePath) -> String {
    path.removingLastComponent() == folder ? fileName : path.string
  }
}
