import ArgumentParser
import CommandSupport
import Sharing
import Store

struct PushCommand: ParsableCommand {
  static let configuration = PushOptions.configuration

  @OptionGroup var options: PushOptions

  func run() throws {
    let store = try options.team.storeOptions.openExisting()
    let team = try TeamStore(try options.team.checked())
    let transfer = try options.team.showing("pushing") { progress in
      try team.push(
        store, progress: progress,
        wait: { Console.warn("note: Another push is under way; this one waits for it.") })
    }
    try options.team.print(transfer, done: "pushed")
  }
}
