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
      Prints the address with a token that lets its holder in; the browser keeps it in a \
      cookie. It goes on until Ctrl-C. Nothing is measured, and reports are made when somebody opens them.

      It listens on this machine alone, unless --address says otherwise. What it says is not \
      encrypted: for others put a proxy with TLS before it, or let them come by 'ssh -L'.

      Exit status: 130 Ctrl-C, 1 the port can't be had, 64 a wrong word.
      """)

  /// The address to listen at.
  @Option(help: "The address to listen at, in numbers.")
  public var address = "127.0.0.1"

  /// The port; 0 for any free one.
  @Option(help: "The port; 0 for one that is free.")
  public var port: UInt16 = 8765

  /// The variable that holds the token; nil for a new token.
  @Option(
    help: ArgumentHelp(
      "The variable of the environment that holds the token. Default: a new one each time.",
      valueName: "variable"))
  public var tokenFrom: String?

  /// The host names that browsers may use.
  @Option(
    help: ArgumentHelp(
      "A name by which browsers ask for it, such as perf.example.org; can be repeated. Default: any, but "
        + "where it listens on this machine alone, localhost.", valueName: "name"))
  public var host: [String] = []

  /// The store.
  @OptionGroup public var storeOptions: StoreOptions
  /// The look of results.
  @OptionGroup public var outputOptions: OutputOptions

  /// Options that are not given.
  public init() {}
}
