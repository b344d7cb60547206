"""Dialogues of section 11: the config store, from each of its states, and over power cuts."""

import hashlib

from dialogue import Dialogue, error, free, u16, u32

# All fit one CONFIG_DATA of the smallest dongle; none is a multiple of 16 bytes long.
A, B, C = (bytes((i * step + 7) % 251 for i in range(length)) for step, length in ((3, 40), (5, 33), (11, 45)))


def digest(text):
    return hashlib.sha256(text).hexdigest()


def short(text):
    return digest(text)[:16] if text is not None else "00" * 8


def config():
    yield from transfers()
    yield from refusals()
    yield from commits()
    yield from saving()
    yield from reading()
    yield from cuts()


def erased(name, section, payload=0xFFFF, **needs):
    """A session with a dongle whose store is empty; its factory config is bound."""
    features = ["CONFIG_STORE"]
    dialogue = Dialogue(
        name, section, fresh=True, features=features, at_least={"largest_payload_to_host": 120}, **needs
    ).hello()
    dialogue.send(dialogue.request("CONFIG_STAT"))
    return dialogue.expect(
        dialogue.answer("CONFIG_STAT", u16(0) + "0500" + "{length:4}{factory:32}" + "00" * 36 * 2 + "00" * 4)
    )


def stat(dialogue, flags, active, saved=None, staging=None, following=None):
    """CONFIG_STAT. `active` None is the factory config; `staging` "free" is not compared."""
    of = lambda text: "{length:4}{factory:32}" if text is None else u32(len(text)) + digest(text)
    none = "00" * 36
    text = (
        u16(0)
        + (flags if isinstance(flags, str) else f"{flags:02x}")
        + "00"
        + of(active)
        + (none if saved is None else of(saved))
    )
    text += free(40) if staging == "free" else none + "00" * 4 if staging is None else of(staging) + u32(following)
    return dialogue.send(dialogue.request("CONFIG_STAT")).expect(dialogue.answer("CONFIG_STAT", text))


def begin(dialogue, text, base="00" * 8, following=0, name="t", **fields):
    dialogue.ask(
        "CONFIG_BEGIN", {"deadline_ms": 5000, "length": len(text), "digest": digest(text), "base": base, **fields}
    )
    dialogue.expect(dialogue.done(result=f"{{{name}:2}}" + u32(following) + "{chunk:2}"), within=6000)
    return dialogue.grant(dialogue.event_counter)


def data(dialogue, text, offset=0, end=None, answer=None, transfer="{t}"):
    end = len(text) if end is None else end
    fields = {"transfer": transfer, "offset": offset, "data": text[offset:end].hex()}
    return dialogue.ask("CONFIG_DATA", fields, {"next": end} if answer is None else answer)


def commit_request(dialogue, text, transfer="{t}"):
    return dialogue.request("CONFIG_COMMIT", {"deadline_ms": 5000, "transfer": transfer, "digest": short(text)})


def changed(dialogue, by, flags, active, saved, counter=None):
    fields = {"change": by, "flags": flags, "active": short(active), "saved": short(saved)}
    return dialogue.event("CONFIG_CHANGED", fields, counter)


def two_events(dialogue, done, change, **others):
    """DONE and CONFIG_CHANGED, in whichever order."""
    dialogue.event_counter += 2
    dialogue.expect(done, change, within=6000, any_order=True, **others)
    return dialogue.grant(dialogue.event_counter)


def commit(dialogue, text, saved=None, flags="??", transfer="{t}"):
    accepted = dialogue.send(commit_request(dialogue, text, transfer))
    accepted.expect(dialogue.answer("CONFIG_COMMIT", u16(1)))
    return two_events(dialogue, dialogue.done(counter="????"), changed(dialogue, 1, flags, text, saved, "????"))


def save(dialogue, active, flags="??"):
    dialogue.ask("CONFIG_SAVE", {"deadline_ms": 5000})
    return two_events(
        dialogue, dialogue.done(result=free(4), counter="????"), save_event(dialogue, active, flags), mark="saved"
    )


def save_event(dialogue, active, flags):
    if active is None:
        # Only the start of the factory config's digest is told, so it is not compared here.
        return dialogue.event(
            "CONFIG_CHANGED", {"change": 2, "flags": flags, "active": free(8), "saved": "00" * 8}, "????"
        )
    return changed(dialogue, 2, flags, active, active, "????")


