"""Words that decide where sentences end, by language: abbreviations, ordinals, words that begin sentences.

Written for this project, without the full stops. A word is looked up as it is written, and in lower case; so what is
listed in lower case stands for both, and what is listed with a capital ("Mass") for that form only.

Caller: `segment`.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from vicinal.text.starters import STARTERS


class Words(NamedTuple):
    """The words of a language that decide at a full stop.

    Attributes:
        within: Abbreviations that never end a sentence: titles, "e.g.", "z.B.".
        anywhere: Abbreviations that end a sentence only if a starter follows: "Inc.", "u.a.", "Sept.".
        numbered: Abbreviations before a number, and ordinary words or sentence ends elsewhere: "No. 5", "Art. 3".
        starters: Words that often begin a sentence, and are no part of names.
        ordinals: Whether "3." is a way to write "third".
        counted: In a language that capitalises nouns, what is counted with such ordinals.
    """

    within: frozenset[str]
    anywhere: frozenset[str]
    numbered: frozenset[str]
    starters: frozenset[str]
    ordinals: bool
    counted: frozenset[str]


@lru_cache(maxsize=64)
def words_of(code: str) -> Words:
    """Return the words of a language, by its code; a language without lists has those of all languages only."""
    within, anywhere, numbered, starters = (
        frozenset(lists.get(code, "").split()) for lists in (_WITHIN, _ANYWHERE, _NUMBERED, STARTERS)
    )
    return Words(
        within | frozenset(_WITHIN[""].split()) - anywhere,
        anywhere | frozenset(_ANYWHERE[""].split()) - within,
        numbered | frozenset(_NUMBERED[""].split()),
        starters,
        code in _ORDINALS.split(),
        frozenset(_COUNTED.split()) if code == "de" else frozenset(),
    )


_ORDINALS = "cs da de et eu fi hr hu is kk lt lv mk no pl sk sl sr tr"
# What is counted with ordinals, in German.
_COUNTED = """
    Januar Jänner Februar März April Mai Juni Juli August September Oktober November Dezember Jan Feb Mär Apr Jun Jul
    Aug Sep Sept Okt Nov Dez Jh Jhd Jahrhundert Jahrhunderts Jahrhunderte Jahrhunderten Jahrtausend Jahrtausends
    Lebensjahr Lebensjahres Lebenswoche Geburtstag Todestag Jahrestag Jubiläum Klasse Platz Rang Stock Etage Stelle
    Mal Tag Woche Weltkrieg Weltkriegs Weltkrieges Generation Auflage Kapitel Buch Teil Akt Liga Bundesliga Runde
    Bezirk Armee Division Dynastie Grad Grades Semester Schuljahr Sinfonie Symphonie
