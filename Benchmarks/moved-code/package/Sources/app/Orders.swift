/// What somebody ordered.
struct Order {
  let customer: String
  let price: Int
  let day: Int
}

// MARK: -
func makeOrders() -> [Order] {
  var numbers = Numbers(state: 17)
  return (0..<30_000).map { _ in
    Order(
      customer: "customer \(numbers.below(3000))", price: numbers.below(100_000),
      day: numbers.below(365))
  }
}

// MARK: -
let theOrders = makeOrders()

// MARK: -
func isBefore(_ a: Order, _ b: Order) -> Bool {
  if a.day != b.day { return a.day < b.day }
  if a.price != b.price { return a.price > b.price }
  return a.customer < b.customer
}

// MARK: -
func sortOrders() -> Int {
  let sorted = theOrders.sorted(by: isBefore)
  return sorted[sorted.count / 2].price % 7
}
