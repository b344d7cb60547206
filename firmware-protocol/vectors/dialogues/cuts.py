"""Section 11.8: power cuts at each flash operation."""

from dialogue import free, u16, u32

from .store_steps import A, B, C, begin, commit, commit_request, data, digest, erased, install, reset, save, short, stat


def cut(name, before, work, outcomes):
    """The power fails at each flash operation of `work` in turn.

    `outcomes`: configs that may be saved and active then (None = factory), each with whether it may be once SAVE was
    answered. A further config must be taken.
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
