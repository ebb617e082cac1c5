import ArgumentParser
import Building
import Experimenting
import Foundation
import Glibc
import Recording
import SystemPackage

/// The part of an experiment that one of several machines makes.
struct PartOptions: ParsableArguments {
  @Option(
    name: .customLong("part"),
    help: ArgumentHelp(
      "Make only the K-th of N parts of the plan, as one of several machines; 'rehearse merge' puts "
        + "them together.", valueName: "K/N"))
  var text: String?

  @Option(
    help: ArgumentHelp(
      "With --part: decide early, after every so many parts, if they show a clear result. The same for all "
        + "parts.", valueName: "parts"))
  var interim: Int?

  @Option(help: "With --part: this machine's name among the others. Default: its host name.")
  var machine: String?

  @Option(
    help: ArgumentHelp(
      "Folder of executables that machines share: those that are there are used, others are built and put "
        + "there.", valueName: "folder"))
  var executables: String?

  func validate() throws {
    if let executables, executables.isEmpty {
      throw ValidationError("--executables is empty; allowed: a folder.")
    }
    if let text, PlanShare(text) == nil {
      throw ValidationError(
        "--part is '\(text)'; allowed: K/N with K from 1 to N, and N up to \(PlanShare.most), as in "
          + "3/8.")
    }
    if let interim {
      guard let text else { throw ValidationError("--interim needs --part.") }
      if PlanShare(text, interim: interim) == nil {
        throw ValidationError(
          "--interim is \(interim) with --part \(text); allowed: 1 up to one less than the number of parts."
        )
      }
    }
    guard let machine else { return }
    if text == nil { throw ValidationError("--machine needs --part.") }
    if machine.isEmpty { throw ValidationError("--machine is empty; allowed: any name.") }
  }

  /// Refuses options that need the whole experiment, such as an export of verdicts.
  func check(exports: [ExportDestination], timeLimit: String? = nil) throws {
    guard text != nil else { return }
    if !exports.isEmpty {
      throw ValidationError(
        "--export can't be combined with --part: a part decides nothing. Export what 'rehearse merge' puts "
          + "together.")
    }
    if timeLimit != nil {
      throw ValidationError(
        "--max-time can't be combined with --part: all parts follow one plan. --pairs says how long it is."
      )
    }
  }

  /// The folder of shared executables; nil if each machine builds its own.
  var shared: SharedExecutables? {
    let current = FilePath(FileManager.default.currentDirectoryPath)
    return executables.map {
      SharedExecutables(current.pushing(FilePath($0)).lexicallyNormalized())
    }
  }

  /// The user's choice; nil if this machine makes all.
  var choice: PartChoice? {
    text.flatMap { PlanShare($0, interim: interim) }.map {
      PartChoice($0, on: machine ?? Self.hostName)
    }
  }

  private static var hostName: String {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0 else { return "unnamed" }
    return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
