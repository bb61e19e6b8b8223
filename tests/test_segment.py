"""Prose to sentences: abbreviations, numbers, lists, quotation marks, brackets and the stops of many scripts."""

from __future__ import annotations

import re
import string
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vicinal import Document, LanguageWarning
from vicinal.text.abbreviations import LANGUAGES
from vicinal.text.segment import rules_for, sentences, warn_without_rules

# (text, the code of its rules, its sentences)
TABLE: list[tuple[str, str, list[str]]] = [
    ("", "en", []),
    (" \n\n", "ja", []),
    ("I am 70. He is 71.", "en", ["I am 70.", "He is 71."]),
    ("Er kam am 3. Oktober. Sie blieb.", "de", ["Er kam am 3. Oktober.", "Sie blieb."]),
    ("“Why?” she asked. “Go.” He left.", "en", ["“Why?” she asked.", "“Go.”", "He left."]),
    (".” c", "en", [".” c"]),
    ("៕a", "en", ["៕", "a"]),
    # Stops before a digit part, but not inside brackets.
    ("「はい。2つ」と言った。", "ja", ["「はい。2つ」と言った。"]),
    ("」「a。1", "en", ["」「a。", "1"]),
    ("」។a", "en", ["」។a"]),
    # Marks that close stay with what is before them, marks that open go with what follows.
    ("ក។”ខ", "en", ["ក។”", "ខ"]),
    ("។”B", "de", ["។”", "B"]),
    ("ក។„", "en", ["ក។", "„"]),
    ("។«", "en", ["។«"]),
    ("។”“ !", "de", ["។”“", "!"]),
    ("“！«？", "de", ["“！", "«？"]),
    ("\n?„？", "zh", ["?", "„？"]),
    ("\n\n„.” “Ms. 。»", "de", ["„.”", "“Ms. 。»"]),
    ('\n\n！"」', "en", ['！"」']),
    ("(។”", "es", ["(។”"]),
    # The white space between two sentences was lost; addresses are no such text.
    ("The river is long.It is wide. Yes.", "en", ["The river is long.", "It is wide.", "Yes."]),
    (
        "See example.org/One.Two here, or www.Bank.One now.",
        "en",
        ["See example.org/One.Two here, or www.Bank.One now."],
    ),
    # Stops inside brackets that close end no sentence; a bracket that never closes changes nothing.
    ("We (he came. She left) slept. A (b. It is. So", "en", ["We (he came. She left) slept.", "A (b.", "It is.", "So"]),
    # Marks between spaces close if one is open, and open otherwise.
    ("« Bon. » Il dit . » Non . » Oui", "fr", ["« Bon. »", "Il dit .", "» Non .", "» Oui"]),
    ('A " b . " C . " D . " E', "en", ['A " b . "', "C .", '" D . "', "E"]),
    ("„Ja. “ Er kam. “ Sie", "de", ["„Ja. “", "Er kam.", "“ Sie"]),
    ("A ' b . ' C . ' D . ' E", "en", ["A ' b . '", "C .", "' D . '", "E"]),
    # A short text in lower case does not tell that a document is; a long one does.
    ("9 a.m. to 6 p.m.", "en", ["9 a.m. to 6 p.m."]),
    ("pens, paper, etc. for the class", "en", ["pens, paper, etc. for the class"]),
    ("three kinds of plt. for the class", "en", ["three kinds of plt. for the class"]),
    (
        "we met at 5 p.m. in the hall of the school, with pens, ink, etc. for the class of dr. hill. it was fine.",
        "en",
        [
            "we met at 5 p.m. in the hall of the school, with pens, ink, etc. for the class of dr. hill.",
            "it was fine.",
        ],
    ),
    # After an abbreviation, "?" and "!" end a sentence; before a word in lower case, they do not.
    ("Wollen Sie Stifte usw.? Nehmen Sie sie!", "de", ["Wollen Sie Stifte usw.?", "Nehmen Sie sie!"]),
    ("¿Cómo está Ud.? Bien, gracias.", "es", ["¿Cómo está Ud.?", "Bien, gracias."]),
    ("War das vor Chr.? Ja.", "de", ["War das vor Chr.?", "Ja."]),
    ("Do you know Mr.? No.", "en", ["Do you know Mr.?", "No."]),
    ("Bring pens etc.! now.", "en", ["Bring pens etc.! now."]),
    ("And then ...? Nothing.", "en", ["And then ...?", "Nothing."]),
    # Lone surrogates, the first and the last.
    ("One \ud800. Two.", "en", ["One \ud800.", "Two."]),
    ("One \udfff. Two.", "en", ["One \udfff.", "Two."]),
]


