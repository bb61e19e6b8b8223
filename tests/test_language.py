"""Languages by name, and languages recognised from texts."""

from __future__ import annotations

import os
import subprocess
import sys
import warnings

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vicinal import Document, InputError, LanguageWarning, SettingError, align
from vicinal.extract.block import Block
from vicinal.similarity.stems import Stems
from vicinal.text.abbreviations import LANGUAGES
from vicinal.text.document import language_of
from vicinal.text.language import language_code
from vicinal.text.language_words import ARABIC, CYRILLIC, DEVANAGARI, LATIN, LETTERS
from vicinal.text.reading import Reading, settled
from vicinal.text.recognition import recognised


def language(*texts: str) -> str | None:
    found = recognised(texts)
    return found.language if found else None


# Names


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("en", "en"), ("EN", "en"), ("english", "en"), ("English ", "en"), ("eng", "en"),
        ("deutsch", "de"), ("German", "de"), ("ger", "de"), ("deu", "de"), ("DE_at", "de-AT"), ("deu-CH", "de-CH"),
        ("Français", "fr"), ("francais", "fr"), ("Franc\u0327ais", "fr"), ("fre", "fr"),
        ("portuguese", "pt"), ("pt_BR", "pt-BR"), ("pt-br", "pt-BR"),
        ("zh-Hant", "zh-Hant"), ("zh_Hant_TW", "zh-Hant-TW"), ("chinese", "zh"), ("日本語", "ja"), ("Ελληνικά", "el"),
        ("tiếng Việt", "vi"), ("norwegian", "no"), ("nynorsk", "nn"),
        ("brazilian portuguese", "pt"), ("Chinese (Simplified)", "zh"), ("en US", "en-US"),
        ("gsw", "gsw"), ("qq", "qq"), ("x-own", "x-own"),
    ],
)  # fmt: skip
def test_languages_are_known_by_codes_and_names(name: str, code: str) -> None:
    assert language_code(name) == code
    assert Reading(name).language == code


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("klingon", "unknown language 'klingon'; give a code such as de"),
        ("portugese", "unknown language 'portugese'; for portuguese give pt"),
        ("germn", "unknown language 'germn'; for german give de"),
        ("1", "unknown language '1'; give a code such as de"),
        ("en;rm", "unknown language 'en;rm'; give a code such as de"),
        ("x", "unknown language 'x'; give a code such as de"),
        ("such a language", "unknown language 'such a language'; give a code such as de"),
        ("de-", "unknown language 'de-'; give a code such as de"),
        ("x" * 500, "unknown language 'xxx"),
    ],
)
def test_unknown_names_are_answered_with_a_code(name: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        Document.from_text("A cat.", name)
    assert str(caught.value).startswith(message)
    assert len(str(caught.value)) < 200


def test_every_code_with_rules_has_a_name_and_can_be_recognised() -> None:
    assert {language_code(code) for code in LANGUAGES} == LANGUAGES
    assert {*SENTENCES, "bs", "no"} >= LANGUAGES  # Bosnian is recognised as Croatian, Norwegian as Bokmål
    assert {*LATIN, *CYRILLIC, *ARABIC, *DEVANAGARI} >= set(LETTERS)


# Recognition

SENTENCES = {
    "gl": "O neno e a nena van á escola pola mañá, e logo volven cos seus amigos, que viven nunha rúa moi longa.",
    "nn": "Barna går ikkje på skulen i dag, fordi dei er sjuke, og eg veit ikkje kva me skal gjera.",
    "am": "ትናንት ማታ ወደ ቤት በእግር ሄድን።",
    "ar": "ذهبنا أمس إلى السوق ثم عدنا من هناك إلى البيت مع الأطفال.",
    "be": "Учора ўвечары мы доўга ішлі дадому, таму што аўтобус ужо паехаў.",
    "bg": "Снощи вървяхме дълго към къщи, защото последният автобус вече беше заминал.",
    "bn": "গতকাল সন্ধ্যায় আমরা হেঁটে বাড়ি ফিরেছিলাম।",
    "ca": "Ahir a la nit vam caminar molt perquè l'últim autobús ja havia marxat.",
    "cs": "Včera večer jsme šli dlouho pěšky, protože poslední autobus už odjel.",
    "da": "I går aftes gik vi længe hjem, fordi den sidste bus allerede var kørt.",
    "de": "Gestern Abend gingen wir lange zu Fuß, weil der letzte Bus schon weg war.",
    "el": "Χθες το βράδυ περπατήσαμε πολλή ώρα μέχρι το σπίτι.",
    "en": "Last night we walked home for a long time because the last bus had already left.",
    "es": "Anoche caminamos mucho tiempo porque el último autobús ya se había ido.",
    "et": "Eile õhtul kõndisime kaua koju, sest viimane buss oli juba läinud.",
    "eu": "Bart gauean luze ibili ginen etxera, azken autobusa joan zelako eta ez zegoen besterik.",
    "fa": "دیشب مدت زیادی پیاده به خانه رفتیم چون آخرین اتوبوس رفته بود و ما آن را ندیدیم.",
    "fi": "Eilen illalla kävelimme pitkään kotiin, koska viimeinen bussi oli jo lähtenyt.",
    "fr": "Hier soir, nous avons marché longtemps parce que le dernier bus était déjà parti.",
    "gu": "ગઈકાલે સાંજે અમે ચાલીને ઘરે ગયા.",
    "he": "אתמול בערב הלכנו הביתה ברגל.",
    "hi": "कल शाम हम बहुत देर तक पैदल चले क्योंकि आखिरी बस जा चुकी थी।",
    "hr": "Sinoć smo dugo išli kući jer je zadnji autobus već bio otišao.",
    "hu": "Tegnap este sokáig mentünk haza, mert az utolsó busz már elment, és nem volt más.",
    "hy": "Երեկ երեկոյան մենք երկար քայլեցինք դեպի տուն։",
    "id": "Tadi malam kami berjalan lama ke rumah karena bus terakhir sudah pergi.",
    "is": "Í gærkvöldi gengum við lengi heim af því að síðasti strætó var farinn.",
    "it": "Ieri sera abbiamo camminato a lungo perché l'ultimo autobus era già partito.",
    "ja": "昨日の夜、私たちは長い道を歩いて家に帰りました。",
    "ka": "გუშინ საღამოს დიდხანს ვიარეთ სახლისკენ.",
    "kk": "Кеше кешке біз үйге ұзақ жүрдік, өйткені соңғы автобус кетіп қалған еді.",
    "kn": "ನಿನ್ನೆ ಸಂಜೆ ನಾವು ಮನೆಗೆ ನಡೆದುಕೊಂಡು ಹೋದೆವು.",
    "ko": "어제 저녁에 우리는 오랫동안 걸어서 집으로 돌아왔습니다.",
    "lt": "Vakar vakare mes ilgai ėjome namo, nes paskutinis autobusas jau buvo išvažiavęs.",
    "lv": "Vakar vakarā mēs ilgi gājām mājās, jo pēdējais autobuss jau bija aizbraucis.",
    "mk": "Синоќа долго одевме дома, бидејќи последниот автобус веќе беше заминат.",
    "ml": "ഇന്നലെ വൈകുന്നേരം ഞങ്ങൾ നടന്നു വീട്ടിലേക്ക് പോയി.",
    "mr": "काल संध्याकाळी आम्ही खूप वेळ चालत घरी गेलो आणि शेवटची बस आधीच गेली होती.",
    "my": "မနေ့ညက ကျွန်တော်တို့ အိမ်ကို လမ်းလျှောက်ပြန်ခဲ့တယ်။",
    "nb": "I går kveld gikk vi lenge hjem fordi den siste bussen allerede hadde gått.",
    "ne": "हिजो बेलुका हामी धेरै बेर हिँडेर घर गयौं किनभने अन्तिम बस गइसकेको थियो।",
    "nl": "Gisteravond liepen we lang naar huis, omdat de laatste bus al weg was.",
    "pa": "ਕੱਲ੍ਹ ਸ਼ਾਮ ਅਸੀਂ ਪੈਦਲ ਘਰ ਗਏ।",
    "pl": "Wczoraj wieczorem szliśmy długo pieszo, bo ostatni autobus już odjechał.",
    "pt": "Ontem à noite caminhamos muito porque o último ônibus já tinha saído.",
    "ro": "Aseară am mers mult pe jos, pentru că ultimul autobuz plecase deja.",
    "ru": "Вчера вечером мы долго шли домой, потому что последний автобус уже уехал.",
    "sk": "Včera večer sme dlho kráčali domov, pretože posledný autobus už odišiel.",
    "sl": "Včeraj zvečer smo dolgo hodili domov, ker je zadnji avtobus že odpeljal.",
    "sq": "Mbrëmë ecëm për një kohë të gjatë sepse autobusi i fundit kishte ikur.",
    "sr": "Синоћ смо дуго ишли кући јер је последњи аутобус већ био отишао.",
    "sv": "I går kväll gick vi länge hem eftersom den sista bussen redan hade gått.",
    "ta": "நேற்று மாலை நாங்கள் நடந்து வீட்டிற்குச் சென்றோம்.",
    "te": "నిన్న సాయంత్రం మేము నడుచుకుంటూ ఇంటికి వెళ్ళాము.",
    "th": "เมื่อวานนี้เราเดินกลับบ้านเป็นเวลานาน",
    "tr": "Dün akşam eve kadar uzun süre yürüdük, çünkü son otobüs gitmişti.",
    "uk": "Учора ввечері ми довго йшли додому, бо останній автобус уже поїхав.",
    "ur": "کل شام ہم بہت دیر تک پیدل چلے کیونکہ آخری بس جا چکی تھی۔",
    "vi": "Tối qua chúng tôi đi bộ rất lâu vì chuyến xe cuối cùng đã chạy.",
    "zh": "昨天晚上我们走了很长的路才回到家。",
}


@pytest.mark.parametrize("code", SENTENCES)
def test_a_sentence_is_enough(code: str) -> None:
    found = recognised([SENTENCES[code]])
    assert found is not None
    assert found.language == code
    assert 0.5 <= found.confidence <= 1


@pytest.mark.parametrize("text", [
    "", " \n", "12 34", "...", "Maria", "Anna Maria Schmidt", "猫", "Peter, Paul\nJohn Miller\nIvan Petrov\nLucy Brown",
    "Berlin 1989 Paris 1968 Praha", "aaaa bbbb cccc", "https://example.org/index", "\ud800\udfff", "x" * 10_000,
])  # fmt: skip
def test_names_numbers_and_single_words_say_too_little(text: str) -> None:
    assert recognised([text]) is None


@pytest.mark.parametrize("text", [
    "Juan va al mercado.", "Maria Anna. Pedro.", "Ludwig van Beethoven", "A empresa Souza Cruz S.A. fica na pág. 5.",
    "Rio de Janeiro", "Il grandit.", "Johann Wolfgang von Goethe", "Ja. Herr Meier.",
])  # fmt: skip
def test_a_few_words_that_several_languages_write_say_too_little(text: str) -> None:
    assert recognised([text]) is None


@pytest.mark.parametrize(
    ("texts", "code"),
    [
        (["Das ist die Katze."], "de"),
        # Initials and the letters of abbreviations are no words.
        (["Siehe Abs. 2 Nr. 3 BGB i. V. m. § 5. Das gilt immer."], "de"),
        (["This is the cat."], "en"),
        (["Este é o gato da casa."], "pt"),
        (["The cat slept.", "It was on the mat, and so was the dog."], "en"),
        # The greater part decides.
        (["The dog and the cat are in the house. " * 3 + "Der Hund und die Katze sind im Haus."], "en"),
        (["The dog and the cat are in the house." + " Der Hund und die Katze sind im Haus." * 3], "de"),
        # Names of other languages, quotations, and titles do not.
        (["He was born in Münster and read 'Die Verwandlung', a story by Kafka, when he was at school."], "en"),
        (["Der Film „The Lord of the Rings“ wurde in Neuseeland gedreht und war sehr erfolgreich."], "de"),
        # Chinese characters among kana are Japanese; a few kana among them are not.
        (["東京都は日本の首都です。"], "ja"),
        (["这家店叫做の字号，是一家很有名的老店，每天都有很多客人来这里吃饭。"], "zh"),
        # Decomposed letters, capitals, curly apostrophes.
        (["L’e\u0301te\u0301 dernier, il n’a pas plu et nous e\u0301tions contents."], "fr"),
        (["WIR SIND NICHT DIE EINZIGEN, DIE DAS SO SEHEN."], "de"),
    ],
)
def test_what_decides(texts: list[str], code: str) -> None:
    assert language(*texts) == code


def test_a_long_text_is_sampled_everywhere() -> None:
    english, german = SENTENCES["en"] + " ", SENTENCES["de"] + " "
    assert language(english * 100 + german * 900) == "de"
    assert language(german * 100 + english * 900) == "en"
    assert language(*[english] * 10, *[german] * 90) == "de"


@given(st.text())
def test_any_text_is_taken(text: str) -> None:
    found = recognised([text])
    assert found is None or 0.5 <= found.confidence <= 1


_WHITE = st.sampled_from([" ", "\n", "\r\n", "\n\n", "\t", " \u2028"])


@pytest.mark.parametrize("text", ["O neno ማታ", "O neno ማታ\r\n", "O neno  \t ማታ\n\n\n"])
def test_white_space_does_not_count_among_letters(text: str) -> None:
    assert language(text) == "am"


@given(
    st.lists(st.sampled_from([word for text in SENTENCES.values() for word in text.split()]), max_size=40), st.data()
)
def test_line_breaks_and_byte_order_marks_do_not_matter(words: list[str], data: st.DataObject) -> None:
    broken = "".join(word + data.draw(_WHITE) for word in words)
    assert Document.from_text("\ufeff" + broken).language == language(" ".join(words))


def test_the_answer_does_not_depend_on_the_hash_of_strings() -> None:
    script = "from vicinal.text.recognition import recognised as r; print(r([{!r}]))"
    text = " ".join(SENTENCES.values())
    made = {
        subprocess.run(
            [sys.executable, "-c", script.format(text)],
            capture_output=True, check=True, env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONIOENCODING": "utf-8"},
        ).stdout
        for seed in ("0", "1", "2")
    }  # fmt: skip
    assert len(made) == 1


# Documents


def test_a_text_without_a_language_gets_the_one_recognised() -> None:
    document = Document.from_text("Er kam am 3. Oktober in die Stadt. Sie blieb nicht lange dort.")
    assert document.language == "de"
    assert document.sentences == ("Er kam am 3. Oktober in die Stadt.", "Sie blieb nicht lange dort.")
    assert Document.from_text(SENTENCES["de"], "en").language == "en"
    assert Document.from_text("Anna. Maria.").language is None
    assert Document([[SENTENCES["de"]]]).language is None


def test_blocks_count_like_text() -> None:
    blocks = (Block("Der Titel", heading=True), Block(SENTENCES["de"]))
    assert settled(Reading(), [blocks]).language == "de"
    assert settled(Reading("fr"), [blocks]).language == "fr"


def test_both_sides_get_one_language() -> None:
    alignment = align("Anna. Maria.", SENTENCES["de"])
    assert alignment.source.language == alignment.target.language == "de"


def test_what_is_settled_is_not_decided_again() -> None:
    taken = settled(Reading(), [SENTENCES["sv"]])
    assert settled(taken, [SENTENCES["de"]]) is taken
    with pytest.raises(SettingError, match="a settled reading needs a split other than 'auto'"):
        Reading("de", "auto", is_settled=True)


def test_a_recognised_language_without_rules_is_read_without_a_warning() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        document = Document.from_text(SENTENCES["sq"])
        assert Document.from_content(SENTENCES["sq"], settled(Reading(), [SENTENCES["sq"]])) == document
    assert document.language == "sq"
    with pytest.warns(LanguageWarning, match="no sentence rules for language 'sq'"):
        Document.from_text(SENTENCES["sq"], "albanian")


def test_methods_recognise_the_language_of_lists() -> None:
    source, target = Document([["The cats were running in the house."]]), Document([["A cat is what runs there."]])
    assert language_of(source, target) == "en"
    assert language_of(Document(source.paragraphs, language="de"), target) == "de"
    assert language_of(source, Document(target.paragraphs, language="fr")) == "fr"
    assert Stems()(source, target).pair(0, 0) == Stems("en")(source, target).pair(0, 0) > 0
