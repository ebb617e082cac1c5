/// What no story runs; `moved-code.py` adds to it. A module of its own: within the stories' a function
/// more that calls the same generic ones can change how these are compiled, and with that the program.
public let rarely: [String: () -> Int] = [:]
