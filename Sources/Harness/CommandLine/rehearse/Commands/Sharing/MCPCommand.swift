import Analysis
import ArgumentParser
import CommandSupport
import Foundation
import Running
import SystemPackage

struct MCPCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mcp",
    abstract: "Offer check, judge, explain and show to an agent, over the Model Context Protocol.",
    discussion: """
      An agent's program starts it, and speaks with it over standard input and output; it runs until its input \
      ends. A call runs the command of the same name with --json in the folder that the server was started in; \
      scenarios are files of that folder. Calls are carried out one after another. Docs/how-to/agents.md has \
      the setup.

      'show' changes nothing. The other tools run the programs that the scenario names, and store an experiment; \
      'judge' also writes its ledger.

      Exit status: 0 the input ended, 1 Rehearse failed, 64 wrong usage, 130 interrupted.
      """)

  func run() async throws {
    let folder = FilePath(FileManager.default.currentDirectoryPath)
    let interruption = try Interruption.onSignals()
    let server = AgentServer(try InstalledProgram.own, in: folder) { line in
      do {
        try Console.write(line)
      } catch {
        Console.warn("Error: \(error)")
      }
    }
    await server.serve(.standardInput, until: interruption)
    if interruption.isRaised { try Outcome.interrupted.exit() }
  }
}
