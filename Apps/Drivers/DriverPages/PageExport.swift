import AppPages
import DriverKit
import Foundation

/// A step that exports pages or a picture with letters in it, and what is said of it on any machine.
///
/// The outcome is not the file, whose letters differ with the fonts that are installed, but what was
/// drawn: the facts `pages` and `texts` (their numbers) and, in the digest, every text with its box, size,
/// style, colour and alignment, every line and area with its box and colour, in their order. It is taken note of
/// as the export is made a second time, unmeasured; `written` says whether both files are the same to the byte.
/// Nothing is said of the letters' pixels.
package struct PageExport {
  private let path: String
  private let write: (String, PageRecord?) throws -> Void

  /// - Parameters:
  ///   - path: the file, which is made or replaced.
  ///   - write: writes it, and takes note of it in a record if there is one.
  package init(to path: String, _ write: @escaping (String, PageRecord?) throws -> Void) {
    (self.path, self.write) = (path, write)
  }

  package var call: Call {
    Call {
      try write(path, nil)
    } outcome: { _, outcome in
      let record = PageRecord()
      let again = path + ".again"
      try write(again, record)
      let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
      outcome.fact(
        "written", try !bytes.isEmpty && bytes == Data(contentsOf: URL(fileURLWithPath: again)))
      outcome.fact("pages", record.pages.count)
      outcome.fact(
        "texts", record.pages.joined().count { if case .text = $0 { true } else { false } })
      for page in record.pages {
        outcome.mix(page.count)
        for mark in page { outcome.mix(mark) }
      }
    }
  }
}

extension Outcome {
  fileprivate mutating func mix(_ mark: PageRecord.Mark) {
    switch mark {
    case .text(let text, let box, let lettering):
      mix(text)
      mix(box)
      mix(lettering)
    case .shape(let box, let ink, let isFilled):
      mix(isFilled ? "area" : "line")
      mix(box)
      mix(ink)
    }
  }

  private mutating func mix(_ lettering: Lettering) {
    mix(lettering.family)
    mix(thousandths: lettering.size)
    mix("\(lettering.alignment)")
    for choice in [lettering.isBold, lettering.wraps, lettering.beginsAtTop] { mix(choice ? 1 : 0) }
    mix(lettering.ink)
  }

  private mutating func mix(_ box: Box) {
    for side in [box.x, box.y, box.width, box.height] { mix(thousandths: side) }
  }

  private mutating func mix(_ ink: Ink) {
    for part in [ink.red, ink.green, ink.blue] { mix(thousandths: part) }
  }

  private mutating func mix(thousandths number: Double) { mix(Int((number * 1000).rounded())) }
}
