import Foundation
import TestSupport
import Testing

extension EndToEndTests {
  /// Waiting that perf records, of a real program with threads.
  @Suite struct ExplainWaitingTests {
    @Test(.nightly, .enabled(if: ExplainTests.hasPerf))
    func `explain names the function that waits longer, and what it waits for`() throws {
      let shell = try Shell()
      try shell.folder.add(
        "wait.c",
        """
        #include <pthread.h>
        #include <stdlib.h>
        #include <unistd.h>
        static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
        static void *hold(void *time) {
          usleep((unsigned long)time);
          pthread_mutex_unlock(&lock);
          return NULL;
        }
        __attribute__((noinline)) void take_lock(void) { pthread_mutex_lock(&lock); usleep(2000); }
        int main(int count, char **words) {
          unsigned long time = strtoul(words[count - 1], NULL, 10);
          pthread_mutex_lock(&lock);
          pthread_t thread;
          pthread_create(&thread, NULL, hold, (void *)time);
          take_lock();
          return pthread_join(thread, NULL);
        }
        """)
      let made = try Completion.of(
        ["cc", "-O1", "-g", "-fno-omit-frame-pointer", "-pthread", "-o", "wait", "wait.c"],
        in: shell.folder.path)
      #expect(made.status == 0, "\(made.errors)")
      try shell.folder.add(
        "w.yml",
        """
        scenario: wait
        builds: { a: { variables: { time: "50000" } }, b: { variables: { time: "350000" } } }
        stories: { s: { steps: [{ run: [./wait, "${time}"] }] } }
        """)
      let explained = try shell.rehearse(
        "explain", "w.yml", "--metric", "off-cpu-time", "--pairs", "8", "--json", "--seed", "1")
      #expect(explained.status == 0, "\(explained.errors)")
      let stories = try #require(try shell.json(explained) as? [[String: Any]])
      let story = try #require(stories.first)
      #expect(story["metric"] as? String == "off-cpu-time")
      let functions = try #require(story["functions"] as? [[String: Any]])
      func change(_ name: String) throws -> Double {
        let found = try #require(
          functions.first { ($0["name"] as? String)?.hasPrefix(name) == true }, "\(functions)")
        #expect(found["isShown"] as? Bool == true)
        let times = try #require(found["inclusive"] as? [String: Any])
        return (times["candidate"] as? Double ?? 0) - (times["baseline"] as? Double ?? 0)
      }
      // Of 300 ms, setting up the threads takes a little. Who holds the lock sleeps, and is no caller of a lock.
      for name in ["take_lock", "futex", "[waits for a lock or a thread]"] {
        let change = try change(name)
        #expect(change > 250e6 && change < 350e6, "\(name): \(change)")
      }
      let sentence = try #require(story["sentence"] as? String)
      #expect(sentence.contains(" ms for a lock or a thread"), "\(sentence)")
    }
  }
}
