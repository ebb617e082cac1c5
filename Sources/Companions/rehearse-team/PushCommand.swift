import ArgumentParser
import Sharing
import Store

struct PushCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "push",
    abstract: "Pass finished experiments on to a team's Postgres.",
    discussion: """
      Stores what the database does not have yet, in one transaction: called twice it adds nothing, and \
      where it fails nothing is changed. The first push makes the tables, in a schema 'rehearse'.

      The password is that of the address, of PGPASSWORD or of ~/.pgpass; libpq has to be installed.

      Exit status: 0 the database has it all, 1 it failed.
      """)

  @OptionGroup var database: DatabaseArgument
  @OptionGroup var storeOptions: StoreOptions
  @OptionGroup var outputOptions: OutputOptions

  func run() throws {
    let store = try storeOptions.openExisting()
    let team = try TeamStore(try database.checked())
    let transfer = try database.showing("pushing") { progress in
      try team.push(
        store, progress: progress,
        wait: { Console.warn("note: Another push is under way; this one waits for it.") })
    }
    try database.print(transfer, done: "pushed", outputOptions)
  }
}
