"""One dialogue: what happens to a dongle, and the frames that it must send. README.md describes the form."""

from codec import BOOT, EVENT, GRANT, REQUEST, RESPONSE, Writer
from layouts import EVENTS, KINDS, OPERATIONS
from message import with_lengths
from statuses import NAMED

SESSION, NONCE = 0x1234, 0xCAFEBABE
PROBE = "0011130a0d7fff"
STATUS = {name: value for value, name in NAMED.items()}
# What does not fit a payload of 64 bytes must not matter where the session's limits are not the subject.
LARGEST_PAYLOAD = 0xFFFF


def free(count):
    """So many bytes that are not compared."""
    return "??" * count


def u16(value):
    return value.to_bytes(2, "little").hex()


def u32(value):
    return (value % 2**32).to_bytes(4, "little").hex()


def number(status):
    return STATUS[status] if isinstance(status, str) else status


def fields_of(layout, fields):
    """Fields by a layout; a value that begins like a pattern stands for itself."""
    text = ""
    unknown = set(fields) - {name for name, _ in layout}
    assert not unknown, unknown
    for name, form in layout:
        value = fields.get(name, [] if isinstance(form, tuple) else "" if form in ("blob", "text") else 0)
        if isinstance(value, str) and value[:1] in ("{", "?"):
            text += value
        else:
            writer = Writer()
            writer.field(form, value)
            text += writer.bytes.hex()
    return text


def header(kind, session, id, code, flags=0, major=1):
    return f"{major << 4 | kind:02x}{flags:02x}" + "".join(
        value if isinstance(value, str) else u16(value) for value in (session, id, code)
    )


def error(status, detail=""):
    """A refusal. The end of its body may be missing, so only a detail is compared."""
    return u16(number(status)) + (free(6) + detail if detail else "") + "*"


