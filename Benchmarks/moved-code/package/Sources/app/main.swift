import CInstructionCounter
import Glibc
import Rarely

/// What a step may call, by the verb of the protocol.
let verbs: [String: () -> Int] = [
  "words": countWords, "matrix": multiplyMatrices, "orders": sortOrders, "paths": findPaths,
]

func time(of clock: clockid_t) -> Int {
  var time = timespec()
  clock_gettime(clock, &time)
  return time.tv_sec * 1_000_000_000 + time.tv_nsec
}

/// The value of a key in a request, which is one line of JSON without blanks.
func value(of key: String, in line: String) -> String? {
  let parts = line.split(separator: "\"\(key)\":", maxSplits: 1)
  guard parts.count == 2 else { return nil }
  return String(parts[1].prefix { $0 != "," && $0 != "}" }.filter { $0 != "\"" })
}

var isCounting = false

func perform(_ call: () -> Int, repeating repetitions: Int, counting: Bool) -> String {
  if counting {
    if !isCounting {
      instruction_counter_start()
      instruction_counter_toggle()
      isCounting = true
    }
    instruction_counter_reset()
  }
  var (wall, cpu, result) = (0, 0, 0)
  for _ in 0..<repetitions {
    let start = (time(of: CLOCK_MONOTONIC), time(of: CLOCK_PROCESS_CPUTIME_ID))
    if counting { instruction_counter_toggle() }
    result = call()
    if counting { instruction_counter_toggle() }
    cpu += time(of: CLOCK_PROCESS_CPUTIME_ID) - start.1
    wall += time(of: CLOCK_MONOTONIC) - start.0
  }
  if counting { instruction_counter_write() }
  let cost = #"{"wall_ns":\#(wall),"cpu_ns":\#(cpu)}"#
  return #"{"ok":true,"cost":\#(cost),"outcome":{"result":\#(result)}}"#
}

while let line = readLine() {
  switch value(of: "request", in: line) {
  case "hello": print(#"{"ok":true,"protocol":1}"#)
  case "prepare":
    // Made before they are needed, so that no step has it in.
    _ = (theText.utf8.count, theOrders.count, theField.side)
    print(#"{"ok":true}"#)
  case "step":
    let verb = value(of: "verb", in: line) ?? ""
    if let call = verbs[verb] ?? rarely[verb] {
      print(
        perform(
          call, repeating: Int(value(of: "repeat", in: line) ?? "") ?? 1,
          counting: value(of: "count", in: line) == "true"))
    } else {
      print(#"{"ok":false,"error":{"code":"unknown","message":"no such verb"}}"#)
    }
  default: print(#"{"ok":true}"#)
  }
  fflush(nil)
  if value(of: "request", in: line) == "bye" { break }
}
