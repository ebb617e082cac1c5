import ArgumentParser
import Recording
import Running
import Store

/// The store.
public struct StoreOptions: ParsableArguments, Sendable {
  /// The file given by `--store`.
  @Option(
    name: .customLong("store"),
    help: ArgumentHelp(
      "The file that keeps experiments. Default: Results/rehearse.sqlite, or the setting 'store'.",
      valueName: "file"))
  public var given: String?

  /// Options that are not given.
  public init() {}

  /// Refuses unusable settings.
  public func validate() throws { try Settings.check() }

  /// The file: the given one, or that of the settings.
  public var store: String {
    get { given ?? Settings.text(of: .store) ?? "" }
    set { given = newValue }
  }

  /// The option by which a command finds this store: `" --store FILE"`; empty for the usual one.
  public var argument: String {
    store == Settings.text(of: .store) ? "" : " --store \(ShellWords.line([store]))"
  }

  /// The store, created if it does not exist.
  public func open() throws -> ResultStore {
    try ResultStore(path: store, note: Self.note, isStopping: Interruption.isSignalled)
  }

  /// The existing store.
  public func openExisting() throws -> ResultStore {
    try ResultStore(existing: store, note: Self.note, isStopping: Interruption.isSignalled)
  }

  /// Tells what a store reports.
  @Sendable public static func note(_ sentence: String) { Console.warn("note: \(sentence)") }
}
