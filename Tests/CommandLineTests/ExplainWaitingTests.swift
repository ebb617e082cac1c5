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

    @Test(.nightly, .enabled(if: ExplainTests.hasPerf))
    func `threads that share a CPU are in the run queue while another runs`() throws {
      let shell = try Shell()
      try shell.folder.add(
        "share.c",
        """
        #define _GNU_SOURCE
        #include <pthread.h>
        #include <sched.h>
        #include <stdlib.h>
        #include <time.h>
        #include <unistd.h>
        static void *spin(void *milliseconds) {
          struct timespec now;
          do clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
          while (now.tv_sec * 1000 + now.tv_nsec / 1000000 < (long)milliseconds);
          return NULL;
        }
        int main(int count, char **words) {
          void *time = (void *)strtol(words[count - 1], NULL, 10);
          cpu_set_t all, one;
          if (sched_getaffinity(0, sizeof all, &all) != 0) return 2;
          int cpu = 0;
          while (!CPU_ISSET(cpu, &all)) cpu++;
          CPU_ZERO(&one);
          CPU_SET(cpu, &one);
          if (sched_setaffinity(0, sizeof one, &one) != 0) return 3;
          usleep(2000);
          pthread_t thread;
          if (pthread_create(&thread, NULL, spin, time) != 0) return 4;
          spin(time);
          return pthread_join(thread, NULL);
        }
        """)
      let made = try Completion.of(
        ["cc", "-O1", "-g", "-fno-omit-frame-pointer", "-pthread", "-o", "share", "share.c"],
        in: shell.folder.path)
      #expect(made.status == 0, "\(made.errors)")
      try shell.folder.add(
        "w.yml",
        """
        scenario: share
        builds: { a: { variables: { time: "200" } }, b: { variables: { time: "250" } } }
        stories: { s: { steps: [{ run: [./share, "${time}"] }] } }
        """)
      let explained = try shell.rehearse(
        "explain", "w.yml", "--metric", "off-cpu-time", "--pairs", "8", "--json", "--seed", "1")
      #expect(explained.status == 0, "\(explained.errors)")
      let stories = try #require(try shell.json(explained) as? [[String: Any]])
      let story = try #require(stories.first)
      let queue = try #require(story["runQueue"] as? [String: Any], "\(story)")
      // Even if each turn takes 100 ms, as in the real-time class: after its first turn, the one waits twice for the
      // other, which waits once in the middle of its own.
      #expect(try #require(queue["candidate"] as? Double) > 150e6)
      #expect(story["runQueueHasWakeUps"] is Bool)
    }
  }
}