def install(dialogue, text, saved=None, transfer="t"):
    begin(dialogue, text, name=transfer)
    return save(commit(data(dialogue, text, transfer=f"{{{transfer}}}"), text, saved, transfer=f"{{{transfer}}}"), text)


def reset(dialogue, saved, flags="??"):
    dialogue.ask("CONFIG_RESET", {}, {})
    dialogue.expect(
        dialogue.event("CONFIG_CHANGED", {"change": 4, "flags": flags, "active": free(8), "saved": short(saved)})
    )
    return dialogue.grant(dialogue.event_counter)


def load(dialogue, saved):
    dialogue.ask("CONFIG_LOAD", {}, {}).expect(changed(dialogue, 3, "??", saved, saved))
    return dialogue.grant(dialogue.event_counter)


def restart(dialogue, session=7):
    dialogue.step(restart="power", forget=["now", "boot_id", "t"])
    return dialogue.hello(session=session, nonce=session)


def refused(dialogue, operation, fields, status, detail=""):
    """A refusal in the RESPONSE, or in DONE with effect none: a host takes either."""
    dialogue.send(dialogue.request(operation, fields))
    late = [dialogue.answer(operation, u16(1)), dialogue.done(status, 0, counter="????")]
    return dialogue.step(either=[[dialogue.answer(operation, error(status, detail))], late], within=6000)


def transfers():
    yield stat(erased("a store that was never used runs the factory config", "11.1"), 5, None)
    dialogue = stat(begin(erased("BEGIN makes staging", "11.3"), A), 13, None, None, A, 0)
    yield stat(data(dialogue, A, 0, 16), 13, None, None, A, 16)
    yield stat(data(begin(erased("staging is complete behind the last byte", "11.4"), A), A), 29, None, None, A, 40)
    dialogue = data(begin(erased("BEGIN of the same config goes on where it was", "11.3"), A), A, 0, 16)
    yield commit(data(begin(dialogue, A, following=16, name="u!t"), A, 16, transfer="{u}"), A, transfer="{u}")
    dialogue = data(begin(erased("a new BEGIN ends the transfer before it", "11.3"), A), A, 0, 16)
    yield data(begin(dialogue, A, following=16, name="u!t"), A, 16, None, "WRONG_TRANSFER")
    dialogue = data(begin(erased("BEGIN of another config erases staging", "11.3"), A), A)
    yield stat(begin(dialogue, B, name="u!t"), 13, None, None, B, 0)
    dialogue = begin(erased("the same digest with another length is another config", "11.3"), A)
    yield begin(data(dialogue, A, 0, 16), A, name="u!t", length=39)
    dialogue = data(begin(erased("a transfer ends with its session, and goes on in the next", "11.3"), A), A, 0, 16)
    dialogue.hello(session=7, nonce=7)
    dialogue = data(dialogue, A, 16, None, "WRONG_TRANSFER")
    yield data(begin(dialogue, A, following=16, name="u"), A, 16, transfer="{u}")
    dialogue = data(begin(erased("a transfer of half a unit starts anew after a power cut", "11.8"), A), A, 0, 16)
    yield stat(install(restart(dialogue), A, transfer="u"), 6, A, A)
    dialogue = restart(data(begin(erased("a complete transfer is complete after a power cut", "11.8"), A), A))
    dialogue = stat(dialogue, 29, None, None, A, 40)
    yield commit(begin(dialogue, A, following=40, name="u"), A, transfer="{u}")
    dialogue = restart(
        commit(
            data(begin(erased("what was committed and not saved is complete staging after a power cut", "11.1"), A), A),
            A,
        )
    )
    yield stat(dialogue, 29, None, None, A, 40)
    dialogue = data(begin(erased("a repeated DATA is not written again", "5.3"), A), A, 0, 16)
    fields = {"transfer": "{t}", "offset": 0, "data": A[:16].hex()}
    dialogue = dialogue.ask("CONFIG_DATA", fields, {"next": 16}, id=dialogue.id)
    yield commit(data(dialogue, A, 16), A)
    dialogue = erased("the chunk of a session of 64 bytes is at most 48", "11.3").hello(session=7, nonce=7, payload=64)
    dialogue.ask("CONFIG_BEGIN", {"deadline_ms": 5000, "length": len(A), "digest": digest(A)})
    yield dialogue.expect(dialogue.done(result="{t:2}" + u32(0) + u16(48)), within=6000)


