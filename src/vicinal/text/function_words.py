"""Function words of a few languages: articles, pronouns, prepositions, conjunctions, particles and auxiliaries.

For methods that remove stop words (`massalign`). Written for this project, in lower case.
"""

from __future__ import annotations

from functools import lru_cache

from vicinal.text.language import base_code


@lru_cache(maxsize=32)
def function_words(language: str | None) -> frozenset[str]:
    """Return the function words of a language, by its code; an empty set for a language without a list.

    >>> len(function_words("de-AT")) > 200, "diesem" in function_words("de"), function_words("ja")
    (True, True, frozenset())
    """
    code = base_code(language)
    found: set[str] = set()
    for word in _WORDS.get(code, "").split():
        stem, inflected, bare = word.rstrip("+-"), word[-1] in "+-", word[-1] != "-"
        found.update([stem] if bare else ())
        found.update(stem + ending for ending in _ENDINGS[code] if inflected)
    return frozenset(found)


# "dies+": the word itself and with each ending; "jed-": with each ending only.
_ENDINGS = {"de": ("e", "em", "en", "er", "es"), "en": ("n't",), "pt": ("a", "as", "o", "os")}
_WORDS = {
    # articles and what is inflected like them; pronouns; prepositions and what they contract to; conjunctions;
    # particles; the auxiliaries and modal verbs, in the present and the past
    "de": """
        der die das des dem den deren denen dessen derer
        ein+ kein+ mein+ dein+ sein+ ihr+ unser+ euer eur- dies+ jen- jed- welch- solch- manch- all-
        derselbe dieselbe dasselbe desselben demselben denselben derselben dieselben
        ich mich mir du dich dir er ihn ihm sie ihnen es wir uns euch sich man
        wer wen wem wessen was wo wann wie warum etwas nichts
        an am ans auf aus bei beim bis durch für gegen hinter in im ins mit nach neben ohne seit über um unter von vom
        vor während wegen zu zum zur zwischen
        und oder aber sondern denn dass daß weil wenn als ob indem damit da obwohl zwar also
        auch dann doch dort hier nicht noch nun nur schon sehr so
        bin bist ist sind seid war warst waren wart habe hast hat haben habt hatte hattest hatten hattet
        werde wirst wird werden werdet wurde wurdest wurden wurdet würde würden
        kann kannst können könnt konnte konnten könnte könnten muss musst müssen müsst musste mussten
        soll sollst sollen sollt sollte sollten will willst wollen wollt wollte wollten
        darf darfst dürfen dürft durfte durften mag magst mögen mögt mochte mochten möchte möchten
    """,
    # the same classes; the forms with "not", too
    "en": """
        a an the this that these those
        i me my mine myself you your yours yourself yourselves he him his himself she her hers herself it its itself
        we us our ours ourselves they them their theirs themselves who whom whose which what
        all any both each every few many more most much no other some such own same
        of at by for with about against among between into through during before after above below to from up down in
        out on off over under within without
        and but or nor if because as until while although though than so since whether
        again also here how just not now only once then there too very when where why
        am is+ are+ was+ were+ be been being has+ have+ had+ having do does+ did+ doing done don't
        can can't cannot could+ may might+ must+ shall should+ will won't would+
    """,
    # articles; prepositions that take one in; pronouns; prepositions; conjunctions; particles; ser, estar, ter, haver
    "pt": """
        o a os as um uma uns umas
        ao aos à às do da dos das no na nos nas num numa pelo pela pelos pelas
        eu tu ele ela nós vós eles elas você vocês me te se lhe vos lhes si
        meu meus minha minhas teu teus tua tuas seu seus sua suas noss- dele dela deles delas
        este esta estes estas isto esse essa esses essas isso aquele aquela aqueles aquelas aquilo
        neste nesta nestes nestas nesse nessa deste desta destes destas desse dessa
        que quem qual quais quando como onde cujo cuja
        a ante após até com contra de desde em entre para por sem sob sobre
        e ou mas nem se porque pois
        não já só mais muito também
        sou é somos são era éramos eram fui foi fomos foram seja sejam fosse fossem ser sendo sido
        será serão seria seriam
        estou está estamos estão estava estavam estive esteve estiveram esteja estejam estar estando
        tenho tem temos têm tinha tinham tive teve tiveram tenha tenham tivesse ter tendo terá terão teria
        há havia houve haver haverá
    """,
}
