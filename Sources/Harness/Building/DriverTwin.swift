import Foundation
import Recording

/// A build beside itself: byte-identical copies of its executables, each at a path of the same length,
/// so that both are as far apart as two builds without a difference can be.
///
/// The path is an argument of the process, and its length moves the stack. One file alone would be in
/// memory once for both sides, as two builds never are.
public final class DriverTwin {
  /// The copies, as a build of their own.
  public let driver: BuiltDriver
  /// Whether they are copies; else the driver itself under another name, since it is a command of several
  /// words, whose program may belong to others, or can't be copied where it lies.
  public var isCopy: Bool { !copies.isEmpty }
  private let copies: [String]

  /// Copies a build's executables, each beside itself, where it finds what belongs to it.
  /// - Parameter name: what the copy is called.
  public init(of driver: BuiltDriver, named name: String) {
    var record = driver.record
    record.name = name
    let copies = driver.commands.compactMap { command in
      command.count == 1 ? Self.copy(command[0]) : nil
    }
    let isComplete = copies.count == driver.commands.count
    if isComplete { record.recipe += ", copied" }
    self.copies = isComplete ? copies : []
    if !isComplete { Self.remove(copies) }
    self.driver = BuiltDriver(
      record: record, commands: isComplete ? copies.map { [$0] } : driver.commands)
  }

  deinit { remove() }

  /// Removes the copies.
  public func remove() { Self.remove(copies) }

  /// The copy's path, or nil where it can't be made. Its last character is another one.
  private static func copy(_ path: String) -> String? {
    let source = URL(filePath: path).resolvingSymlinksInPath().path
    for character in "0123456789" where path.last != character {
      let copy = String(path.dropLast()) + String(character)
      if FileManager.default.fileExists(atPath: copy) { continue }
      do {
        try FileManager.default.copyItem(atPath: source, toPath: copy)
        return copy
      } catch {
        // Another program may have taken the name meanwhile; a folder that takes no files never does.
        continue
      }
    }
    return nil
  }

  private static func remove(_ paths: [String]) {
    for path in paths { try? FileManager.default.removeItem(atPath: path) }
  }
}
