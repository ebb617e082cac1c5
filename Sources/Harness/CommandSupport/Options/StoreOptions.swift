import ArgumentParser
import Store

/// Which store.
public struct StoreOptions: ParsableArguments, Sendable {
  /// The file that `--store` names.
  @Option(
    name: .customLong("store"),
    help: ArgumentHelp(
      "The file that keeps experiments. Default: Results/rehearse.sqlite, or the setting 'store'.",
      valueName: "file"))
  public var given: String?

  /// Options that are not given.
  public init() {}

  /// Refuses settings that can't be used.
  public func validate() throws { try Settings.check() }

  /// The file: the one that is named, or what the settings say.
  public var store: String {
    get { given ?? Settings.text(of: .store) ?? "" }
    set { given = newValue }
  }

  /// The store, made where it is not there.
  public func open() throws -> ResultStore { try ResultStore(path: store, note: Self.note) }

  /// The store, which has to be there.
  public func openExisting() throws -> ResultStore {
    try ResultStore(existing: store, note: Self.note)
  }

  @Sendable private static func note(_ sentence: String) { Console.warn("note: \(sentence)") }
}
