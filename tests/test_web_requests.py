"""Requests to the web server: those of other sites and malformed ones are refused; pages and files arrive."""

import json
import re
import shlex
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from urllib.parse import quote

import pytest

import masume
from effort import example_names
from masume import examples, playing, web
from masume.core.errors import InputError
from masume.web import bodies
from masume.web.app import decode_query, make_app
from masume.web.hosts import parse_host
from masume.web.pages import SAVED
from web_document import validate_answer
from web_server import WebServer, ask_app

JSON = {"Content-Type": "application/json"}
HEADERS = ("content-security-policy", "cross-origin-opener-policy", "referrer-policy", "x-content-type-options")
APP = make_app(web.Settings())  # without its lifespan, for requests that are refused at once
TEXT = example_names()[0]
BODY = json.dumps({"text": TEXT}).encode()


@pytest.fixture(scope="module")
def server() -> Iterator[WebServer]:
    with WebServer("--workers", "2") as server:
        yield server


# Hostile requests


@pytest.mark.parametrize(
    "host", ["evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "a@localhost", "", "*", "[::2]"]
)
def test_other_hosts_are_refused(host: str) -> None:
    for path in ("/", "/api/read", "/static/style.css", "/nosuch"):
        answer = ask_app(APP, "GET", path, Host=host)
        assert (answer.status, answer.kind) == (421, "host")
    validate_answer(ask_app(APP, "POST", "/api/read", [BODY], Host=host, **JSON), "/api/read")


@pytest.mark.parametrize("origin", ["null", "", "https://evil.example", "http://localhost:1", "http://localhost.evil"])
def test_other_origins_are_refused(origin: str) -> None:
    answer = ask_app(APP, "POST", "/api/read", [BODY], Origin=origin, **JSON)
    assert (answer.status, answer.kind) == (403, "forbidden")
    validate_answer(answer, "/api/read")


def test_pages_of_other_sites_may_link_to_the_page_but_not_use_the_api(server: WebServer) -> None:
    headers = {"Sec-Fetch-Site": "cross-site"}
    assert server.get("/", **headers).status == 200
    assert server.get("/", **headers, **{"Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"}).status == 200
    for dest in ("image", "iframe", "script"):
        assert server.get("/", **headers, **{"Sec-Fetch-Dest": dest}).kind == "forbidden"
    for path in ("/api/genres", "/api/openapi.json"):
        assert server.get(path, **headers).kind == "forbidden"
    assert server.ask("read", {"text": TEXT}, **headers).kind == "forbidden"
    own = f"http://{server.host}:{server.port}"
    assert server.ask("read", {"text": TEXT}, Origin=own).status == 200
    assert server.ask("read", {"text": TEXT}, **{"Sec-Fetch-Site": "same-origin"}).status == 200


def test_an_address_may_be_absolute(server: WebServer) -> None:
    own = f"http://{server.host}:{server.port}"
    assert server.get(f"{own}/api/openapi.json").json() == server.get("/api/openapi.json").json()
    assert server.get(f"{own}?{TEXT}").status == server.get(own).status == 200


def test_bodies_have_a_type_and_a_size(monkeypatch: pytest.MonkeyPatch) -> None:
    for kind in ("text/plain", "application/x-www-form-urlencoded", "", "application/jsonp"):
        answer = ask_app(APP, "POST", "/api/read", [BODY], **{"Content-Type": kind})
        assert (answer.status, answer.kind) == (415, "media-type")
    for announced in ("10", "10000000", "0"):
        answer = ask_app(APP, "POST", "/api/read", [b"x" * 2**17] * 9, **JSON, **{"Content-Length": announced})
        assert (answer.status, answer.kind) == (413, "too-large")
        validate_answer(answer, "/api/read")
    endless = ask_app(APP, "POST", "/api/read", [b"x" * 2**20] * 70, **JSON)
    assert endless.status == 413
    monkeypatch.setattr(bodies, "_SECONDS", 0.01)
    answer = ask_app(APP, "POST", "/api/read", [], **JSON)
    assert (answer.status, answer.kind) == (408, "timeout")
    validate_answer(answer, "/api/read")


def test_every_answer_has_headers_against_attacks(server: WebServer) -> None:
    answers = [
        server.get("/"),
        server.get(f"/?{TEXT}"),
        server.get("/static/style.css"),
        server.get("/static/page.js"),
        server.get("/static/nosuch"),
        server.get("/api/genres"),
        server.get("/", Host="evil.example"),
        server.ask("read", {"text": TEXT}),
        server.ask("read", {"text": TEXT}, Accept="text/event-stream"),
        server.ask("read", {"text": ""}),
    ]
    for answer in answers:
        assert {*HEADERS} <= {*answer.headers}
        assert answer.headers["content-security-policy"].startswith("default-src 'none'; ")
        assert "unsafe" not in answer.headers["content-security-policy"]
        assert "server" not in answer.headers


@pytest.mark.parametrize(
    ("header", "name"),
    [
        ("localhost", "localhost"),
        ("LocalHost.:80", "localhost"),
        ("127.0.0.1:6278", "127.0.0.1"),
        ("[::1]", "[::1]"),
        ("[::1]:80", "[::1]"),
        ("a:b", None),
        ("a:1:2", None),
        ("::1", None),
        ("a/b", None),
        ("a b", None),
        (".", None),
    ],
)
def test_hosts_are_compared_without_their_port(header: str, name: str | None) -> None:
    assert parse_host(header) == name


def test_a_host_can_be_allowed() -> None:
    app = make_app(web.Settings(allowed_hosts=("Puzzles.example:8443",)))
    assert ask_app(app, "GET", "/api/openapi.json", Host="puzzles.example").status == 200
    assert ask_app(app, "GET", "/api/openapi.json", Host="other.example").status == 421
    for host in ("", "*", "*.example.com", "a b", "http://a"):
        with pytest.raises(InputError, match="allowed host: expected a name"):
            web.Settings(allowed_hosts=(host,))


def test_other_paths_and_methods_are_refused() -> None:
    for path in ("/nosuch", "/api", "/api/", "/api/read/", "/static", "/static/../settings.py", "/static//etc/passwd"):
        answer = ask_app(APP, "GET", path)
        assert (answer.status, answer.kind) == (404, "not-found"), path
    for method, path in (("GET", "/api/read"), ("PUT", "/"), ("DELETE", "/api/genres"), ("OPTIONS", "/api/read")):
        answer = ask_app(APP, method, path)
        assert (answer.status, answer.kind) == (405, "method")
        assert "allow" in answer.headers


# Pages and files


def test_a_text_in_the_body_opens_its_board(server: WebServer) -> None:
    text = masume.write(examples.find(TEXT), "text")
    page = server.post("/", text.encode(), Content_Type="text/plain; charset=utf-8")
    assert page.status == 200
    assert b'id="data"' in page.body
    assert server.post("/", b"{}", Content_Type="application/json").status == 415


def test_a_text_in_the_address_opens_its_board(server: WebServer) -> None:
    for text in (TEXT, masume.write(examples.find(TEXT), "json"), "https://puzz.link/p?template/2/2/"):
        page = server.get(f"/?{quote(text)}")
        assert page.status == 200
        data = re.search(r'<script type="application/json" id="data">(.*?)</script>', page.body.decode(), re.DOTALL)
        assert data is not None
        assert json.loads(data[1])["sheet"] == json.loads(json.dumps(playing.sheet_of(playing.find_board(text))))


def test_a_text_that_is_no_board_opens_the_start_page_with_the_reason(server: WebServer) -> None:
    page = server.get("/?%3Cscript%3Ealert(1)%3C/script%3E%ff")
    assert page.status == 200
    assert "<script>alert(1)" not in page.body.decode()
    assert "<script>alert(1)</script>\ufffd" in unescape(page.body.decode())


def test_the_start_page_shows_all_genres(server: WebServer) -> None:
    page = server.get("/")
    assert page.status == server.get("/?").status == server.get(f"/?{SAVED}").status == 200
    assert all(genre["title"] in page.body.decode() for genre in playing.cards())
    assert server.get("/static/style.css").body.decode().startswith(playing.theme_css())


def test_only_percent_signs_are_decoded_in_an_address() -> None:
    assert decode_query(b"text=a+b%2Bc") == "a b+c"  # from the box, without scripts
    assert decode_query(b"a+b%20c%2Bd%25?e=/%e3%81%ac&f%") == "a+b c+d%?e=/\u306c&f%"


def test_browsers_load_what_has_not_changed_only_once(server: WebServer) -> None:
    for path in ("/", f"/?{TEXT}", "/static/style.css", "/static/page.js", "/api/genres", "/api/openapi.json"):
        answer = server.get(path)
        assert answer.headers["cache-control"] == "no-cache"
        again = server.get(path, **{"If-None-Match": answer.headers["etag"]})
        assert (again.status, again.body) == (304, b"")
        assert server.get(path, **{"If-None-Match": '"other"'}).status == 200
        assert server.get(path, **{"Accept-Encoding": "gzip"}).headers["content-encoding"] == "gzip"
    assert server.get("/static/page.js").headers["content-type"] == "text/javascript; charset=utf-8"


def test_the_page_may_have_a_path(server: WebServer) -> None:
    app = make_app(web.Settings(root_path="/puzzles/"))
    for path in ("/puzzles/api/openapi.json", "/api/openapi.json", "/puzzles/static/page.js", "/static/page.js"):
        assert ask_app(app, "GET", path).status == 200  # the proxy may leave the path out
    assert ask_app(app, "GET", "/puzzles").headers["location"] == "/puzzles/"
    assert ask_app(app, "GET", "/puzzles?a/b%20c").headers["location"] == "/puzzles/?a/b%20c"
    assert ask_app(app, "GET", "/puzzlesque").status == 404
    assert ask_app(app, "GET", "/puzzles/api/genres", (), **{"Sec-Fetch-Site": "cross-site"}).status == 403
    for path in ("puzzles", "/a b", "//evil.example", "/?"):
        with pytest.raises(InputError, match="root path: expected a path"):
            web.Settings(root_path=path)


def test_the_commands_in_the_documentation_work(server: WebServer) -> None:
    text = Path(__file__).parent.parent.joinpath("docs", "web-server.md").read_text(encoding="utf-8")
    commands = re.findall(r"^```shell\ncurl (.*?)^```", text, re.MULTILINE | re.DOTALL)
    assert len(commands) == 3
    for command in commands:
        address, header, question = [word for word in shlex.split(command) if not word.startswith("-")]
        name, value = header.split(": ")
        answer = server.ask(address.rpartition("/api/")[2], json.loads(question), **{name: value})
        assert answer.status == 200
        assert not answer.body.startswith(b"event: error")