# (the language, its sentences): joined, they are found again.
FOUND_AGAIN: list[tuple[str, list[str]]] = [
    ("en", ["`` We waited .", "It came . ''", "Then he left ."]),
    ("en", ["She wrote ' we waited .", "It came . '", "Then he left ."]),
    ("en", ["It is at http://a.org/?Query=1 now.", "Or at http://a.org/x?Id too."]),
    ("en", ["The difference (MD) Was small.", "The interval (CI) Was wide.", "Grade (II) Was rare.", "We stop."]),
    ("en", ["The lead author (MD) saw 12 patients.", "They got well (95% CI 1.2 to 3.4).", "We found two studies."]),
    (
        "en",
        ["(MD) was used for pain.", "It fell by two points (CI).", "Type (II) errors are rare.", "We were careful."],
    ),
    ("en", ["1. Wash your hands.", "2. Dry them.", "3. Go out."]),
    ("en", ["1) First.", "It is good.", "2) Second.", "It is better."]),
    ("en", ["a) First.", "It is good.", "b) Second."]),
    ("de", ["1. den Teig kneten, 2. einen Topf holen."]),
    ("de", ["1. Den Teig kneten.", "2. Einen Topf holen.", "3. Wasser kochen."]),
    ("de", ["So geht es: 1. Topf holen, 2. Wasser kochen.", "Fertig."]),
    ("fr", ["Il naît en 44 av. J.-C. à Rome.", "Elle meurt en 12 apr. J.-C. en Gaule."]),
    ("fr", ["Rome brûle en 64 apr. J.-C.", "Les habitants fuient."]),
    ("fr", ["La chèvre de M. Seguin est partie.", "Le Dr. Morel et Mme Petit la cherchent."]),
    ("it", ["Cesare morì nel 44 a.C. a Roma.", "Augusto morì nel 14 d.C. a Nola."]),
    ("pt", ["Foi fundada em 753 a.C. por Rômulo.", "A rua fica na Av. Paulista, no séc. XX.", "É longa."]),
    ("en", ["We found Aconitum napellus subsp. napellus on the hill.", "It is poisonous."]),
    ("nl", ["De stad heeft o.a. mooie parken.", "Er is bijv. een meer, d.w.z. een plas."]),
    ("sv", ["Det finns t.ex. i Norden.", "Där bor bl.a. älgar m.m. i skogen."]),
    ("en", ["see http://a.org/?q=Big.Cat&x=1 for more.", "It helps."]),
    ("en", ["Is it on www.example.com/?id=7?", "Yes."]),
    ("en", ["`` It is late . ''", "He went home ."]),
    ("en", ["She wrote ` come soon . '", "Nobody came ."]),
    ("en", ["the town is small .", "it lies in the north .", "it has a church ."]),
    ("en", ["Mr. and Mrs. Hill met Dr. Lee at 5 p.m. on Monday.", "They ate."]),
    ("en", ["The shop opens at 9 a.m.", "Visitors are welcome."]),
    ("en", ["He lives in the U.S. and works for Hill & Co. in Boston.", "She moved to the U.K. in May."]),
    ("en", ["They left the U.S.", "The trip was long."]),
    ("en", ["The U.S. Army and the U.N. General Assembly agreed."]),
    ("en", ["J. R. R. Tolkien and C.S. Lewis were friends.", "John F. Kennedy was not."]),
    ("en", ["See No. 5, p. 12 and vol. 3.", "Fig. 2 shows it, cf. Sec. 4."]),
    ("en", ["Some animals, e.g. Siberian tigers, i.e. big cats, swim.", "Dogs vs. Cats is a film."]),
    ("en", ["We need bread, milk, etc.", "Tomorrow we go."]),
    ("en", ["It weighs 3.5 kg.", "It costs $4.99.", "It is 10.30 now."]),
    ("en", ["Wait... what?", "No...", "Go."]),
    ("en", ["“We waited.", "It came,” she said."]),
    ("en", ["He (the son of John Hill Jr.) was late.", "(She was not.)", "They left."]),
    ("en", ["The film (it was long. It was dull) ended."]),
    ("en", ["The iPhone was new.", "iPads came later.", "eBay sold them."]),
    ("en", ["This is true.[1]", "That is not.[2][3]", "So be it."]),
    ("en", ["Who is it?!", "Me!"]),
    ("en", ["It was 1990.", "25 people came."]),
    ("en", ["Martin Luther King Jr. spoke.", "Acme Inc. and Hill Ltd. listened."]),
    ("en", ["Gen. Hill and Sen. Lee met Rep. Fox on Jan. 5.", "Gov. Ray was ill."]),
    ("de", ["Am 3. Mai kam Dr. Maier.", "Das war im 19. Jh. n. Chr. so.", "Ende."]),
    ("de", ["Das gilt z. B. für Tiere, d. h. Hunde, u. a. Pudel bzw. Dackel usw.", "Die Katze nicht."]),
    ("de", ["Nach § 5 Abs. 2 Nr. 3 und Art. 7 gilt das.", "Siehe S. 12 ff. und Abb. 3."]),
    ("de", ["Der 2. Weltkrieg endete am 8. Mai 1945.", "Kaiser Wilhelm II. ging nach Holland.", "Er blieb dort."]),
    ("de", ["Sie ist 70.", "Er ist 71.", "Das Kind wurde 3.", "Dann zogen sie um."]),
    ("de", ["Ludwig XIV. war König.", "Das Schloss gehörte Ludwig XIV.", "Es ist groß."]),
    ("de", ["Er wohnt in der Str. des 17. Juni.", "Es kostet ca. 5 Mio. Euro inkl. MwSt. im Jahr."]),
    ("de", ["Im Jahr 44 v. Chr. starb Cäsar.", "Im 2. und 3. Jahrhundert war es ruhig."]),
    ("de", ["„Komm her!“, rief sie.", "„Ich komme.“", "Er kam um 10.30 Uhr."]),
    ("de", ["Die Sitzung ist am 5. 3. 2020.", "Sie dauert lange."]),
    ("de", ["»Geh weg.", "Ich will schlafen.«", "Er ging."]),
    ("de", ["Er wohnt in der Hauptstr. 5.", "Sie nicht.", "Der Laden ist in der Goethestr. 12 in Köln."]),
    ("de", ["Sie wohnt in der Karl-Marx-Str.", "Das Haus ist alt.", "Es steht in der MARKTSTR. 7 in Ulm."]),
    ("de", ["Mehr dazu, vgl. Abschn. 4, Anh. 2 und Abb. A.", "Die Fa. Bosch war dort.", "Siehe Rz. 8 und Rdnr. 9."]),
    ("de", ["Wir fahren zum Kap.", "Peter mag diese Art.", "Eva nicht.", "Siehe Kap. IV, Tab. 3 und Bd. 2."]),
    ("fr", ["Voir app. 3, ann. 2 et tabl. 4 du livre.", "Il lit."]),
    ("en", ["The Letters, ed. Smith, are long.", "The Poems, eds. Hill and Ray, are not.", "I met Ed.", "He left."]),
    ("fr", ["« Il pleut. »", "Elle rentre.", "« Quand ? » demande-t-il."]),
    ("fr", ["Il aime les fruits, p. ex. les poires.", "Voir p. 5, fig. 2 et chap. 3.", "C'est tout."]),
    ("fr", ["Il est 10 h. 30.", "A. Dumas et J.-J. Rousseau écrivent."]),
    ("fr", ["Des pommes, des poires, etc.", "Puis il part."]),
    ("fr", ["Vous venez ?", "Oui !", "Où donc ?"]),
    ("es", ["El Sr. Gómez y la Sra. Ruiz viven en EE. UU. desde 1990.", "La Dra. Pérez, p. ej., no."]),
    ("es", ["Murió en 44 a. C. en Roma.", "¿Quién?", "¡Yo!"]),
    ("es", ["Vive en la Avda. de América n.º 5.", "Véase pág. 12 y art. 3."]),
    ("pt", ["O Dr. Sousa e a Profa. Lima chegaram às 10 h.", "Ele mora na R. Augusta, n.º 5."]),
    ("it", ["Il sig. Rossi e la dott.ssa Bianchi vivono in v.le Roma.", "Vedi pag. 5, cap. 3 e fig. 2.", "È tutto."]),
    ("it", ["Nel sec. XIX il prof. Verdi insegnava.", "Mele, pere ecc. erano care."]),
    ("ca", ["El Sr. Puig viu a l'av. Diagonal.", "Vegeu p. ex. la pàg. 5."]),
    ("ro", ["Dl. Popescu și dna. Ionescu stau pe str. Lungă nr. 5.", "Art. 3 se aplică."]),
    ("nl", ["Dhr. Jansen en mevr. De Vries wonen in Den Haag.", "Zie blz. 5 e.v. en art. 3."]),
    ("nl", ["In 44 v.Chr. stierf Caesar.", "Hij was o.a. consul, enz.", "Daarna kwam Augustus."]),
    ("sv", ["Kl. 10 kom dr. Berg, dvs. läkaren.", "Han är f.d. lärare.", "Det hände 44 f.Kr. i Rom."]),
    ("da", ["Den 3. maj kom hr. Jensen, dvs. læreren.", "Det var f.eks. i 2. Verdenskrig.", "Han blev."]),
    ("no", ["Den 17. mai er bl.a. en festdag.", "Kl. 10 kom f.eks. Kari.", "Hun er 70.", "Han er 71."]),
    ("cs", ["Dne 5. května 1945 přišel dr. Novák.", "Bylo to např. v 19. století, tj. dávno.", "Karel IV. byl král."]),
    ("sk", ["Dňa 5. mája prišiel Ing. Kováč.", "Je to napr. v 19. storočí, t. j. dávno."]),
    ("pl", ["W 1990 r. prof. Nowak i dr hab. Lis pisali m.in. wiersze.", "Było to np. w XX w. w Polsce."]),
    ("ru", ["В 1990 г. Москва росла.", "Это было в XX в. и т. д. по плану.", "А. С. Пушкин жил на ул. Мойка."]),
    ("uk", ["У 1990 р. Київ ріс.", "Це було на вул. Лесі Українки, тобто в центрі."]),
    ("bg", ["През 1990 г. проф. Иванов пише.", "Той живее на ул. Шипка."]),
    ("hr", ["Na njoj je DVD.", "Knjiga je iz XIX. stoljeća."]),
    ("hr", ["Dana 5. svibnja 1990. godine došao je dr. Horvat.", "To je npr. u 19. stoljeću."]),
    (
        "fi",
        [
            "Hän syntyi 5. toukokuuta 1990.",
            "Se oli esim. 1800-luvulla, ts. kauan sitten.",
            "Prof. Virtanen tuli klo 10.30.",
        ],
    ),
    ("hu", ["1990. május 5-én jött dr. Nagy.", "IV. Béla király volt, pl. Budán.", "A vár áll."]),
    ("tr", ["II. Mehmed 29 Mayıs 1453'te geldi.", "Prof. Dr. Kaya 19. yüzyılda, örn. Bursa'da yaşadı.", "O öldü."]),
    ("eu", ["1990. urtean etorri zen.", "XIX. mendean, adib. Bilbon, jaio zen."]),
    ("el", ["Ο κ. Παπαδόπουλος ήρθε το 44 π.Χ. στη Ρώμη.", "Τι είναι;", "Τίποτα."]),
    ("hi", ["डॉ. शर्मा आए।", "वे श्री. वर्मा से मिले।"]),
    ("hy", ["Նա եկավ։", "Մենք գնացինք։"]),
    ("am", ["ሰላም ነው።", "ደህና ነህ፧", "አዎ።"]),
    ("my", ["သူလာသည်။", "ငါသွားသည်။"]),
    ("zh", ["他说：“好。”", "然后走了。", "3.5公斤。"]),
    ("ja", ["「はい。わかりました。」と言った。", "彼は帰った。"]),
    ("ur", ["یہ پہلا ہے۔", "کیا یہ دوسرا ہے؟", "ہاں!"]),
    ("he", ['ד"ר כהן בא.', "הוא הלך."]),
    ("ko", ["그는 왔다.", "나는 갔다.", "3.5kg이다."]),
    ("en", ["2.1. Scope of the work.", "2.2. Terms used."]),
    ("de", ["6./7. Jahrhundert ist gemeint.", "Mehr nicht."]),
    ("fr", ["Il mesure 5 m.", "Les autres sont grands.", "M. Le Goff vient."]),
    ("de", ["Am 3., 4. und 5. Mai ist frei.", "Der 1. FC Köln spielt."]),
    ("en", ["We met at Hill St.", "The shop was closed.", "St. Mary was open."]),
    ("en", ["It was 6 ft. long.", "DR. HILL SAID NO.", "I AM LATE."]),
    ("en", ["He said (in a whisper?) that it was late.", "She left [...] at once."]),
    ("en", ["Yes ... no ... I do not know.", "He was a giant.", "... Were we afraid?"]),
    ("en", ["Node.js and ASP.Net are tools.", "U.S.A. is a name."]),
    ("es", ["Vive en EE. UU.", "La casa es grande.", "Nació en el mar.", "Pedro no."]),
    ("pt", ["Quero ver.", "Pedro também.", "Está tudo mal.", "Maria sabe."]),
    ("pl", ["Dałem im.", "On poszedł.", "Szkoła im. Kopernika stoi."]),
    ("da", ["Bogen er min.", "Karen ved det."]),
    ("hu", ["A 19. században élt.", "1848. március 15-én kezdődött.", "Kb. 5 km."]),
    ("fr", ["« Tu viens ? », dit l'homme.", "Il part."]),
    ("en", ["It was Mr. Poor’s.", "China’s was new.", "It is the boy's.", "Peter knows."]),
]


