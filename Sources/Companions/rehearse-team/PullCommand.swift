import ArgumentParser
import Sharing
import Store

struct PullCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pull",
    abstract: "Take in the experiments of a team's Postgres.",
    discussion: """
      Stores what the store does not have yet, in one transaction: called twice it adds nothing, and \
      where it fails nothing is changed. The store is made where it is not there.

      The password is that of the address, of PGPASSWORD or of ~/.pgpass; libpq has to be installed.

      Exit status: 0 the store has it all, 1 it failed.
      """)

  @OptionGroup var database: DatabaseArgument
  @OptionGroup var storeOptions: StoreOptions
  @OptionGroup var outputOptions: OutputOptions

  func run() throws {
    let team = try TeamStore(try database.checked())
    let store = try storeOptions.open()
    let transfer = try database.showing("pulling") { progress in
      try team.pull(into: store, progress: progress)
    }
    try database.print(transfer, done: "pulled", outputOptions)
  }
}