def refusals():
    huge = {"length": 0xFFFFFFFF}
    dialogue = erased("BEGIN that is too long", "11.3")
    dialogue.send(dialogue.request("INFO")).expect(dialogue.answer("INFO", u16(0) + "{config:4}*"))
    yield refused(
        dialogue, "CONFIG_BEGIN", {"deadline_ms": 5000, "digest": digest(A), **huge}, "TOO_LARGE", "{config:4}"
    )
    saved = lambda name: install(erased(name, "11.3"), A)
    for name, fields, status, detail in (
        ("TOO_LARGE before UNCHANGED", {"digest": digest(A), **huge}, "TOO_LARGE", ""),
        ("UNCHANGED", {"digest": digest(A), "length": len(A)}, "UNCHANGED", ""),
        ("UNCHANGED before CONFLICT", {"digest": digest(A), "length": len(A), "base": short(B)}, "UNCHANGED", ""),
        ("CONFLICT", {"digest": digest(B), "length": len(B), "base": short(B)}, "CONFLICT", short(A)),
        (
            "CONFLICT by the last byte of base",
            {"digest": digest(B), "length": len(B), "base": short(A)[:14] + "00"},
            "CONFLICT",
            short(A),
        ),
    ):
        dialogue = refused(saved(f"BEGIN: {name}"), "CONFIG_BEGIN", {"deadline_ms": 5000, **fields}, status, detail)
        yield stat(dialogue, 6, A, A)
    yield begin(saved("BEGIN with the active config as base"), B, base=short(A), name="u")
    dialogue = commit(
        data(begin(saved("BEGIN while both areas are needed: UNSAVED"), B, name="u"), B, transfer="{u}"),
        B,
        A,
        transfer="{u}",
    )
    dialogue = refused(
        dialogue, "CONFIG_BEGIN", {"deadline_ms": 5000, "length": len(C), "digest": digest(C)}, "UNSAVED"
    )
    yield stat(dialogue, 2, B, A)
    dialogue = commit(
        data(begin(saved("BEGIN: CONFLICT before UNSAVED"), B, name="u"), B, transfer="{u}"), B, A, transfer="{u}"
    )
    fields = {"deadline_ms": 5000, "length": len(C), "digest": digest(C), "base": short(A)}
    yield refused(dialogue, "CONFIG_BEGIN", fields, "CONFLICT", short(B))
    dialogue = commit(
        data(begin(saved("after UNSAVED, SAVE makes room"), B, name="u"), B, transfer="{u}"), B, A, transfer="{u}"
    )
    dialogue = refused(
        dialogue, "CONFIG_BEGIN", {"deadline_ms": 5000, "length": len(C), "digest": digest(C)}, "UNSAVED"
    )
    yield begin_free(save_free(dialogue), C)
    yield data(erased("DATA without a transfer", "11.4"), A, 0, None, "WRONG_TRANSFER", transfer=1)
    yield data(begin(erased("WRONG_TRANSFER before OFFSET", "11.4"), A), A, 16, None, "WRONG_TRANSFER", transfer=0xFFFE)
    for name, offset, end in (("behind next", 16, 32), ("before next, which was written", 0, 16)):
        dialogue = begin(erased(f"DATA {name}: OFFSET", "11.4"), A)
        dialogue = dialogue if offset else data(dialogue, A, 0, 16)
        dialogue = data(dialogue, A, offset, end, ("OFFSET", u32(0 if offset else 16)))
        yield commit(data(dialogue, A, 0 if offset else 16), A)
    dialogue = begin(erased("OFFSET before the length", "11.4"), A)
    yield data(dialogue, A, 16, 16, ("OFFSET", u32(0)))
    for name, text in (
        ("no bytes", b""),
        ("15 bytes that are not the last", A[:15]),
        ("a byte too many", A + b"x"),
        ("17 bytes that are not the last", A[:17]),
    ):
        dialogue = begin(erased(f"DATA of {name}", "11.4"), A)
        dialogue.ask("CONFIG_DATA", {"transfer": "{t}", "offset": 0, "data": text.hex()}, ("INVALID_ARGUMENT", u16(6)))
        yield commit(data(dialogue, A), A)


