"""A GitHub on the loopback: as much of its REST interface as the comment uses, over real HTTP, as its
documentation describes it. It keeps what is sent to it, and fails where it is told to."""
import http.server
import io
import json
import re
import threading
import urllib.parse
import zipfile

REPOSITORY = "house/tool"
SHA = "5f" * 20
TOKEN = "secret-of-the-job"
BOT = "github-actions[bot]"


def archive(text, name="rehearse.json"):
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr(name, text)
    return data.getvalue()


def run(**changes):
    """The event of a run that has ended."""
    return {"action": "completed", "workflow_run": {
        "id": 7, "event": "pull_request", "conclusion": "success", "head_sha": SHA,
        "head_branch": "faster", "html_url": "https://github.example/house/tool/actions/runs/7",
        "head_repository": {"owner": {"login": "stranger"}},
        "repository": {"full_name": REPOSITORY}, "pull_requests": [], **changes}}


def pull(number, sha=SHA, base=REPOSITORY):
    return {"number": number, "head": {"sha": sha}, "base": {"repo": {"full_name": base}}}


class FakeGitHub:
    """`faults` are (method, pattern of the path, status, headers, body, how often); one that has status
    None closes the connection, with "after" as its body after it did what was asked."""

    def __init__(self):
        self.pulls, self.comments, self.artifacts, self.statuses = [pull(3)], [], [], []
        self.faults, self.requests, self.archives = [], [], {}
        self.page, self.made = 100, 0
        # Where two jobs wait for each other before either comments.
        self.meet = None
        self.servers = [self._serve(_Interface), self._serve(_Storage)]

    def _serve(self, handler):
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        server.github = self
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        return server

    def close(self):
        for server in self.servers:
            server.shutdown()
            server.server_close()

    @property
    def address(self):
        return f"http://127.0.0.1:{self.servers[0].server_port}"

    @property
    def storage(self):
        return f"http://127.0.0.1:{self.servers[1].server_port}"

    def leave(self, text, name="rehearse-result", **changes):
        """An artifact."""
        number = len(self.artifacts) + 40
        data = text if isinstance(text, bytes) else archive(text)
        self.archives[number] = data
        self.artifacts.append({
            "id": number, "name": name, "expired": False, "size_in_bytes": len(data), **changes})

    def comment(self, body, user=BOT):
        # Each has an identifier of its own, also after others were deleted.
        self.made += 1
        self.comments.append({
            "id": 899 + self.made, "body": body, "user": {"login": user}})

    def asked(self, method):
        return [path for verb, path in self.requests if verb == method]


class _Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def answer(self, status, value=None, headers=()):
        data = value if isinstance(value, bytes) else json.dumps(value).encode()
        if status == 204:
            data = b""
        self.send_response(status)
        for name, text in headers:
            self.send_header(name, text)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


class _Storage(_Handler):
    """Where artifacts lie: elsewhere, and the token is none of its business."""

    def do_GET(self):
        if "Authorization" in self.headers:
            self.answer(400, {"message": "a token came along"})
        else:
            self.answer(200, self.server.github.archives[int(self.path.strip("/"))])


class _Interface(_Handler):
    def handle_verb(self):
        github = self.server.github
        length = int(self.headers.get("Content-Length", 0))
        body = json.loads(self.rfile.read(length)) if length else None
        url = urllib.parse.urlsplit(self.path)
        query = dict(urllib.parse.parse_qsl(url.query))
        github.requests.append((self.command, url.path))
        fault = next((one for one in github.faults if one[0] == self.command
                      and re.search(one[1], url.path) and one[5] > 0), None)
        if fault:
            fault[5] -= 1
            if fault[2] is not None:
                return self.answer(fault[2], fault[4], fault[3])
            if fault[4] == "after":
                self.carry_out(github, url, query, body, silently=True)
            self.close_connection = True
            return self.connection.close()
        if self.headers.get("Authorization") != f"Bearer {TOKEN}":
            return self.answer(401, {"message": "Bad credentials"})
        if self.headers.get("X-GitHub-Api-Version") != "2022-11-28":
            return self.answer(400, {"message": "no version"})
        return self.carry_out(github, url, query, body)

    do_GET = do_POST = do_PATCH = do_DELETE = handle_verb

    def carry_out(self, github, url, query, body, silently=False):
        answer = (lambda *_: None) if silently else self.answer
        prefix = f"/repos/{REPOSITORY}"
        if not url.path.startswith(prefix):
            return answer(404, {"message": "Not Found"})
        path, verb = url.path[len(prefix):], self.command
        if verb == "GET" and path == "/pulls":
            if query.get("head") != "stranger:faster" or query.get("state") != "open":
                return answer(200, [])
            return self.list(github.pulls, url, query)
        if verb == "GET" and path == "/actions/runs/7/artifacts":
            named = [one for one in github.artifacts if one["name"] == query.get("name")]
            return self.list(named, url, query, "artifacts")
        if verb == "GET" and (found := re.fullmatch(r"/actions/artifacts/(\d+)/zip", path)):
            return answer(302, b"", [("Location", f"{github.storage}/{found[1]}")])
        if verb == "GET" and path == "/issues/3/comments":
            return self.list(github.comments, url, query)
        if verb == "POST" and path == "/issues/3/comments":
            if github.meet:
                github.meet.wait()
            github.comment(body["body"])
            return answer(201, github.comments[-1])
        if found := re.fullmatch(r"/issues/comments/(\d+)", path):
            one = next((c for c in github.comments if c["id"] == int(found[1])), None)
            if one and verb == "PATCH":
                one["body"] = body["body"]
                return answer(200, one)
            if one and verb == "DELETE":
                github.comments.remove(one)
                return answer(204)
        if verb == "POST" and (found := re.fullmatch(r"/statuses/([0-9a-f]+)", path)):
            if len(body["description"]) > 140:
                return answer(422, {"message": "Validation Failed"})
            github.statuses.append({"sha": found[1], **body})
            return answer(201, github.statuses[-1])
        return answer(404, {"message": "Not Found"})

    def list(self, elements, url, query, key=None):
        size = min(self.server.github.page, int(query["per_page"]))
        page = int(query.get("page", 1))
        part = elements[(page - 1) * size:page * size]
        headers = []
        if page * size < len(elements):
            following = urllib.parse.urlencode({**query, "page": page + 1})
            headers = [("Link", f'<{self.server.github.address}{url.path}?{following}>; rel="next", '
                                f'<{self.server.github.address}{url.path}>; rel="last"')]
        self.answer(200, {"total_count": len(elements), key: part} if key else part, headers)
