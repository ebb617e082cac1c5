/// A server in Python that answers well and badly. It keeps connections, and tells how many there were.
enum RequestServer {
  static let script = #"""
    import json, os, resource, signal, socket, ssl, struct, sys, threading, time
    from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

    CHUNKED = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
    # Whole answers and parts of them, after which the connection ends.
    RAW = {
        "/half": b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n0123456789",
        "/half-head": b"HTTP/1.1 200 OK\r\nX-A: 1\r\n",
        "/half-chunk": CHUNKED + b"5\r\nhel",
        "/bad-chunk": CHUNKED + b"5\r\nhello\r\nzz\r\n",
        "/gone": b"",
        "/garbage": b"\x00\x01garbage\r\n\r\n" * 100,
        "/other-version": b"HTTP/7.3 200 OK\r\nContent-Length: 2\r\n\r\n{}",
        "/no-status": b"HTTP/1.1 abc\r\nContent-Length: 2\r\n\r\n{}",
        "/nul-head": b"HTTP/1.1 200 OK\r\nX-A: a\x00b\r\nContent-Length: 2\r\n\r\n{}",
        "/endless-head": b"HTTP/1.1 200 OK\r\nX-A: " + b"a" * 400_000,
        "/negative": b"HTTP/1.1 200 OK\r\nContent-Length: -2\r\n\r\n{}",
        "/old": b'HTTP/1.0 200 OK\r\n\r\n{"a": 1}',
        "/chunks": CHUNKED + b'4\r\n{"a"\r\n4\r\n: 1}\r\n0\r\nX-After: 1\r\n\r\n',
        "/interim": b"HTTP/1.1 100 Continue\r\nX-A: 1\r\n\r\nHTTP/1.1 103 Early Hints\r\nX-A: 2\r\n\r\n"
                    b"HTTP/1.1 200 OK\r\nX-A: 3\r\nContent-Length: 2\r\n\r\n{}",
        "/folded": b"HTTP/1.1 200 OK\r\nX-A: a\r\n  b: c\r\n\td\r\nContent-Length: 0\r\n\r\n",
        "/twice": b"HTTP/1.1 200 OK\r\nX-A: a\r\nx-a: b\r\nContent-Length: 0\r\n\r\n",
        "/more": b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}{}{}",
        "/empty": b"HTTP/1.1 204 No Content\r\n\r\n",
        "/same": b"HTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\n\r\n",
        "/gzip": b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 4\r\n\r\n\x1f\x8b\x08\x00",
    }
    CONTENT = {
        "/text": b"no JSON",
        "/nul": b"a\x00b",
        "/lines": b'{"a": "1\\n2"}',
        "/invalid": b'{"a": "\xff"}',
        "/deep-list": b"[" * 100_000 + b"]" * 100_000,
        "/deep-object": b'{"a":' * 100_000 + b"1" + b"}" * 100_000,
        "/huge": b'{"a": 1e999}',
        "/numbers": b'{"most": 9223372036854775807, "least": -9223372036854775807, "part": 0.1}',
        "/great": b'{"id": 12345678901234567891}',
    }

    # Whoever has asked waits until there are so many.
    gathered = threading.Barrier(20)

    class Answers(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        connections = 0
        asked = 0
        disable_nagle_algorithm = True

        def setup(self):
            super().setup()
            Answers.connections += 1

        def log_message(self, *arguments):
            pass

        def answer(self, status, value, **headers):
            body = value if isinstance(value, bytes) else json.dumps(value).encode()
            self.send_response(status)
            self.send_header("Content-Length", str(len(body)))
            for name, text in headers.items():
                self.send_header(name.replace("_", "-"), text)
            self.end_headers()
            if self.command != "HEAD":
                self.wfile.write(body)

        def drop(self):
            # Ends the connection in place of the first answer.
            Answers.asked += 1
            if Answers.asked == 1:
                self.close_connection = True
            else:
                self.answer(200, {"asked": Answers.asked})

        def content(self):
            return self.rfile.read(int(self.headers.get("Content-Length", 0)))

        def do_GET(self):
            path = self.path.split("?")[0]
            if path in RAW:
                self.wfile.write(RAW[path])
                self.close_connection = True
            elif path in CONTENT:
                self.answer(200, CONTENT[path])
            elif path == "/devices":
                devices = [{"id": n, "name": name, "free": n > 1} for n, name in enumerate("ABC", 1)]
                self.answer(200, {"devices": devices, "at": time.time(), "ratio": 1.5}, X_Total="3")
            elif path == "/me":
                token = self.headers.get("Authorization")
                self.answer(200 if token == "Bearer t1" else 401, {"token": token})
            elif path == "/placement":
                self.answer(200, {"cpus": len(os.sched_getaffinity(0)), "policy": os.sched_getscheduler(0)})
            elif path == "/priorities":
                found = []
                self.to_client(lambda process: found.append(os.sched_getparam(process).sched_priority))
                self.answer(200, {"server": os.sched_getparam(0).sched_priority, "client": found[0]})
            elif path == "/cookie":
                self.answer(200, {"cookie": self.headers.get("Cookie")})
            elif path == "/connections":
                self.answer(200, {"connections": Answers.connections})
            elif path == "/moved":
                self.answer(302, b"", Location="/devices?from=there")
            elif path == "/moved-badly":
                self.answer(302, b"", Location="/echo?q=a b%20c")
            elif path == "/times":
                now = time.time()
                self.answer(200, {"list": [now, 1, now + 1, 2]})
            elif path.startswith("/echo"):
                self.answer(200, {"path": self.path, "x": self.headers.get("X-Name")})
            elif path == "/reset":
                self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                os.close(self.connection.detach())
                self.close_connection = True
            elif path == "/drop":
                self.drop()
            elif path == "/gather":
                gathered.wait()
                self.answer(200, {})
            elif path == "/apart":
                self.answer_apart(self.path.partition("user=")[2])
            elif path == "/never":
                threading.Event().wait()
            elif path == "/large":
                self.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Length: 1073741824\r\n\r\n")
                for _ in range(1024):
                    self.wfile.write(bytes(1 << 20))
            elif path == "/end":
                os._exit(3)
            elif path == "/refuse":
                server.shutdown()
                server.socket.close()
                self.answer(200, {}, Connection="close")
            elif path == "/starve":
                resource.setrlimit(resource.RLIMIT_NOFILE, (3, 3))
                self.answer(200, {}, Connection="close")
            elif path == "/starve-client":
                self.to_client(lambda process: resource.prlimit(process, resource.RLIMIT_NOFILE, (3, 3)))
                self.answer(200, {}, Connection="close")
            elif path == "/end-client":
                self.to_client(lambda process: os.kill(process, signal.SIGTERM))

        def answer_apart(self, user):
            """Tells whether a user comes less than 25 ms after the other side began to answer it."""
            folder = os.path.dirname(sys.argv[0])
            answered, early = os.path.join(folder, f"answered-{user}"), 0
            if os.path.exists(answered):
                early = int(time.monotonic() - float(open(answered).read()) < 0.025)
                os.rename(answered, os.path.join(folder, f"met-{user}"))
            else:
                with open(answered, "w") as file:
                    file.write(repr(time.monotonic()))
            self.answer(200, {"early": early})

        def to_client(self, act):
            for process in filter(str.isdigit, os.listdir("/proc")):
                try:
                    with open(f"/proc/{process}/comm") as file:
                        if file.read() != "rehearse-users\n":
                            continue
                    with open(f"/proc/{process}/environ", "rb") as file:
                        if f"SERVER_PORT={sys.argv[1]}".encode() in file.read().split(b"\0"):
                            act(int(process))
                except OSError:
                    pass

        do_HEAD = do_GET

        def do_POST(self):
            body = self.content()
            if self.path == "/session":
                user = json.loads(body)["user"]
                self.answer(201, {"token": "t1", "user": user, "number": 7}, Set_Cookie=f"s={user}")
            elif self.path == "/drop":
                self.drop()
            else:
                self.answer(200, {"method": self.command, "body": body.decode(),
                                  "type": self.headers.get("Content-Type")})

        do_PUT = do_DELETE = do_PATCH = do_POST

    ThreadingHTTPServer.request_queue_size = 100
    server = ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Answers)
    if len(sys.argv) > 2:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(sys.argv[2])
        server.socket = context.wrap_socket(server.socket, server_side=True)
    server.serve_forever(0.05)
    threading.Event().wait()
    """#
}
