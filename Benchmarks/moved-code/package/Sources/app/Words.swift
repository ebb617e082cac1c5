/// A text of syllables.
func makeText() -> String {
  var numbers = Numbers(state: 11)
  let syllables = ["ka", "mo", "ri", "tu", "sel", "an", "dor", "pi"]
  var text = ""
  for _ in 0..<40_000 {
    for _ in 0...numbers.below(3) { text += syllables[numbers.below(8)] }
    text += " "
  }
  return text
}

// MARK: -
/// How often each word is in a text.
func wordCounts(_ text: String) -> [Substring: Int] {
  var counts: [Substring: Int] = [:]
  for word in text.split(separator: " ") { counts[word, default: 0] += 1 }
  return counts
}

// MARK: -
let theText = makeText()

// MARK: -
func countWords() -> Int { wordCounts(theText).count }