def begin_free(dialogue, text):
    """BEGIN and its DONE where counters of events are not known."""
    dialogue.ask("CONFIG_BEGIN", {"deadline_ms": 5000, "length": len(text), "digest": digest(text)})
    return dialogue.expect(dialogue.done(result="{v:2}" + u32(0) + "{chunk:2}", counter="????"), within=6000)


def save_free(dialogue):
    dialogue.ask("CONFIG_SAVE", {"deadline_ms": 5000})
    events = dialogue.done(result=free(4), counter="????"), save_event(dialogue, B, "??")
    return dialogue.expect(*events, within=6000, any_order=True)


def commits():
    dialogue = stat(commit(data(begin(erased("COMMIT makes staging active and saves nothing", "11.5"), A), A), A), 0, A)
    yield dialogue
    dialogue = commit(data(begin(erased("COMMIT of what is active is harmless", "11.5"), A), A), A)
    for transfer in ("{t}", 0):
        dialogue.send(commit_request(dialogue, A, transfer)).expect(dialogue.answer("CONFIG_COMMIT", u16(1)))
        dialogue.expect(dialogue.done(), within=6000).grant(dialogue.event_counter).step(wait=100)
    yield dialogue
    yield refuse_commit(erased("COMMIT without a transfer", "11.5"), A, "WRONG_TRANSFER", transfer=1)
    dialogue = data(begin(erased("COMMIT of another transfer", "11.5"), A), A)
    yield refuse_commit(dialogue, A, "WRONG_TRANSFER", transfer=0xFFFE)
    dialogue = data(begin(erased("COMMIT with another digest", "11.5"), A), A)
    yield refuse_commit(dialogue, B, "INVALID_ARGUMENT", u16(8))
    dialogue = data(begin(erased("COMMIT before the last byte", "11.5"), A), A, 0, 32)
    yield stat(refuse_commit(dialogue, A, "INCOMPLETE", u32(32)), 13, None, None, A, 32)
    dialogue = data(begin(erased("COMMIT: the digest's argument before INCOMPLETE", "11.5"), A), A, 0, 16)
    yield refuse_commit(dialogue, B, "INVALID_ARGUMENT", u16(8))
    dialogue = data(
        begin(install(erased("COMMIT checks base again", "11.5"), A), B, base=short(A), name="u"), B, transfer="{u}"
    )
    dialogue = refuse_commit(reset(dialogue, A), B, "CONFLICT", transfer="{u}")
    yield stat(dialogue, 27, None, A, B, 33)
    dialogue = begin(erased("bytes without the announced digest: DIGEST, and staging is erased", "11.5"), A)
    dialogue.ask("CONFIG_DATA", {"transfer": "{t}", "offset": 0, "data": (A[:-1] + b"!").hex()}, {"next": len(A)})
    yield stat(refuse_commit(dialogue, A, "DIGEST"), 5, None)
    dialogue = data(
        begin(install(erased("a COMMIT that is refused leaves the active config", "11.5"), A), B, name="u"),
        B,
        0,
        16,
        transfer="{u}",
    )
    yield stat(refuse_commit(dialogue, B, "INCOMPLETE", u32(16), transfer="{u}"), 14, A, A, B, 16)
    dialogue = data(begin(erased("after INCOMPLETE the transfer goes on", "11.5"), A), A, 0, 32)
    dialogue = refuse_commit(dialogue, A, "INCOMPLETE", u32(32))
    dialogue = data(dialogue, A, 32).send(commit_request(dialogue, A)).expect(dialogue.answer("CONFIG_COMMIT", u16(1)))
    yield dialogue.expect(
        dialogue.done(counter="????"), changed(dialogue, 1, 0, A, None, "????"), within=6000, any_order=True
    )


def refuse_commit(dialogue, text, status, detail="", transfer="{t}"):
    return refused(
        dialogue, "CONFIG_COMMIT", {"deadline_ms": 5000, "transfer": transfer, "digest": short(text)}, status, detail
    )


