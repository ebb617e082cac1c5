import Sharing

/// Each line is a row of Postgres's COPY that can be written and read again as it was, or is refused; each
/// value is one of every type, or is refused.
func readCopyText(_ input: [UInt8]) -> Bool {
  var isTaken = !input.isEmpty
  // What the server sends is a row each time; two at once are refused.
  _ = row(input[...])
  for line in input.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
    // The last line has an end of its own.
    if line.isEmpty { continue }
    guard let found = row(line + [UInt8(ascii: "\n")]) else {
      isTaken = false
      continue
    }
    var bytes: [UInt8] = []
    CopyText.append(found, to: &bytes)
    let again = row(bytes[...])
    // A null character can be in no text of Postgres, and is replaced when it is written.
    let written = found.map { $0?.replacing("\0", with: "\u{FFFD}") }
    require(again == written, "\(found) was written and read as \(String(describing: again))")
    for value in found {
      for kind in SharedTable.ColumnType.allCases {
        do throws(SharingError) {
          _ = try kind.value(value)
        } catch {
          require(!error.description.isEmpty, "refused without words")
        }
      }
    }
  }
  return isTaken
}

private func row(_ line: ArraySlice<UInt8>) -> CopyText.Fields? {
  do throws(SharingError) {
    return try CopyText.row(line)
  } catch {
    require(!error.description.isEmpty, "refused without words")
    return nil
  }
}