"""
_WITHIN = {
    "": "dr prof ing Mag mr mrs ms vs cf",
    "en": """
        mr mrs ms messrs drs mt e.g i.e viz a.k.a f.k.a fl approx esp incl Rev Hon Gen Col Maj Capt Cmdr Lt Sgt Cpl
        Pvt Adm Gov Sen Rep Pres Supt Fr
    """,
    "de": """
        hr fr frl nr bd bde abs ca vgl bzw evtl ggf inkl exkl zzgl sog geb gest verh hl dipl dipl.-ing ing z.b z.t
        z.zt d.h u.a.m i.d.r i.a i.e.s i.w.s m.e u.u v.a d.i bspw insb insbes resp dt engl frz ital span lat griech
        russ poln niederl österr schweizer franz ehem eigtl urspr mind tel allg kath ev hebr arab türk jap chin amerik
        brit med jur phil nat rer habil theol röm jüd dän schwed norw tschech ungar lt gem einschl zw bes jmd jmdn
        jmdm schweizerdt mhd ahd nhd aram gegr fa
    """,
    "fr": """
        M MM mgr me mlle mme dr drs pr prof ste cf p.ex par.ex c.-à-d c.à.d env av apr ca chap boul bd fig éd trad
        coll lt cdt ex
    """,
    "es": """
        sr sra srs sres sras srta srtas d dª dña dr dra dres prof profª lic ing arq abg gral cnel tte sto sta s.m
        ss.mm EE FF CC JJ RR excmo ilmo mons fr av avda c/ ctra pza p.ej ej vs aprox cfr cf ca núm tel
    """,
    "pt": """
        sr sra srs srª dr dra drs prof profa profª eng engº arq gen cel cap ten sarg des exmo exma ilmo D sto sta av r
        trav al pça jd dep sen vs p.ex aprox cf ca séc sécs núm tel pe fr lt
    """,
    "it": """
        sig sigg sig.ra sig.na dr dott dott.ssa prof prof.ssa ing avv arch geom rag on sen gen col cap ten mons s ss
        v.le p.es es ecc.mo cfr cf ca sec secc tel fig vs p.zza c.so v cd
    """,
    "ca": "sr sra srs dr dra prof st sta av avda p.ex ex núm cf ca aprox s",
    "gl": "sr sra srs dr dra prof av p.ex ex núm cf ca s",
    "ro": "dl d-l dna d-na dr prof ing av str bd jud mun com sf lt col gen cf nr art ex p.ex ca cca",
    "nl": """
        dhr mevr mej mw dr drs ir ing mr prof ds st jhr jkvr ca bijv bv d.w.z d.m.v i.p.v i.v.m m.b.t m.b.v m.i m.n
        n.a.v o.b.v o.l.v o.m t.a.v t.b.v t.g.v t.n.v t.o.v t.w.v z.g z.g.n zgn zog vgl resp incl excl max evt nl
        m.a.w t/m blz
    """,
    "sv": """
        dr prof t.ex bl.a d.v.s s.k dvs resp ca f.d fr.o.m m.a.o o.d p.g.a s.a.s t.o.m t.v t.h st kap jfr jmf inkl
        exkl max tel ang övers red f.n kl
    """,
    "da": """
        hr fr frk dr prof f.eks bl.a d.v.s dvs ca mht pga p.g.a vedr jf jfr ang evt inkl ekskl maks tlf red f.kr e.kr
        ell sml såk s.k fx kl st sct skt hhv
    """,
    "no": """
        hr fr dr prof f.eks bl.a d.v.s dvs ca mht pga p.g.a vedr jf jfr ang evt inkl ekskl maks tlf red s.k ev st kl
        hhv t.d t.o.m f.o.m
    """,
    "is": "dr prof t.d þ.e þ.e.a.s m.a s.s hr fr sr u.þ.b nk",
    "fi": "hra rva nti tri prof esim eli ts mm ns nk n em ko vrt ks klo puh os alk synt nyk esm huom",
    "et": "hr pr dr prof nt st s.t näit vt u umb sh lk tel",
    "lv": "dr prof piem t.i sk apm tālr",
    "lt": "dr prof pvz t.y žr tel pan gerb",
    "pl": """
        dr prof mgr inż lek hab np tzn tzw tj m.in in m.st ul al pl os św śp gen płk kpt por mjr ks bp abp o ok zob wg
        pt ang niem fr franc łac wł ros czes hiszp gr ur zm wyd red tel godz tys
    """,
    "cs": """
        dr prof mgr ing doc mudr judr phdr rndr p pí sl sv gen plk kpt např tj tzn tzv resp popř příp mj vč cca str
        nám ul tř č srov odd zejm angl něm fr lat řec rus špan ital pol arch akad
    """,
    "sk": """
        dr prof mgr ing doc mudr judr phdr rndr p pí sv gen plk kpt napr t.j tj tzn tzv resp popr príp cca vr str nám
        ul č porov angl nem fr lat gr rus akad
    """,
    "sl": "dr prof mag inž g gdč sv npr t.i t.j tj oz prim gl str ul dipl doc angl nem ok",
    "hr": "dr prof mr inž gosp gđa g sv npr tj tzv odn usp str ul dipl doc engl njem br",
    "sr": "dr prof mr inž gosp sv npr tj tzv odn str ul др проф мр инж госп св нпр тј тзв одн стр ул",
    "hu": "dr prof ifj id özv gr br pl ill ún kb vö ld szt mr st fszt tel u",
    "tr": "dr prof doç yrd av op uzm öğr sn bk örn mad mah cad sok apt blv no tel çev haz hz yy ör bkz st alb Gen",
    "eu": "jn and dk prof adib ad etab zk tel k.a k.o",
    "el": "κ κα κος δρ καθ π.χ δηλ βλ πρβλ λ.χ αγ σελ αρ τηλ οδ λεωφ πλ ο.π",
    "ru": """
        ул пр просп пл пер д проф акад доц т.е т.н т.к напр см ср тов гр гн св ок англ нем фр лат греч исп итал яп кит
        польск табл стр с гл ст п пп т тт н э.н др.-греч букв кв
    """,
    "uk": """
        м вул просп пл пров буд ім проф акад доц т.зв тзв напр див пор св бл англ нім фр лат грец ісп іт рос табл с п
        т кв
    """,
    "bg": "г-н г-жа проф д-р инж доц акад ул бул пл св напр т.е т.нар вж ср англ нем фр лат стр гр с обл",
    "mk": "д-р проф инж г-дин ул бул св на.пр т.е т.н стр",
    "kk": "проф акад ғ.қ көш д-р",
    "hi": "डॉ डा श्री प्रो कु पं सु मि",
    "mr": "डॉ श्री प्रा सौ कु पं",
    "bn": "ড ডা ডাঃ মো মোঃ অধ্যাপক মি",
    "gu": "ડૉ શ્રી પ્રો",
    "pa": "ਡਾ ਸ੍ਰੀ ਪ੍ਰੋ",
    "ta": "டாக்டர் திரு திருமதி பேரா",
    "te": "డా శ్రీ ప్రొ",
    "kn": "ಡಾ ಶ್ರೀ ಪ್ರೊ",
    "ml": "ഡോ ശ്രീ പ്രൊ",
    "ar": "د أ م ص ت",
    "hy": "դոկտ պրոֆ",
}
_ANYWHERE = {
    "": "jr sr inc ltd co corp bros ph.d m.d b.a m.a b.sc m.sc u.s u.s.a u.k u.n st",
    "en": """
        al ca dept univ assn ave blvd rd hwy est cit ind lit pte ste Jan Feb Mar Apr Jun Jul Aug Sept Sep Oct Nov Dec
        Ala Ariz Ark Calif Colo Conn Del Fla Ga Ill Ind Kan Ky La Md Mass Mich Minn Miss Mo Mont Neb Nev Okla Ore Pa
        Penn Tenn Tex Va Vt Wash Wis Wyo a.d b.c b.c.e c.e subsp ssp spp var sp cv syn ft ed eds
    """,
    "de": """
        usw etc u.a u.ä o.ä u.v.m u.v.a v.chr n.chr chr jh jhd jhdt str pl mio mrd tsd std sek Jan Feb Febr Mär Apr
        Jun Jul Aug Sept Sep Okt Nov Dez jun sen e.v aufl hrsg ebd a.a.o u.s.w ff dgl cie min max vorm nachm
        abb abschn
    """,
    "fr": "av.j.-c j.-c apr.j.-c s.a s.a.r.l janv févr avr juil sept oct nov déc",
    "es": "a.c d.c pág págs s.a s.l ene feb abr jun jul ago sept sep oct nov dic ud uds vd vds cía cia UU AA OO",
    "pt": "a.c d.c s.a ltda cia jan fev abr mai jun jul ago set out nov dez pág págs ex",
    "it": "a.c d.c s.p.a s.r.l gen feb apr mag giu lug ago set sett ott nov dic pag pagg ecc",
    "ca": "a.c d.c s.a s.l pàg pàgs",
    "gl": "a.c d.c s.a páx páxs",
    "ro": "î.hr d.hr s.a s.r.l pag ian feb apr iun iul aug sept oct nov dec",
    "nl": "o.a e.a e.d enz v.chr n.chr jan feb mrt apr jun jul aug sept okt nov dec b.v n.v a.d",
    "sv": "m.fl m.m osv o.s.v o.dyl f.kr e.kr jan feb apr aug sept okt nov dec sid",
    "da": "m.fl m.m osv o.l o.lign mv jan feb apr aug sept okt nov dec kr mio mia tlf sid",
    "no": "m.fl m.m osv o.l f.kr e.kr jan feb apr aug sept okt nov des kr mill mrd",
    "is": "o.fl o.s.frv f.kr e.kr kr",
    "fi": "jne ym yms eaa jaa eKr jKr ekr jkr milj mrd",
    "et": "jne jt ekr pkr a.d",
    "pl": "itd itp r rr w ww n.e p.n.e zł mln mld tys im",
    "cs": "atd apod aj př.n.l n.l kč mil mld tis s.r.o a.s stol r",
    "sk": "atď a.i pod pr.n.l n.l sk mil mld tis s.r.o a.s stor r",
    "sl": "itd ipd pr.n.št n.št d.o.o d.d",
    "hr": "itd i.sl pr.kr n.e d.o.o d.d st",
    "sr": "itd i.sl p.n.e n.e итд п.н.е н.е",
    "hu": "stb i.e i.sz kr.e kr.u kft rt zrt bt ker",
    "tr": "vb vs m.ö m.s i.ö i.s a.ş ltd",
    "eu": "etab k.a k.o",
    "el": "κ.λπ κλπ κ.ά μ.χ π.μ μ.μ",
    "ru": "др т.д т.п г гг в вв н.э руб коп млн млрд тыс им",
    "uk": "ін т.д т.п р рр ст н.е грн млн млрд тис",
    "bg": "др т.н и.др г гг в вв н.е пр.н.е лв млн млрд хил",
    "kk": "т.б ж ғ б.з.б",
}
_NUMBERED = {
    "": "no nr nos p pp art cap fig vol n nn op §",
    "en": "ch chap sec figs vols para pt bk pg",
    "de": "s art kap ziff anm anh tab rn rz rdnr rdn az",
    "fr": "n° nº no art al pp ch sect éd app ann tabl",
    "es": "n.º nº núm art arts cap vol tomo",
    "pt": "n.º nº núm art arts cap vol",
    "it": "n.º nº art artt cap vol",
    "nl": "nr art afd blz hfst",
    "sv": "nr kap s",
    "da": "nr s kap stk",
    "no": "nr s kap",
    "fi": "nro s",
    "pl": "nr art ust pkt s str t",
    "cs": "č čl odst s str",
    "sk": "č čl ods s str",
    "hu": "sz o",
    "tr": "s sf no",
    "ru": "№ ст гл с стр т рис",
    "uk": "№ ст с стр т рис",
}

# Languages with rules of their own. The last few need no lists, or share those of another one.
LANGUAGES = frozenset(_WITHIN.keys() - {""}) | {"am", "fa", "he", "ja", "ko", "my", "ur", "zh", "nb", "nn", "bs"}
# Languages with the lists of a related one.
RELATED = {
    code: rules
    for rules, codes in {
        "cs": "dsb hsb",
        "da": "fo",
        "de": "als bar gsw lb nds pfl stq",
        "el": "pnt",
        "es": "an ast ext lad",
        "fr": "br frp oc wa",
        "hi": "bho mai ne new sa",
        "hr": "bs sh",
        "it": "co fur lij lmo nap pms roa sc scn vec",
        "ja": "ryu",
        "kk": "ky",
        "nl": "af fy li vls zea",
        "no": "nb nn",
        "pl": "csb szl",
        "pt": "mwl",
        "ro": "mo rup",
        "ru": "ba be ce cv mn os tg tt udm",
        "tr": "az crh tk",
        "uk": "rue",
        "zh": "gan hak lzh nan wuu yue",
    }.items()
    for code in codes.split()
}
