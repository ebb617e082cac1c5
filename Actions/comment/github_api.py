"""GitHub's REST interface, as far as a comment needs it; of Python's standard library alone.

What comes from there is as large as allowed and no larger, a failure that may pass is tried again, and
a token is sent to nobody but GitHub."""
import email.message
import http.client
import json
import time
import urllib.error
import urllib.parse
import urllib.request

TIMEOUT = 30
# For one whole answer: each of its bytes may take as long as TIMEOUT.
DEADLINE = 120
ANSWER_LIMIT = 16 * 1024 * 1024
PAGES = 30


class Failure(Exception):
    """GitHub did not do what it was asked for."""


class Uncertain(Failure):
    """It is not known whether GitHub did what it was asked for."""


class Missing(Failure):
    """There is no such thing, or the token may not see it."""


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """Python sends all headers on to where a redirect leads, the token among them."""

    def redirect_request(self, *_):
        return None


class GitHub:
    """A repository, by a token.

    `wait` is how many seconds pass before the second try, twice as many before the third, and so on;
    `patience` how many in all are waited for a rate limit to end."""

    def __init__(self, address, repository, token, wait=2.0, patience=90.0):
        self.address = address.rstrip("/")
        self.repository = repository
        self.token = token
        self.wait = wait
        self.patience = patience
        self.opener = urllib.request.build_opener(_NoRedirect)

    def get(self, path, **parameters):
        return self._json(self._send("GET", self._url(path, parameters))[1])

    def pages(self, path, key=None, **parameters):
        """Every element of a list that comes in pages."""
        url = self._url(path, {"per_page": 100, **parameters})
        for _ in range(PAGES):
            headers, body = self._send("GET", url)
            page = self._json(body)
            page = page.get(key) if key and isinstance(page, dict) else page
            if not isinstance(page, list):
                raise Failure(f"GET {path}: GitHub's answer is not a list.")
            yield from page
            url = self._next(headers)
            if not url:
                return
        raise Failure(f"GET {path}: more than {PAGES} pages.")

    def send(self, method, path, body, again=True):
        """Writes. Without `again` a failure is not tried again, as it may have been carried out."""
        return self._json(self._send(method, self._url(path), body, again)[1])

    def download(self, path, limit):
        """Bytes that GitHub keeps elsewhere: it says where, and that place gets no token."""
        headers, body = self._send("GET", self._url(path), limit=limit)
        place = headers.get("Location")
        if not place:
            return body
        if urllib.parse.urlsplit(place).scheme not in ("https", urllib.parse.urlsplit(
                self.address).scheme):
            raise Failure(f"GET {path}: leads to '{place[:80]}'; allowed: https.")
        return self._send("GET", place, limit=limit, is_github=False)[1]

    def _url(self, path, parameters=None):
        query = "?" + urllib.parse.urlencode(parameters) if parameters else ""
        return f"{self.address}/repos/{self.repository}{path}{query}"

    def _next(self, headers):
        for link in headers.get("Link", "").split(","):
            target, _, rest = link.partition(";")
            target = target.strip()[1:-1]
            # The token goes with it.
            if 'rel="next"' in rest and target.startswith(self.address + "/"):
                return target
        return None

    @staticmethod
    def _json(body):
        try:
            return json.loads(body) if body else None
        except (ValueError, RecursionError) as error:
            raise Failure(f"GitHub's answer is not JSON: {error}") from None

    def _send(self, method, url, body=None, again=True, limit=ANSWER_LIMIT, is_github=True):
        place = f"{method} {urllib.parse.urlsplit(url).path}"
        pause, waited = self.wait, 0.0
        for attempt in range(5):
            status, headers, answer = self._once(method, url, body, limit, is_github)
            if status in range(200, 300) or status in (302, 307) and headers.get("Location"):
                return headers, answer
            needed = self._limited(status, headers)
            if needed is not None:
                needed = max(needed, pause)
                if waited + needed > self.patience:
                    raise Failure(
                        f"{place}: GitHub's rate limit is used up for {needed:.0f} s more.")
            elif status is None or status >= 500:
                if not again:
                    raise Uncertain(f"{place}: {self._words(status, answer)}")
                needed = pause
            else:
                self._refuse(place, status, headers, answer)
            if attempt < 4:
                time.sleep(needed)
            waited, pause = waited + needed, pause * 2
        raise Failure(f"{place}: {self._words(status, answer)}, five times.")

    def _once(self, method, url, body, limit, is_github):
        headers = {"User-Agent": "rehearse-comment"}
        if is_github:
            headers |= {
                "Accept": "application/vnd.github+json", "X-GitHub-Api-Version": "2022-11-28",
                "Authorization": f"Bearer {self.token}"}
        data = None if body is None else json.dumps(body).encode()
        if data is not None:
            headers["Content-Type"] = "application/json"
        request = urllib.request.Request(url, data=data, headers=headers, method=method)
        try:
            try:
                answer = self.opener.open(request, timeout=TIMEOUT)
            except urllib.error.HTTPError as error:
                answer = error
            with answer:
                return answer.status, answer.headers, self._read(answer, limit, f"{method} {url}")
        # What the network does.
        except (urllib.error.URLError, http.client.HTTPException, OSError) as error:
            return None, email.message.Message(), str(error).encode()

    @staticmethod
    def _read(answer, limit, place):
        end, parts, size = time.monotonic() + DEADLINE, [], 0
        while part := answer.read1(65536):
            parts.append(part)
            size += len(part)
            if size > limit:
                raise Failure(f"{place}: more than {limit:,} bytes.")
            if time.monotonic() > end:
                raise Failure(f"{place}: not sent within {DEADLINE} s.")
        # A connection that broke off is told by reading to the end alone.
        return b"".join([*parts, answer.read()])

    @staticmethod
    def _limited(status, headers):
        """How many seconds to wait; None where no rate limit was met."""
        if status not in (403, 429):
            return None
        after, reset = headers.get("Retry-After", ""), headers.get("X-RateLimit-Reset", "")
        if after.isdecimal():
            return float(after)
        if headers.get("X-RateLimit-Remaining") == "0" and reset.isdecimal():
            return max(0.0, float(reset) - time.time())
        return 0.0 if status == 429 else None

    def _refuse(self, place, status, headers, answer):
        words = f"{place}: {self._words(status, answer)}"
        if status == 404:
            raise Missing(f"{words}. Is it there, and may the token see it?")
        if status in (401, 403):
            needed = headers.get("X-Accepted-GitHub-Permissions", "")
            raise Failure(
                f"{words}. The token may not do this{f'; it needs {needed}' if needed else ''}. A "
                "workflow on 'pull_request' from a fork can only read: comment in one on "
                "'workflow_run', with 'permissions:' of its own.")
        raise Failure(words)

    @staticmethod
    def _words(status, answer):
        text = answer.decode(errors="replace")
        try:
            said = json.loads(text)
            text = str(said.get("message", "")) if isinstance(said, dict) else text
        except (ValueError, RecursionError):
            pass
        plain = "".join(c if c.isprintable() else " " for c in text[:200]).strip()
        return f"{status or 'no answer'}{f' ({plain})' if plain else ''}"
