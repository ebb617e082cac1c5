import Testing

@testable import Profiling

struct SymbolizerOutputTests {
  /// As version 21 prints it, but for keys that nobody asks for.
  private static let text = """
    {"Address":"0x76f","ModuleName":"/tmp/a","Symbol":[{"FileName":"/tmp/a.c","FunctionName":"main","Line":7}]}
    {"Address":"0x6c6","ModuleName":"/tmp/a","Symbol":[{"FunctionName":"mix","Line":4},{"FunctionName":"twice","Line":5},{"FunctionName":"work","Line":6}]}
    {"Address":"0x10","ModuleName":"/tmp/a","Symbol":[{"FunctionName":"","Line":0}]}
    {"Address":"0x20","ModuleName":"/tmp/a","Symbol":[{"FunctionName":"??"},{"FunctionName":"g"},{"FunctionName":"f"}]}
    {"Address":"0x30","Error":{"Message":"no such place"},"ModuleName":"/tmp/a"}

    """

  @Test func `inlined functions are listed for each address, the innermost first`() throws {
    let output = try SymbolizerOutput(Self.text)
    #expect(
      output.inlined == [0x76f: [], 0x6c6: ["mix", "twice"], 0x10: [], 0x20: ["g"], 0x30: []])
  }

  /// gcc gives functions of the library no namespace where their arguments are local to a function.
  @Test func `functions from headers of the C++ library are left out`() throws {
    let output = try SymbolizerOutput(
      """
      {"Address":"0x1","Symbol":[{"FileName":"/usr/include/c++/12/bits/stl_algo.h","FunctionName":"sort<int*, main()::<lambda(int)> >"},{"FileName":"/app/a.cc","FunctionName":"order"},{"FileName":"/app/a.cc","FunctionName":"main"}]}
      """)
    #expect(output.inlined == [1: ["order"]])
  }

  /// As of g++ 12, which calls each lambda that it inlined `operator()`.
  @Test(arguments: [
    (#"{"FileName":"/app/a.cc","FunctionName":"app::run(int)"}"#, "app::run::{lambda}"),
    (
      #"{"FileName":"/usr/include/c++/12/bits/predefined_ops.h","FunctionName":"operator()<int*, int*>"},{"FileName":"/usr/include/c++/12/bits/stl_algo.h","FunctionName":"__unguarded_partition<__gnu_cxx::__normal_iterator<int*, std::vector<int> >, __gnu_cxx::__ops::_Iter_comp_iter<app::order(int)::<lambda(int, int)> > >"},{"FileName":"/app/a.cc","FunctionName":"main"}"#,
      "app::order::{lambda}"
    ),
    (
      #"{"FileName":"/usr/include/c++/12/bits/stl_algo.h","FunctionName":"void std::__introsort_loop<int*, long, __gnu_cxx::__ops::_Iter_comp_iter<app::run(int)::'lambda'(int, int)>>(int*, long)"}"#,
      "app::run::{lambda}"
    ),
  ])
  func `a lambda has the name of the function around it`(_ outer: String, _ name: String) throws {
    let output = try SymbolizerOutput(
      #"{"Address":"0x1","Symbol":[{"FileName":"/app/a.cc","FunctionName":"operator()"},"# + outer
        + "]}")
    #expect(output.inlined[1]?.first == name)
  }

  @Test(arguments: ["nonsense", "{}", #"{"Address":"76f"}"#, #"{"Address":"0xzz"}"#])
  func `an unknown line is named`(_ line: String) {
    let error = #expect(throws: ProfilingError.self) { try SymbolizerOutput(Self.text + line) }
    #expect(error == .unknownLine(line, of: .symbolizer))
    #expect(error?.description.contains("printed a line that is not understood: '\(line)'") == true)
  }
}