@pytest.mark.parametrize(("text", "rules", "expected"), TABLE, ids=[ascii(case[0]) for case in TABLE])
def test_sentences(text: str, rules: str, expected: list[str]) -> None:
    assert sentences(text, rules) == expected


@pytest.mark.parametrize(("language", "expected"), FOUND_AGAIN, ids=[ascii(case[1][0][:30]) for case in FOUND_AGAIN])
def test_sentences_are_found_again(language: str, expected: list[str]) -> None:
    text = ("" if language in {"ja", "zh"} else " ").join(expected)
    assert sentences(text, rules_for(language)) == expected


def test_the_document_tells_whether_it_is_in_lower_case() -> None:
    assert sentences("he left. she stayed.", "en", is_lower=True) == ["he left.", "she stayed."]
    row = "from monday on. the hall is open. the shop is not."
    assert len(sentences(row, "en")) == 3
    assert sentences(row, "en", is_lower=False) == [row]


@pytest.mark.parametrize(
    ("language", "rules"),
    [
        (None, "en"),
        ("", "en"),
        ("de", "de"),
        ("de-AT", "de"),
        ("PT_br", "pt"),
        ("zh-Hant", "zh"),
        ("nb-NO", "no"),
        ("sv", "sv"),
    ],
)
def test_rules_of_known_languages(language: str | None, rules: str) -> None:
    assert rules_for(language) == rules