def saving():
    yield stat(install(erased("SAVE makes the active config saved", "11.6"), A), 6, A, A)
    yield stat(restart(install(erased("a saved config is active after a power cut", "11.1"), A)), 6, A, A)
    dialogue = install(erased("SAVE of what is saved is OK and changes nothing", "11.6"), A).ask(
        "CONFIG_SAVE", {"deadline_ms": 5000}
    )
    dialogue.expect(dialogue.done(result=free(4)), within=6000).grant(dialogue.event_counter).step(wait=100)
    yield stat(dialogue, 6, A, A)
    dialogue = reset(install(erased("RESET runs the factory config and leaves what is saved", "11.7"), A), A, 3)
    yield stat(restart(stat(dialogue, 3, None, A)), 6, A, A)
    dialogue = save(reset(install(erased("RESET and SAVE withdraw the saved config", "11.6"), A), A), None)
    dialogue = stat(dialogue, "??", None, None, "free").ask("CONFIG_LOAD", {}, "NOTHING_SAVED")
    yield stat(restart(dialogue), "??", None, None, "free")
    dialogue = install(install(erased("RESET and SAVE where both areas were used", "11.6"), A), B, A, "u")
    yield stat(restart(save(reset(dialogue, B), None)), "??", None, None, "free")
    yield erased("LOAD without a saved config", "11.7").ask("CONFIG_LOAD", {}, "NOTHING_SAVED")
    dialogue = load(reset(install(erased("LOAD makes the saved config active", "11.7"), A), A), A)
    yield stat(dialogue, 6, A, A)
    yield stat(load(install(erased("LOAD of what is active is told", "11.9"), A), A), 6, A, A)
    yield stat(reset(erased("RESET of the factory config is told", "11.9"), None, 5), 5, None)
    dialogue = install(erased("LOAD gives up what was committed and not saved", "11.7"), A)
    dialogue = commit(data(begin(dialogue, B, name="u"), B, transfer="{u}"), B, A, transfer="{u}")
    yield stat(load(stat(dialogue, 2, B, A), A), "??", A, A, "free")
    dialogue = install(install(erased("the newest mark is the saved config", "11.8"), A), B, A, "u")
    yield stat(restart(stat(dialogue, "??", B, B, "free")), "??", B, B, "free")
    dialogue = install(
        install(install(erased("a config can be saved again and again", "11.8"), A), B, A, "u"), C, B, "v"
    )
    yield stat(restart(dialogue), "??", C, C, "free")
    dialogue = data(
        begin(reset(install(erased("BEGIN leaves a saved config that is not active", "11.3"), A), A), B, name="u"),
        B,
        transfer="{u}",
    )
    yield stat(restart(stat(dialogue, 27, None, A, B, 33)), 30, A, A, B, 33)
    dialogue = save(
        reset(install(erased("what was withdrawn does not come back with a later SAVE's cut", "11.8"), A), A), None
    )
    yield stat(restart(install(dialogue, B, None, "u")), "??", B, B, "free")
    dialogue = install(erased("config and its state are the same in the next session", "4.5"), A)
    yield stat(dialogue.hello(session=7, nonce=7), 6, A, A)
    dialogue = commit(
        data(begin(erased("an active config that is not saved stays in the next session", "4.5"), A), A), A
    )
    yield stat(dialogue.hello(session=7, nonce=7), 0, A)


def read(dialogue, copy, offset, length, text, whole):
    dialogue.send(dialogue.request("CONFIG_READ", {"copy": copy, "offset": offset, "length": length}))
    return dialogue.expect(dialogue.answer("CONFIG_READ", u16(0) + u32(whole) + u16(len(text)) + text.hex()))


def reading():
    yield erased("READ of a saved config that there is not", "11.7").ask(
        "CONFIG_READ", {"copy": 1, "length": 1}, "NOTHING_SAVED"
    )
    for name, copy, offset, length, text in (
        ("READ of the active config", 0, 0, 40, A),
        ("READ of the saved config", 1, 0, 40, A),
        ("READ of more than there is", 0, 0, 65535, A),
        ("READ of a part", 0, 16, 8, A[16:24]),
        ("READ at the last byte", 1, 39, 9, A[39:]),
        ("READ at the end", 0, 40, 1, b""),
        ("READ past the end", 0, 0xFFFFFFFF, 1, b""),
    ):
        yield read(install(erased(name, "11.7"), A), copy, offset, length, text, len(A))
    dialogue = install(erased("READ of active and saved, which differ", "11.7"), A)
    dialogue = commit(data(begin(dialogue, B, name="u"), B, transfer="{u}"), B, A, transfer="{u}")
    yield read(read(dialogue, 0, 0, 99, B, len(B)), 1, 0, 99, A, len(A))
    dialogue = install(erased("READ gives what fits 64 bytes", "11.7"), C).hello(session=7, nonce=7, payload=64)
    yield read(read(dialogue, 0, 0, 45, C, len(C)), 0, 30, 45, C[30:], len(C))


