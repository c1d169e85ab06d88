"""A back end for the form in Python's standard library: every sentence of docs/own-back-end.md that `slipway conform` holds it against.

Of GraphQL it reads what the form sends: the operation's name, and arguments that are variables. Enquiries are printed, one line of JSON
each: put your database or mail in `accept`. Everything is kept in memory, and files in a folder of the system's that goes with the program.
"""
import json, os, re, secrets, tempfile, threading, time
from datetime import date
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import urlsplit

here = Path(__file__).parent
content = Path(os.environ.get("CONTENT", here / "../../src/site/content"))
read = lambda path: json.loads(Path(path).read_text("utf-8"))

# npx slipway jsonschema --out forms.schema.json
types = {one["properties"]["enquiry_type"]["const"]: one for one in read(os.environ.get("SCHEMA", here / "forms.schema.json"))["$defs"].values()}
known = {"domain", "submission_url", "upload"} | {name for one in types.values() for name in one["properties"]}
domains = {site["domain"] for site in read(content / "sites.json")}
keys = {entry["id"]: entry["name"] for entry in read(content / "enquiry-types.json")}

# What rules say of uploads (`limit` in rules.json): the media types, the most bytes, and how many by enquiry type.
file_types = {"image/jpg": "jpg", "image/jpeg": "jpg", "image/png": "png"}
most_bytes = 20 * 2**20
most_files = {7: 1, 8: 10}

most_sends, most_calls, window_s, key_s = 30, 100, 600, 31 * 86_400
folder = tempfile.TemporaryDirectory()
lock = threading.Lock()  # One enquiry after another: a repeat waits for the first.
answers = {}  # by key: when, the body, the answer
files = {}  # by path: the media type, and "issued", "arriving" or "stored"
calls = {}  # by what is counted and address: when

words = {
    "problems": {"en": "Something has to be mended.", "de": "Etwas ist zu verbessern.", "fr": "Quelque chose est à corriger.", "ar": "هناك ما يجب تصحيحه."},
    "required": {"en": "This is missing.", "de": "Das fehlt.", "fr": "Ceci manque.", "ar": "هذا مفقود."},
    "invalid": {"en": "This cannot be taken.", "de": "Das geht so nicht.", "fr": "Ceci n’est pas accepté.", "ar": "لا يمكن قبول هذا."},
}


class Refused(Exception):
    def __init__(self, status, value, headers=()):
        self.status, self.value, self.headers = status, value, dict(headers)


def graphql_error(status, code, message, fields=(), headers=()):
    error = {"message": message, "extensions": {"code": code, "fields": list(fields)}}
    return Refused(status, {"data": None, "errors": [error]}, headers)


def upload_error(status, code, message, headers=()):
    return Refused(status, {"error": code, "message": message}, headers)


def limit(what, address, most, refusal):
    now = time.time()
    times = [at for at in calls.get((what, address), []) if at > now - window_s]
    if len(times) >= most:
        raise refusal(429, "TOO_MANY_REQUESTS", "Too many requests.", headers={"Retry-After": str(int(times[0] + window_s - now) + 1)})
    calls[what, address] = times + [now]


def title_list(domain):
    return [one["title"] for one in sorted(read(content / "events.json"), key=lambda one: one["startsOn"])
            if one["domain"] == domain and one["startsOn"] >= date.today().isoformat()]


def offices(type_id, domain):
    site = next((one["id"] for one in read(content / "sites.json") if one["domain"] == domain), None)
    return {str(one["id"]) for one in read(content / "offices.json")
            if one.get("email") and one["site"]["id"] == site and keys.get(type_id) in one["services"]}


def fits(value, schema):
    """As far as the forms' own schemas go; whoever writes richer ones takes a library for JSON Schema."""
    names = {"string": str, "integer": int, "number": (int, float), "boolean": bool, "array": list, "object": dict}
    wanted = schema.get("type", [])
    wanted = [wanted] if isinstance(wanted, str) else wanted
    if wanted and not any(isinstance(value, names[one]) and (one == "boolean" or not isinstance(value, bool)) for one in wanted):
        return False
    if isinstance(value, str) and not schema.get("minLength", 0) <= len(value) <= schema.get("maxLength", len(value)):
        return False
    if isinstance(value, str) and not re.search(schema.get("pattern", ""), value):
        return False
    return value in schema.get("enum", [value]) and value == schema.get("const", value)


def problems(enquiry):
    """The fields that are to be mended, each with why."""
    if enquiry.get("domain") not in domains:
        return {"domain": "invalid"}
    schema = types.get(enquiry.get("enquiry_type"))
    if schema is None:
        return {"enquiry_type": "invalid" if enquiry.get("enquiry_type") is not None else "required"}
    given = {name: value for name, value in enquiry.items() if value is not None and name in schema["properties"]}
    found = {name: "required" for name in schema["required"] if given.get(name) in (None, "", False)}
    found |= {name: "invalid" for name, value in given.items() if name not in found and not fits(value, schema["properties"][name])}
    offered = offices(enquiry["enquiry_type"], enquiry["domain"])
    if offered and str(enquiry.get("office_location")) not in offered:
        found["office_location"] = "invalid" if enquiry.get("office_location") else "required"
    paths = enquiry.get("upload") or []
    if len(paths) > most_files.get(enquiry["enquiry_type"], 0) or any(files.get(path, ("", ""))[1] != "stored" for path in paths):
        found["upload"] = "invalid"
    return found


def accept(enquiry, is_suspected):
    reference = "PY-" + secrets.token_hex(4).upper()
    print(json.dumps({"reference": reference, "suspected": is_suspected, **enquiry}), flush=True)
    return reference