@pytest.mark.parametrize(
    ("language", "rules"), [("gsw", "de"), ("BAR", "de"), ("sw-KE", "en"), ("xx", "en"), ("é", "en")]
)
def test_rules_of_other_languages(language: str, rules: str) -> None:
    assert rules_for(language) == rules
    with pytest.warns(LanguageWarning, match="no sentence rules for language"):
        warn_without_rules(language)


def test_a_related_language_lends_its_rules() -> None:
    """Swiss German has German ordinals."""
    with pytest.warns(LanguageWarning):
        document = Document.from_text("Er kam am 3. Oktober. Sie blieb.", "gsw")
    assert document.sentences == ("Er kam am 3. Oktober.", "Sie blieb.")


_PIECES = st.sampled_from(
    [
        *"aIVxб5日。」「！।",
        "Dr",
        "z.B",
        "U.S",
        "No",
        "The",
        "den",
        "3",
        "19",
        *".!?…:;,",
        "...",
        *"\"'“”„«»‘’()[]",
        "[1]",
        "\n",
        "  ",
    ]
)
_TEXTS = st.lists(st.tuples(_PIECES, st.sampled_from(["", " "])), max_size=25).map(lambda p: "".join(map("".join, p)))


@given(_TEXTS | st.text(), st.sampled_from(sorted(LANGUAGES)))
def test_nothing_is_lost_and_sentences_end_at_stops(text: str, rules: str) -> None:
    found = sentences(text, rules)
    assert "".join("".join(found).split()) == "".join(text.split())
    assert all(sentence and sentence == sentence.strip() for sentence in found)
    assert all(re.search(r"[^\w\s]", sentence) for sentence in found[:-1])


