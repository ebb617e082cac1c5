import DriverKit
import ValueStream

/// The app as one user has it in hand: a library of files, and the map that is on the table.
///
/// Digests hold what is on the screen after each edit, which of the other stickers is the sums alone; of files
/// and hits what a list shows; of a page or picture its texts and shapes with their places.
final class ValueStreamSession: HostedApp {
  static let driver = "value-stream-driver"
  static let verbs: [Verb<ValueStreamSession>] =
    lineVerbs + viewVerbs + turningVerbs + stickerVerbs + surroundingsVerbs + comparingVerbs
    + fileVerbs + exportVerbs

  /// A tablet's width, in points.
  private static let width = 1_280.0

  var library: MapLibrary
  /// Where exports go.
  let directory: String
  var editor: MapEditor
  var timeLine: TimeLine
  let icons: IconTimeLine
  var iconLine: IconLine
  /// The file that the map on the table was opened from or saved as.
  var file: OpenFile?
  /// The files on the screen: what the last `list` led to, less those taken since.
  var listed: [String] = []
  /// The number of copies that this session has saved, to tell them apart.
  var copies = 0
  /// Which sticker or file is next where a step names none.
  private var next = 0

  init(fixture: Arguments, directory: String) throws {
    try fixture.allow(["files", "stickers", "map", "large-map", "seed"])
    let seed = UInt64(bitPattern: Int64(try fixture.integer("seed", default: 1)))
    self.directory = directory
    // Time stands still, so that all runs lead to the same.
    library = try Self.library(in: directory)
    try LibraryFixture(
      files: fixture.integer("files", default: 100),
      stickersPerFile: fixture.integer("stickers", default: 10), seed: seed
    ).fill(library)
    let large = try fixture.integer("large-map", default: 0)
    if large > 0 {
      _ = try library.saveAs(
        MapFixture(stickers: large, seed: seed).map(), named: Self.largeMap)
    }
    editor = MapEditor(
      try MapFixture(stickers: fixture.integer("map", default: 30), seed: seed).map())
    timeLine = try TimeLine(length: Self.width)
    icons = try IconTimeLine(width: Self.width)
    iconLine = try IconLine(length: Self.width)
  }

  static func library(in directory: String) throws(LibraryError) -> MapLibrary {
    try MapLibrary(path: directory + "/maps.sqlite") { LibraryFixture.now }
  }

  /// The name of the file that holds the large map.
  static let largeMap = "Large map"

  /// The position that a step names, or else the next on the line, beginning anew behind the last.
  func position(_ arguments: Arguments) throws -> Int {
    if arguments.names.contains("position") { return try arguments.integer("position") }
    defer { next += 1 }
    return next % max(1, editor.map.stickers.count)
  }

  /// Puts another map on the table.
  func show(_ map: StreamMap) {
    editor = MapEditor(map, style: editor.style)
    next = 0
    timeLine.centre(on: 0, of: map.stickers)
    iconLine.centre(on: 0, of: map.stickers)
  }

  /// Gives a sticker the focus, which brings it into the middle.
  func focus(on position: Int) throws {
    try editor.focus(on: position)
    centre()
  }

  /// Brings the focused sticker into the middle.
  func centre() {
    guard let focus = editor.focus else { return }
    timeLine.centre(on: focus, of: editor.map.stickers)
    iconLine.centre(on: focus, of: editor.map.stickers)
  }

  /// A call after which both views and the totals are drawn anew, as after every edit.
  func drawing(_ edit: @escaping () throws -> Void) -> Call {
    Call {
      try edit()
      return self.screen()
    } outcome: {
      $1.write($0)
    }
  }

  /// Returns what the user sees now.
  func screen() -> Screen {
    let stickers = editor.map.stickers
    let visible = timeLine.visiblePositions(of: stickers, focus: editor.focus)
    return Screen(
      axis: timeLine.axis, frames: timeLine.frames(of: stickers, focus: editor.focus),
      marks: icons.marks(of: stickers), shown: icons.part(showing: visible, of: stickers),
      totals: editor.map.totals, count: stickers.count, showsSettings: editor.face == .settings)
  }
}