def cut(name, before, work, outcomes):
    """The power fails at each flash operation of `work` in turn. `outcomes`: configs, each saved and active (None = factory),
    and whether it is allowed once SAVE was answered. A further config must then be taken.
    """
    dialogue = before(erased(name, "11.8"))
    dialogue.step(power="fails")
    work(dialogue)
    dialogue.step(restart="power", forget=["now", "boot_id", "t", "u", "v"]).hello(session=7, nonce=7)
    dialogue.send(dialogue.request("CONFIG_STAT"))
    either, unless = [], []
    for text, after_save in outcomes:
        whole = "{length:4}{factory:32}" if text is None else u32(len(text)) + digest(text)
        saved = "00" * 36 if text is None else whole
        either.append([dialogue.answer("CONFIG_STAT", u16(0) + "??00" + whole + saved + free(40))])
        unless.append("" if after_save else "saved")
    dialogue.step(either=either, unless=unless, within=100)
    last = bytes((i * 13 + 1) % 251 for i in range(47))
    begin(dialogue, last, name="w", base="00" * 8)
    data(dialogue, last, transfer="{w}")
    dialogue.send(commit_request(dialogue, last, "{w}")).expect(dialogue.answer("CONFIG_COMMIT", u16(1)))
    dialogue.expect(
        dialogue.done(counter="????"),
        dialogue.event("CONFIG_CHANGED", {"change": 1, "active": short(last), "saved": free(8)}, "????"),
        within=6000,
        any_order=True,
    ).grant(3)
    dialogue.event_counter = 3
    return stat(save(dialogue, last), "??", last, last, "free")


def cuts():
    yield cut("power cuts: the first config", lambda d: d, lambda d: install(d, A), [(None, False), (A, True)])
    yield cut(
        "power cuts: another config over a saved one",
        lambda d: install(d, A),
        lambda d: install(d, B, A, "u"),
        [(A, False), (B, True)],
    )
    yield cut("power cuts: a config in two pieces", lambda d: install(d, A), pieces, [(A, True)])
    yield cut(
        "power cuts: RESET and SAVE",
        lambda d: install(d, A),
        lambda d: save(reset(d, A), None),
        [(A, False), (None, True)],
    )
    yield cut(
        "power cuts: the third config",
        lambda d: install(install(d, A), B, A, "u"),
        lambda d: install(d, C, B, "v"),
        [(B, False), (C, True)],
    )
    yield cut(
        "power cuts: RESET and SAVE where both areas were used",
        lambda d: install(install(d, A), B, A, "u"),
        lambda d: save(reset(d, B), None),
        [(B, False), (None, True)],
    )
    yield cut(
        "power cuts: a config after RESET and SAVE",
        lambda d: save(reset(install(d, A), A), None),
        lambda d: install(d, B, None, "u"),
        [(None, False), (B, True)],
    )
    yield cut(
        "power cuts: a saved config while the factory config runs",
        lambda d: reset(install(d, A), A),
        lambda d: pieces(d),
        [(A, True)],
    )
    yield cut(
        "power cuts: COMMIT without SAVE",
        lambda d: install(d, A),
        lambda d: commit(data(begin(d, B, name="u"), B, transfer="{u}"), B, A, transfer="{u}"),
        [(A, True)],
    )
    yield cut(
        "power cuts: staging that is erased for another config",
        lambda d: data(begin(install(d, A), B, name="u"), B, transfer="{u}"),
        lambda d: install(d, C, A, "v"),
        [(A, False), (C, True)],
    )


def pieces(dialogue):
    begin(dialogue, B, name="u")
    return data(data(dialogue, B, 0, 16, transfer="{u}"), B, 16, transfer="{u}")
