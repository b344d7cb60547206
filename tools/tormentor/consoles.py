"""Links to the console, and a browser that opens them."""

import re
import time
from urllib.parse import urlsplit

from field import Gateway
from wire import Address, request

# Links that a gateway keeps; a further one replaces the oldest.
KEPT_LINKS = 64
CODES = {"made up": "0" * 64, "empty": "", "a word": "hello", "marked up": "%3Cb%3E"}


class Browser:
    """A client without a token that keeps the cookie that it gets."""

    def __init__(self, gateway):
        self.address = Address(port=int(gateway.served()[3]))
        self.cookies = []

    def get(self, target):
        return request(self.address, target, headers=self.cookies)

    def open(self, url):
        """Follows a link; returns None if it leads to the console, else the answer."""
        parts = urlsplit(url)
        if parts.netloc != "127.0.0.1:%d" % self.address.port:
            raise RuntimeError("the link leads to %s" % parts.netloc)
        first = self.get(url.partition(parts.netloc)[2])
        if first.status != 303 or "set-cookie" not in first.headers:
            return first
        self.cookies = [("Cookie", first.headers["set-cookie"].split(";")[0])]
        page, status = self.get(first.headers["location"]), self.get("/v1/status")
        return None if (page.status, status.status) == (200, 200) and is_html(page) else page


def is_html(answer):
    return answer.headers.get("content-type", "").startswith("text/html") and b"</html>" in answer.body


def in_words(answer):
    return "%d, %s" % (answer.status, answer.body[:120].decode("utf-8", "replace")) if answer else "it opens the console"


def make_link(field, home):
    """Returns a link, and the seconds for which it is valid."""
    result = field.run(home, "console", "--json")
    lines = result.lines("result")
    if result.status or not lines:
        raise RuntimeError("`perch console`: exit %d: %s" % (result.status, result.sentence()))
    return lines[0]["url"], lines[0]["seconds"]


def console(field, finding, links, is_patient):
    home = field.home()

    def opens(browser, url, what):
        found = browser.open(url)
        finding.expect(found is None, "%s: %s", what, in_words(found))

    def is_refused(browser, url, what):
        found = browser.open(url)
        # With a page that names the command for a new link.
        is_good = found and 400 <= found.status < 500 and is_html(found) and b"perch console" in found.body
        finding.expect(is_good, "%s: %s", what, in_words(found))

    with Gateway(field, home) as gateway:
        made = [make_link(field, home)[0] for _ in range(links)]
        finding.expect(len(set(made)) == links, "%d links, %d different", links, len(set(made)))
        for number, url in enumerate(made, 1):
            browser, other = Browser(gateway), Browser(gateway)
            opens(browser, url, "link %d" % number)
            found = other.get("/v1/status").status
            finding.expect(found == 401, "a browser without a link gets %d", found)
            for visitor in (browser, other):
                is_refused(visitor, url, "link %d, a second time" % number)
        for what, code in CODES.items():
            is_refused(other, made[0].split("=")[0] + "=" + code, "a code that is " + what)
        is_refused(other, made[0].split("?")[0], "no code")
        # Many refusals do not lock a client out that has a valid link.
        opens(other, make_link(field, home)[0], "a link after many that were refused")
        oldest, _ = make_link(field, home)
        for _ in range(KEPT_LINKS):
            request(gateway.socket, "/v1/console", "POST")
        is_refused(other, oldest, "a link that %d others have replaced" % KEPT_LINKS)
        old, seconds = make_link(field, home)
        if is_patient:
            time.sleep(seconds + 1)
            is_refused(other, old, "a link after %d s" % (seconds + 1))
    with Gateway(field, home) as gateway:
        is_refused(Browser(gateway), re.sub(r":\d+/", ":%s/" % gateway.served()[3], old), "a link of before a restart")
        opens(Browser(gateway), make_link(field, home)[0], "a link after a restart")
    finding.note("%d links, each opened once; %d refused", links + 2, 2 * links + len(CODES) + 3 + is_patient)
