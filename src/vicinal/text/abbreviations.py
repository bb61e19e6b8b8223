"""Words that end with a full stop and words that begin sentences, by language; for `segment`.

Written for this project, without the full stops. A word is looked up as it is written, and in lower case.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple


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
        frozenset(lists.get(code, "").split()) for lists in (_WITHIN, _ANYWHERE, _NUMBERED, _STARTERS)
    )
    return Words(
        within | frozenset(_WITHIN[""].split()) - anywhere,
        anywhere | frozenset(_ANYWHERE[""].split()) - within,
        numbered | frozenset(_NUMBERED[""].split()),
        starters,
        code in _ORDINALS,
        frozenset(_COUNTED.split()) if code == "de" else frozenset(),
    )


_ORDINALS = frozenset("az cs da de et eu fi fo hr hu is kk lt lv mk no pl sk sl sr tr".split())
# German.
_COUNTED = """
    Januar Jänner Februar März April Mai Juni Juli August September Oktober November Dezember
    Jan Feb Mär Apr Jun Jul Aug Sep Sept Okt Nov Dez
    Jh Jhd Jahrhundert Jahrhunderts Jahrhunderte Jahrhunderten Jahrtausend Jahrtausends Lebensjahr Lebensjahres
    Lebenswoche Geburtstag Todestag Jahrestag Jubiläum Klasse Platz Rang Stock Etage Stelle Mal Tag Woche Weltkrieg
    Weltkriegs Weltkrieges Generation Auflage Kapitel Buch Teil Akt Liga Bundesliga Runde Bezirk Armee Division Dynastie
    Grad Grades Semester Schuljahr Sinfonie Symphonie
