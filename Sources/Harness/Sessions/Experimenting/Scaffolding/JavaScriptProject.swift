import Foundation

/// A JavaScript project whose package.json names the module that others import.
public struct JavaScriptProject: Sendable, Equatable {
  /// The package's name; nil if it has none.
  public var name: String?
  /// The module's file, relative to the project.
  public var module: String

  /// Creates a project.
  public init(name: String?, module: String) { (self.name, self.module) = (name, module) }

  /// The project in a folder; nil if no package.json names a module there. A file that nothing names may be a
  /// script, which would run on import.
  init?(_ entries: Entries) {
    guard let text = entries.text(of: "package.json"),
      let manifest = try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    else { return nil }
    let exports = manifest["exports"]
    let byPath = exports as? [String: Any] ?? [:]
    let conditions = byPath["."] as? [String: Any] ?? byPath
    let named: [Any?] = [
      exports, byPath["."], conditions["import"], conditions["default"], manifest["main"],
    ]
    let files = named.compactMap { $0 as? String }
      .map { $0.hasPrefix("./") ? String($0.dropFirst(2)) : $0 }
    let module = files.first { file in
      file.wholeMatch(of: /\w[\w.\/-]*\.[cm]?js/) != nil && entries.holds(file)
    }
    guard let module else { return nil }
    self.init(name: manifest["name"] as? String, module: module)
  }
}
