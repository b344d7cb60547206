"""Sections 11.3 to 11.5: how a config is sent and becomes active."""

from dialogue import free, u16, u32

from .store_steps import (
    A,
    B,
    C,
    begin,
    changed,
    commit,
    commit_request,
    data,
    digest,
    erased,
    install,
    refused,
    reset,
    restart,
    save_event,
    short,
    stat,
)


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
