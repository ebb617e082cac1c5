import ArgumentParser

/// How the site of a store is served.
public struct ServeOptions: CompanionOptions, Sendable {
  /// The program.
  public static let companion = Companion.serve
  /// The verb.
  public static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Show the store's reports and history in a browser.",
    discussion: """
      Prints the address with a token that lets its holder in; the browser keeps it in a cookie. It runs \
      until Ctrl-C. Nothing is measured, and reports are made when somebody opens them.

      It can be reached from this machine alone, unless --address says otherwise. Its answers are not \
      encrypted: to let others in, put a proxy with TLS in front of it, or have them come by 'ssh -L'.

      Exit status: 1 the port can't be used, 64 wrong usage, 130 Ctrl-C.
      """)

  /// The address to listen at.
  @Option(help: "The address to listen on, in numbers.")
  public var address = "127.0.0.1"

  /// The port; 0 for any free one.
  @Option(help: "The port; 0 for any free one.")
  public var port: UInt16 = 8765

  /// The variable that holds the token; nil for a new token.
  @Option(
    help: ArgumentHelp(
      "The environment variable that holds the token. Default: a new token each time.",
      valueName: "variable"))
  public var tokenFrom: String?

  /// The host names that browsers may use.
  @Option(
    help: ArgumentHelp(
      "A host name under which browsers may ask for it, such as perf.example.org; can be repeated. Default: "
        + "any, but only localhost if this machine alone can reach it.", valueName: "name"))
  public var host: [String] = []

  /// The store.
  @OptionGroup public var storeOptions: StoreOptions
  /// The look of results.
  @OptionGroup public var outputOptions: OutputOptions

  /// Options that are not given.
  public init() {}
}
