import Recording

extension WaitReason {
  /// The reason that these functions show, the innermost first; nil if they show none. Names are those of Linux 5.10
  /// to 6.18.
  init?(kernelCalls: some Sequence<Substring>) {
    for symbol in kernelCalls {
      if let found = Self.allCases.first(where: { $0.starts.contains(where: symbol.hasPrefix) }) {
        self = found
        return
      }
    }
    return nil
  }

  /// How the names of functions start that wait for it.
  private var starts: [String] {
    switch self {
    case .lock: ["futex_"]
    case .timer: ["hrtimer_nanosleep", "do_nanosleep"]
    case .pipe: ["pipe_", "anon_pipe_", "wait_for_partner"]
    case .socket:
      ["unix_", "tcp_", "udp_", "inet_", "sk_wait", "sk_stream_", "__skb_wait", "sock_"]
    case .disk:
      [
        "io_schedule", "folio_wait", "wait_on_page", "submit_bio_wait", "blkdev_", "jbd2_", "ext4_",
        "xfs_", "btrfs_", "filemap_",
      ]
    case .events:
      ["ep_poll", "do_epoll_", "do_poll", "do_sys_poll", "do_select", "io_cqring_wait", "eventfd_"]
    case .child: ["kernel_wait", "__do_sys_wait"]
    case .signal: ["do_sigtimedwait", "sigsuspend", "__do_sys_pause"]
    case .terminal: ["n_tty_", "tty_"]
    // Whatever the thread called, its switches show that.
    case .runQueue, .preempted: []
    case .kernelLock: ["rwsem_", "__mutex_lock", "mutex_lock", "down_read", "down_write"]
    }
  }
}
