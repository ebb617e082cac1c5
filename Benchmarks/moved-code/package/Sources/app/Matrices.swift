/// A square of numbers, row by row.
struct Square {
  let side: Int
  var values: [Double]

  init(side: Int, seed: UInt64) {
    var numbers = Numbers(state: seed)
    self.side = side
    values = (0..<side * side).map { _ in Double(numbers.below(1000)) / 1000 }
  }
}

// MARK: -
func product(_ a: Square, _ b: Square) -> Square {
  var result = a
  for row in 0..<a.side {
    for column in 0..<a.side {
      var sum = 0.0
      for index in 0..<a.side {
        sum += a.values[row * a.side + index] * b.values[index * a.side + column]
      }
      result.values[row * a.side + column] = sum
    }
  }
  return result
}

// MARK: -
func trace(_ square: Square) -> Double {
  (0..<square.side).reduce(0) { $0 + square.values[$1 * square.side + $1] }
}

// MARK: -
func multiplyMatrices() -> Int {
  Int(trace(product(Square(side: 220, seed: 3), Square(side: 220, seed: 5))) / 10)
}