def send(enquiry, request):
    key, language, address = request.headers.get("Idempotency-Key"), request.language(), request.client_address[0]
    body = json.dumps(enquiry, sort_keys=True)
    with lock:
        at, first, answer = answers.get(key, (0, None, None)) if key else (0, None, None)
        if answer and at > time.time() - key_s:
            if first != body:
                raise graphql_error(200, "IDEMPOTENCY_KEY_REUSED", "This key was used for another enquiry.")
            return answer
        limit("send", address, most_sends, graphql_error)
        found = problems(enquiry)
        if found:
            fields = [{"field": name, "code": code, "message": words[code][language]} for name, code in found.items()]
            raise graphql_error(200, "BAD_USER_INPUT", words["problems"][language], fields)
        reference = accept(enquiry, is_suspected="Slipway-Trap" in request.headers)
        answer = {"data": {"sendContactUs": {"success": True}}, "extensions": {"reference": reference}}
        if key:
            answers[key] = (time.time(), body, answer)
        return answer


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    timeout = 30

    def do_POST(self):
        is_graphql = urlsplit(self.path).path == "/graphql"
        error = graphql_error if is_graphql else upload_error
        try:
            if not is_graphql and urlsplit(self.path).path != "/api/contact-upload":
                raise upload_error(404, "not-found", "There is nothing here.")
            try:
                body = json.loads(self.body(2**20, error))
                assert isinstance(body, dict)
            except (ValueError, AssertionError):
                raise error(400, "BAD_REQUEST", "This is no JSON.")
            self.answer(200, self.graphql(body) if is_graphql else self.target(body))
        except Refused as refused:
            self.answer(refused.status, refused.value, refused.headers)

    def graphql(self, body):
        query, variables = str(body.get("query", "")), body.get("variables") or {}
        passed = {argument: variables.get(variable) for argument, variable in re.findall(r"(\w+)\s*:\s*\$(\w+)", query)}
        is_send = "sendContactUs" in (body.get("operationName") or query)
        strange = (set(passed) | set(variables)) - (known if is_send else {"domain"})
        if strange:
            fields = [{"field": name, "code": "unknown-field", "message": f"There is no argument {name}."} for name in sorted(strange)]
            raise graphql_error(400, "BAD_USER_INPUT", "There is no such argument.", fields)
        return send(passed, self) if is_send else {"data": {"getFutureEventTitles": title_list(passed.get("domain"))}}

    def target(self, body):
        content_type = body.get("contentType")
        if content_type not in file_types:
            raise upload_error(415, "wrong-type", "Only JPEG and PNG are taken.")
        with lock:
            limit("target", self.client_address[0], most_calls, upload_error)
            path = f"{secrets.token_hex(16)}.{file_types[content_type]}"
            files[path] = (content_type, "issued")
        return {"path": path, "method": "PUT", "url": f"http://{self.headers['Host']}/files/{path}"}

    def do_PUT(self):
        path = urlsplit(self.path).path.removeprefix("/files/")
        content_type, state = files.get(path, (None, None))
        try:
            if state != "issued":
                raise upload_error(409 if state else 404, "target-used", "This target is none, or was used.")
            if self.headers.get("Content-Type") != content_type:
                raise upload_error(415, "wrong-type", f"This target is for {content_type}.")
            data = self.body(most_bytes, upload_error)
            with lock:
                if files[path][1] != "issued":
                    raise upload_error(409, "target-used", "This target was used.")
                (Path(folder.name) / path).write_bytes(data)
                files[path] = (content_type, "stored")
            self.answer(200, {})
        except Refused as refused:
            self.close_connection = True
            self.answer(refused.status, refused.value, refused.headers)

    def do_OPTIONS(self):
        self.answer(204, None, {
            "Access-Control-Allow-Methods": "POST, PUT, OPTIONS",
            "Access-Control-Allow-Headers": "Content-Type, Accept-Language, Idempotency-Key, Slipway-Trap",
            "Access-Control-Max-Age": "7200",
        } if self.is_of_site() else {})

    def do_GET(self):
        self.answer(405, {"errors": [{"message": "POST it."}]}, {"Allow": "POST"})

    def body(self, most, error):
        length = int(self.headers.get("Content-Length") or 0)
        if length > most:
            self.close_connection = True
            raise error(413, "TOO_LARGE", f"At most {most} bytes are taken.")
        data = self.rfile.read(length)
        if len(data) < length:
            self.close_connection = True
            raise error(400, "BROKEN_OFF", "It did not arrive whole.")
        return data

    def language(self):
        asked = re.findall(r"\b([a-z]{2})\b", self.headers.get("Accept-Language", "").lower())
        return next((one for one in asked if one in words["problems"]), "en")

    def is_of_site(self):
        return self.headers.get("Origin") in {f"https://{domain}" for domain in domains}

    def answer(self, status, value, headers=()):
        data = b"" if value is None else json.dumps(value).encode()
        self.send_response(status)
        if value is not None:
            self.send_header("Content-Type", "application/json")
        for name, text in dict(headers).items():
            self.send_header(name, text)
        if self.is_of_site():
            self.send_header("Access-Control-Allow-Origin", self.headers["Origin"])
            self.send_header("Access-Control-Expose-Headers", "Retry-After")
        self.send_header("Vary", "Origin")
        if status != 204:
            self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        try:
            self.wfile.write(data)
        except OSError:
            self.close_connection = True

    def log_message(self, *_):
        pass


if __name__ == "__main__":
    server = ThreadingHTTPServer((os.environ.get("HOST", "127.0.0.1"), int(os.environ.get("PORT", 4001))), Handler)
    print(f"listening on http://{server.server_address[0]}:{server.server_address[1]}", flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        pass