_WORDS = st.text(string.ascii_lowercase, min_size=5, max_size=9)
_SENTENCES = st.builds(
    lambda words, stop: " ".join(words).capitalize() + stop,
    st.lists(_WORDS, min_size=2, max_size=6),
    st.sampled_from([".", "!", "?", "?!", "…", '."', ".”", ".)", ".[1]"]),
)


@given(st.lists(_SENTENCES, min_size=1, max_size=8), st.sampled_from(sorted(LANGUAGES)))
def test_plain_sentences_are_found_again(written: list[str], rules: str) -> None:
    assert sentences(" ".join(written), rules) == written


@pytest.mark.parametrize("piece", ["a. b. ", "你好。", ".", "(a. B", 'a . " ', "「は。", "[1].", "x"])
def test_long_text_takes_no_quadratic_time(piece: str) -> None:
    """A text without a place to cut, or with very many; what was quadratic takes minutes here."""
    text = piece * (200_000 // len(piece))
    assert "".join("".join(sentences(text, "en")).split()) == "".join(text.split())


_PATTERNS = [
    "a", "a ", "A ", "a.", "a. ", "A. ", "A.B.", "A.B. ", "a. B ", "!", "?! A", "…", "… A", "...", " . A",
    "(", "((", "(a. ", "(A. B", "a) ", ". )", ". ) )", ". [1]", "[1]", '"', '" ', '". ', 'a . " ', 'a " B . " C ',
    "'", "' ", " ' . ", "a ' b . ' c ", ". ''", "“A . “ ", "« A . » ", "A . » B . « ", ".“a", "„. ",
    "1.", "1. ", "1.2. A", "3. Okt. ", "XIX. ", "z. B. ", "J.-C. ", "U.S. The ", "Dr. ", "l'av. ", "http://a.b/c. D",
    "https://a.b/c?d=e.f&g", "aaaa.Bbb ", "日本。", "日本", "。", "「日本。", "日本。」", "（日本。", "।", "؟ ",
]  # fmt: skip


@pytest.mark.parametrize("rules", ["de", "en"])
@pytest.mark.parametrize("piece", _PATTERNS)
def test_time_grows_as_text_does(piece: str, rules: str) -> None:
    """Four times the text may take four times as long; where each mark looks at all before it, it takes sixteen."""

    def time(size: int) -> float:
        text = piece * (size // len(piece))
        times = []
        for _ in range(3):
            start = process_time()
            sentences(text, rules)
            times.append(process_time() - start)
        return min(times)

    assert time(16_000) < 12 * max(time(4_000), 0.0001)
