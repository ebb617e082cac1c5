import ArgumentParser
import CommandSupport
import Sharing
import Store

struct PullCommand: ParsableCommand {
  static let configuration = PullOptions.configuration

  @OptionGroup var options: PullOptions

  func run() throws {
    let team = try TeamStore(try options.team.checked())
    let store = try options.team.storeOptions.open()
    let transfer = try options.team.showing("pulling") { progress in
      try team.pull(into: store, progress: progress)
    }
    try options.team.print(transfer, done: "pulled")
  }
}