"""

_WITHIN = {
    "": "dr prof ing Mag mr mrs ms vs cf",
    "en": """
        mr mrs ms messrs drs mt
        e.g i.e viz a.k.a f.k.a fl approx esp incl
        Rev Hon Gen Col Maj Capt Cmdr Lt Sgt Cpl Pvt Adm Gov Sen Rep Pres Supt Fr
    """,
    "de": """
        hr fr frl nr bd bde abs ca vgl bzw evtl ggf inkl exkl zzgl sog geb gest verh hl dipl dipl.-ing ing
        z.b z.t z.zt d.h u.a.m i.d.r i.a i.e.s i.w.s m.e u.u v.a d.i bspw insb insbes resp
        dt engl frz ital span lat griech russ poln niederl österr schweizer franz ehem eigtl urspr
        mind tel allg kath ev hebr arab türk jap chin amerik brit med jur phil nat rer habil theol
        röm jüd dän schwed norw tschech ungar lt gem einschl zw bes jmd jmdn jmdm schweizerdt mhd ahd nhd aram gegr
    """,
    "fr": """
        m MM mgr me mlle mme dr drs pr prof ste cf p.ex par.ex c.-à-d c.à.d env av apr ca chap boul bd fig
         éd trad coll lt cdt ex
    """,
    "es": """
        sr sra srs sres sras srta srtas d dª dña dr dra dres prof profª lic ing arq abg gral cnel tte sto sta
        s.m ss.mm EE FF CC JJ RR excmo ilmo mons fr av avda c/ ctra pza p.ej ej vs aprox cfr cf ca núm tel ee.uu
    """,
    "pt": """
        sr sra srs srª dr dra drs prof profa profª eng engº arq gen cel cap ten sarg des exmo exma ilmo d
        sto sta av r trav al pça jd dep sen vs p.ex aprox cf ca séc sécs núm tel pe fr lt
    """,
    "it": """
        sig sigg sig.ra sig.na dr dott dott.ssa prof prof.ssa ing avv arch geom rag on sen gen col cap ten mons s
        ss v.le p.es es ecc.mo cfr cf ca sec secc tel fig vs p.zza c.so v ca cd
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
        dr prof t.ex bl.a d.v.s s.k dvs resp ca f.d fr.o.m m.a.o o.d p.g.a s.a.s t.o.m t.v t.h st kap jfr jmf inkl exkl
        max tel ang övers red f.n kl
    """,
    "da": """
        hr fr frk dr prof f.eks bl.a d.v.s dvs ca mht pga p.g.a vedr jf jfr ang evt inkl ekskl maks tlf red f.kr
        e.kr ell sml såk s.k fx kl st sct skt hhv
    """,
    "no": """
        hr fr dr prof f.eks bl.a d.v.s dvs ca mht pga p.g.a vedr jf jfr ang evt inkl ekskl maks tlf red s.k ev
        st kl hhv t.d t.o.m f.o.m
    """,
    "is": "dr prof t.d þ.e þ.e.a.s m.a s.s hr fr sr u.þ.b nk",
    "fi": "hra rva nti tri prof esim eli ts mm ns nk n em ko vrt ks klo puh os alk synt nyk esm huom",
    "et": "hr pr dr prof nt st s.t näit vt u umb sh lk tel",
    "lv": "dr prof piem t.i sk apm tālr",
    "lt": "dr prof pvz t.y žr tel pan gerb",
    "pl": """
        dr prof mgr inż lek hab np tzn tzw tj m.in in m.st ul al pl os św śp gen płk kpt por mjr ks bp abp o
        ok zob por wg pt ang niem fr franc łac wł ros czes hiszp gr ur zm wyd red tel godz tys
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
        ул пр просп пл пер д проф акад доц т.е т.н т.к напр см ср тов гр гн св ок англ нем
        фр лат греч исп итал яп кит польск табл стр с гл ст п пп т тт н э.н др.-греч букв кв
    """,
    "uk": """
        м вул просп пл пров буд ім проф акад доц т.зв тзв напр див пор св бл англ нім фр лат грец ісп іт рос табл с п т кв
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
        al ca dept univ assn ave blvd rd hwy est cit ind lit pte ste
        Jan Feb Mar Apr Jun Jul Aug Sept Sep Oct Nov Dec
        Ala Ariz Ark Calif Colo Conn Del Fla Ga Ill Ind Kan Ky La Md Mass Mich Minn Miss Mo Mont Neb Nev Okla Ore Pa
        Penn Tenn Tex Va Vt Wash Wis Wyo a.d b.c b.c.e c.e
        subsp ssp spp var sp cv syn ft
    """,
    "de": """
        usw etc u.a u.ä o.ä u.v.m u.v.a v.chr n.chr chr jh jhd jhdt str pl mio mrd tsd std sek Jan Feb Febr Mär Apr
        Jun Jul Aug Sept Sep Okt Nov Dez jun sen e.v aufl hrsg ebd a.a.o u.s.w ff dgl cie min max
        vorm nachm
    """,
    "fr": "av.j.-c j.-c apr.j.-c s.a s.a.r.l janv févr avr juil sept oct nov déc",
    "es": """
        a.c d.c pág págs s.a s.l ene feb abr jun jul ago sept sep oct nov dic ud uds vd vds cía cia UU AA OO
    """,
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
    "en": "ch chap sec figs vols ed eds para pt bk pg",
    "de": "s abb art kap ziff anm tab bd aufl rn",
    "fr": "n° nº no art al pp ch sect éd",
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
_STARTERS = {
    "en": """
        the this that these those he she it we they you i his her its our their my your there here when where while
        if because although though since after before during in on at by from for with without as under until
        and but or so yet however then thus therefore also later today many most some several all both each every
        another other such what who why how which not only once one two three between among according despite like
        over through throughout unlike nevertheless meanwhile moreover furthermore instead since soon now even
        a an no to is are was were do does did can could may
    """,
    "de": """
        der die das dem den des ein eine einen einem einer eines er sie es wir ihr ich du man sein seine seinen seiner
        ihre ihren ihrer ihm ihnen dieser diese dieses diesem diesen jeder jede jedes jene jener alle viele einige
        manche mehrere beide in im an am auf aus bei beim bis durch für gegen mit nach neben ohne seit über um unter
        von vom vor während wegen zu zum zur zwischen und oder aber denn doch sondern wenn weil als ob obwohl da damit
        dann danach dort hier heute jetzt später früher so auch nur nicht noch schon sehr was wer wie wo wann warum
        dabei dadurch dafür dagegen daher darum deshalb deswegen dazu davon daraufhin außerdem allerdings jedoch
        trotzdem zuerst zunächst anschließend insgesamt schließlich bereits ebenso etwa laut nachdem kein keine ist
        sind war hat
    """,
    "fr": """
        le la l' c' j' s' n' qu' il elle ils elles on nous vous je tu ce cet cette ces les des un une
        dans en sur sous pour par avec
        sans après avant depuis pendant lors mais et ou donc or car ainsi aussi alors puis ensuite enfin cependant
        toutefois quand lorsque si comme son sa ses leur leurs notre nos votre vos mon ma mes qui que où pourquoi
        comment tous toutes plusieurs certains certaines chaque aujourd'hui selon à au aux malgré entre d'après
    """,
    "es": """
        el la lo los las un una unos unas él ella ellos ellas yo tú nosotros usted ustedes su sus
        este esta estos estas ese esa esos esas esto eso aquel aquella en por para con sin sobre desde hasta tras ante durante según pero y o
        porque aunque cuando como si no también además entonces luego después antes hoy así muchos muchas todos
        todas algunos algunas otros otras se lo le les al qué quién cómo dónde hay fue es ya entre
    """,
    "pt": """
        o a os as um uma uns umas ele ela eles elas eu nós você vocês seu sua seus suas este esta estes estas esse essa
        esses essas isso isto aquele aquela em no na nos nas por para com sem sobre desde até após durante segundo
        mas e ou porque embora quando como se não também além então depois antes hoje assim muitos muitas todos
        todas alguns algumas outros outras ao aos à às há foi é já entre pela pelo num numa
    """,
    "it": """
        il lo la le l' i gli un uno una egli ella lui lei loro essi io tu noi voi questo questa questi queste quello quella quelli
        in nel nella nei nelle per con senza su sul sulla dopo prima durante secondo ma e o perché anche quando come
        se non poi oggi così molti molte tutti tutte alcuni alcune altri altre suo sua suoi sue si ci al alla dal
        dalla ai tra fra è era fu che chi dove quindi inoltre tuttavia mentre
    """,
    "ca": """
        el la l' els les un una ell ella ells elles jo tu nosaltres aquest aquesta aquests aquestes això en per amb sense sobre
        des després abans durant segons però i o perquè també quan com si no així molts moltes tots totes alguns
        algunes altres seu seva es hi ha va és
    """,
    "ro": """
        un o el ea ei ele eu noi voi acest această aceste acesta aceasta în din la pe cu fără după înainte pentru prin
        dar și sau când cum dacă nu deși astfel apoi mulți multe toți toate unii unele alte ce cine unde este a au
    """,
    "nl": """
        het een hij zij ze we wij ik jij je u men dit dat deze die in op aan bij met zonder voor na om uit door over
        onder tussen tijdens tot sinds volgens maar en of want omdat hoewel toen als dan daar hier nu ook niet nog er
        daarna daarom later vroeger vandaag veel alle sommige andere zijn haar hun mijn ons onze wie wat waar waarom
        hoe toch zo dus echter is was
    """,
    "sv": """
        den det de en ett han hon vi jag du man i på av för med utan till från efter under över vid genom mellan men
        och eller när om eftersom då där här nu också inte så sedan dessa denna detta många alla några andra hans
        hennes deras dess vad vem var varför hur enligt är idag senare
    """,
    "da": """
        den det de en et han hun vi jeg du man i på af for med uden til fra efter under over ved gennem mellem men og
        eller når hvis fordi da der her nu også ikke så siden disse denne dette mange alle nogle andre hans hendes
        deres dens hvad hvem hvor hvorfor hvordan ifølge er senere
    """,
    "no": """
        den det de en et ei han hun ho vi jeg eg du man i på av for med uten til fra etter under over ved gjennom
        mellom men og eller når hvis fordi da der her nå også ikke så siden disse denne dette mange alle noen andre
        hans hennes deres hva hvem hvor hvorfor hvordan ifølge er senere
    """,
    "fi": """
        hän he se ne tämä nämä tuo minä sinä me te hänen heidän sen niiden mutta ja tai kun jos koska vaikka siellä
        täällä nyt myös ei niin sitten monet kaikki jotkut muut mitä kuka missä miksi miten on oli vuonna
    """,
    "is": "hann hún það þeir þær þau ég við þú í á um fyrir með til frá eftir en og eða þegar ef þar hér nú líka ekki svo",
    "et": "ta tema nad nemad see need ma mina sa me te aga ja või kui sest kuigi seal siin nüüd ka ei siis paljud kõik",
    "lv": "viņš viņa viņi tas tā tie tās es tu mēs jūs šis šī bet un vai kad ja jo tur šeit tagad arī ne tad daudzi visi",
    "lt": "jis ji jie jos tai tas ta aš tu mes jūs šis ši bet ir ar kai jei nes ten čia dabar taip pat ne tada daug visi",
    "pl": """
        on ona ono oni one ja ty my wy ten ta to te ci jego jej ich w we na z ze do od po przed przez dla bez pod nad
        przy o ale i a lub gdy kiedy jeśli ponieważ chociaż tam tu teraz też także nie tak potem wielu wszyscy
        niektórzy inne co kto gdzie dlaczego jak jest był była według podczas
    """,
    "cs": """
        on ona ono oni já ty my vy ten ta to ti tato tento jeho její jejich v ve na z ze do od po před přes pro bez pod
        nad při o ale i a nebo když pokud protože ačkoli tam tady zde teď také ne tak potom mnoho všichni někteří jiné
        co kdo kde proč jak je byl byla podle během
    """,
    "sk": """
        on ona ono oni ja ty my vy ten tá to tí táto tento jeho jej ich v vo na z zo do od po pred cez pre bez pod nad
        pri o ale i a alebo keď ak pretože hoci tam tu teraz tiež nie tak potom mnoho všetci niektorí iné čo kto kde
        prečo ako je bol bola podľa počas
    """,
    "sl": "on ona ono oni jaz ti mi vi ta to te v na z s iz od po pred za brez pod nad pri ampak in ali ko če ker tam tu zdaj",
    "hr": "on ona ono oni ja ti mi vi taj ta to ovaj ova ovo u na s sa iz od po prije za bez pod nad pri ali i ili kad ako jer",
    "sr": "on ona ono oni ja ti mi vi taj ta to ovaj ova ovo u na s sa iz od po pre za bez pod nad pri ali i ili kad ako jer "
    "он она оно они ја ти ми ви тај та то овај ова ово у на с са из од по пре за без под над при али и или кад ако јер",
    "hu": """
        a az egy ő ők én te mi ti ez azok ezek ezt azt de és vagy mert ha mikor amikor bár ott itt most is nem így
        aztán majd sok minden néhány más mit ki hol miért hogyan volt van után szerint
    """,
    "tr": """
        o onlar ben sen biz siz bu şu bunlar şunlar bir ama ve veya çünkü eğer orada burada şimdi da de değil böyle
        sonra birçok tüm bütün bazı diğer ne kim nerede neden nasıl daha en her ancak fakat ayrıca
    """,
    "eu": "hura haiek ni zu gu hau hori hauek baina eta edo noiz non nola zergatik ere ez orain gero asko guztiak batzuk",
    "el": """
        ο η το οι τα τον την του της των ένας μια ένα αυτός αυτή αυτό αυτοί αυτά εγώ εσύ εμείς στο στη στην στον με
        για από σε κατά μετά πριν χωρίς αλλά και ή όταν αν γιατί εκεί εδώ τώρα επίσης δεν έτσι τότε πολλοί όλοι
    """,
    "ru": """
        он она оно они я ты мы вы это этот эта эти тот та те его её их в во на с со из от до по за перед через для без
        под над при о об но и а или когда если потому хотя там здесь тут теперь также не так потом многие все
        некоторые другие что кто где почему как был была было были согласно после
    """,
    "uk": """
        він вона воно вони я ти ми ви це цей ця ці той та ті його її їх у в на з із зі від до по за перед через для без
        під над при про але і й а або коли якщо бо хоча там тут тепер також не так потім багато всі деякі інші що хто
        де чому як був була було були після
    """,
    "bg": """
        той тя то те аз ти ние вие това този тази тези онзи неговият в във на с със из от до по за пред през без под
        над при но и а или когато ако защото макар там тук сега също не така после много всички някои други какво кой
        къде защо как е беше след според
    """,
}

# Languages with rules of their own. The first few need no lists.
LANGUAGES = frozenset("am fa he ja ko my ur zh".split()) | (_WITHIN.keys() - {""})
# Languages that are split by the rules of a related one.
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