class Dialogue:
    """Steps in the making. `needs` says which dongles can be asked."""

    def __init__(self, name, section, **needs):
        self.steps = []
        self.entry = {"name": name, "section": section, "needs": needs, "steps": self.steps}
        self.id = self.event_counter = 0
        self.session = SESSION

    def step(self, **fields):
        self.steps.append(fields)
        return self

    # Host

    def send(self, *frames):
        return self.step(send=list(frames))

    def expect(self, *frames, **others):
        return self.step(expect=list(frames), **others)

    def request(self, operation, fields=None, id=None, session=None, **others):
        """A request as bytes. An operation may be a number, and its fields the payload."""
        code, layout = (
            (operation, None) if isinstance(operation, int) else (OPERATIONS[operation][0], OPERATIONS[operation][2])
        )
        if id is None:
            self.id = id = (self.id + 1) % 65536
        payload = (
            fields or "" if isinstance(fields, str) or layout is None else fields_of(layout, with_lengths(fields or {}))
        )
        return header(REQUEST, self.session if session is None else session, id, code, **others) + payload

    def answer(self, operation, payload, id=None, session=None):
        code = operation if isinstance(operation, int) else OPERATIONS[operation][0]
        return (
            header(RESPONSE, self.session if session is None else session, self.id if id is None else id, code)
            + payload
        )

    def ok(self, operation, fields=None, id=None):
        """An answer with status OK, by its fields; those not given are free."""
        layout = OPERATIONS[operation][3]
        return self.answer(operation, u16(0) + (layout_pattern(layout, fields or {})), id)

    def ask(self, operation, fields=None, answer=None, id=None, **others):
        """A request and its answer: fields of an OK, or the name or number of an error."""
        frame = self.request(operation, fields, id, **others)
        deferred = not isinstance(operation, int) and OPERATIONS[operation][1]
        if isinstance(answer, (str, int)):
            expected = self.answer(operation, error(answer), id)
        elif isinstance(answer, tuple):
            expected = self.answer(operation, error(*answer), id)
        elif deferred:
            expected = self.answer(operation, u16(STATUS["ACCEPTED"]), id)
        else:
            expected = self.ok(operation, answer, id)
        return self.send(frame).expect(expected)

    def hello(self, session=SESSION, nonce=NONCE, payload=LARGEST_PAYLOAD, reply=None, **fields):
        """Opens a session; the reply's fields that are the same for all its life are bound."""
        self.session, self.id, self.event_counter = session, 0, 0
        return self.send(self.hello_frame(session, nonce, payload, **fields)).expect(
            self.hello_reply(session, nonce, payload, **(reply or {}))
        )

    def hello_frame(
        self,
        session=SESSION,
        nonce=NONCE,
        payload=LARGEST_PAYLOAD,
        lowest_major=1,
        highest_major=1,
        minor=0,
        probe=PROBE,
        rest="",
        **others,
    ):
        fields = {
            "nonce": nonce,
            "lowest_major": lowest_major,
            "highest_major": highest_major,
            "minor": minor,
            "largest_payload": payload,
            "probe": probe,
        }
        return header(REQUEST, session, 0, 1, **others) + fields_of(OPERATIONS["HELLO"][2], fields) + rest

    @staticmethod
    def hello_reply(session=SESSION, nonce=NONCE, payload=LARGEST_PAYLOAD, status="OK", probe=PROBE, **fields):
        limit = 64 if payload == 64 else "????"
        given = {
            "nonce": nonce,
            "major": 1,
            "minor": "{minor:1}",
            "boot_id": "{boot_id:4}",
            "reset_reason": "??",
            "slots": "{slots:1}",
            "max_inflight": "{inflight:1}",
            "uptime_ms": "{now:4}",
            "device_id": "{device_id:8}",
            "largest_payload_to_dongle": "{to_dongle:2}",
            "largest_payload_to_host": "{to_host:2}",
            "rx_window": "{window:2}",
            "largest_mtu": "{mtu:2}",
            "features": "{features:8}",
            "probe": probe,
        }
        if payload != LARGEST_PAYLOAD or status != "OK":
            # 4.3 does not say which limits a refusal bears.
            given |= {"largest_payload_to_dongle": limit, "largest_payload_to_host": limit, "largest_mtu": "????"}
        return header(RESPONSE, session, 0, 1) + u16(number(status)) + fields_of(OPERATIONS["HELLO"][3], given | fields)

    def grant(self, following, gap=0, session=None, **others):
        return self.send(
            header(GRANT, self.session if session is None else session, 0, 0, **others)
            + fields_of(KINDS["GRANT"], {"next": following, "gap": gap})
        )

    # Events of the dongle

    def event(self, name, fields=None, counter=None):
        if counter is None:
            counter = self.event_counter
            self.event_counter += 1
        code, layout = EVENTS[name]
        return header(
            EVENT, self.session, counter if isinstance(counter, str) else counter % 65536, code
        ) + layout_pattern(layout, fields or {})

    def done(self, status="OK", effect=1, result="", id=None, counter=None, detail=""):
        """DONE with the bytes of its result, or with an error body of any length."""
        body = (
            u16(bytes_in(result)) + result
            if number(status) == 0
            else free(2) + (free(6) + detail if detail else "") + "*"
        )
        head = {"request_id": self.id if id is None else id, "status": number(status), "effect": effect}
        return self.event("DONE", {**head, "result": "?"}, counter)[:-1] + body

    def boot(self, reason, boot_id="{boot_id:4}"):
        fields = {"boot_id": boot_id, "reset_reason": reason, "major": 1, "minor": "??", "device_id": "{device_id:8}"}
        return header(BOOT, 0, 0, 0) + fields_of(KINDS["BOOT"], fields)

    def batch(self, first, *adverts, counter=0, base="{now:4}"):
        """A batch of one advert or more, each {fields}; when each was heard is not compared by offset."""
        text = header(EVENT, self.session, counter, 0x8001) + u32(first) + base + "00"
        for index, advert in enumerate(adverts):
            data = bytes.fromhex(advert["data"])
            kind = advert["pdu"] << 4 | advert["address_type"]
            text += (
                free(2)
                + advert["address"]
                + f"{kind:02x}{advert['rssi_dbm'] % 256:02x}"
                + free(1)
                + u16(len(data))
                + advert["data"]
            )
        return text


def layout_pattern(layout, fields):
    """Fields by a layout, free where no value is given."""
    widths = {"u8": 1, "i8": 1, "u16": 2, "u32": 4, "u64": 8, "i32": 4}
    given = {}
    for name, form in layout:
        if name in fields or name == "_":
            continue
        given[name] = free(2 if isinstance(form, list) else form if isinstance(form, int) else widths[form])
    return fields_of(layout, {**given, **fields})


def bytes_in(pattern):
    """Length of a pattern in bytes."""
    total, at = 0, 0
    while at < len(pattern):
        if pattern[at] == "{":
            end = pattern.index("}", at)
            total += int(pattern[at:end].split(":")[1])
            at = end + 1
        else:
            total += 1
            at += 2
    return total
