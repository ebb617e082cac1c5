import ArgumentParser
import CommandSupport
import Sharing
import Store

struct PullCommand: ParsableCommand {
  static let configuration = PullOptions.configuration

  @OptionGroup var options: PullOptions

  func run() throws {
    let team = try TeamStore(try options.database.checked())
    let store = try options.storeOptions.open()
    let transfer = try options.database.showing("pulling") { progress in
      try team.pull(into: store, progress: progress)
    }
    try options.database.print(transfer, done: "pulled", options.outputOptions)
  }
}
