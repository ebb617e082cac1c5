/// A field of which some places are closed.
struct Field {
  let side: Int
  let isOpen: [Bool]

  init(side: Int) {
    var numbers = Numbers(state: 23)
    self.side = side
    isOpen = (0..<side * side).map { _ in numbers.below(10) > 2 }
  }
}

// MARK: -
func neighbours(_ place: Int, _ field: Field) -> [Int] {
  let (row, column) = (place / field.side, place % field.side)
  var places: [Int] = []
  if row > 0 { places.append(place - field.side) }
  if row < field.side - 1 { places.append(place + field.side) }
  if column > 0 { places.append(place - 1) }
  if column < field.side - 1 { places.append(place + 1) }
  return places.filter { field.isOpen[$0] }
}

// MARK: -
/// How many steps it is from a place to each that can be reached.
func distances(from start: Int, in field: Field) -> [Int: Int] {
  var found = [start: 0]
  var queue = [start]
  var head = 0
  while head < queue.count {
    let place = queue[head]
    head += 1
    for next in neighbours(place, field) where found[next] == nil {
      found[next] = (found[place] ?? 0) + 1
      queue.append(next)
    }
  }
  return found
}

// MARK: -
let theField = Field(side: 120)

// MARK: -
func findPaths() -> Int {
  (distances(from: theField.side * theField.side / 2, in: theField).values.max() ?? 0) % 9
}
