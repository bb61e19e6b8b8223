"""Words that often begin a sentence, by language: articles, pronouns, prepositions, conjunctions, adverbs.

Such a word with a capital, after an abbreviation, shows that a new sentence begins. Words that are often parts of names
are left out. Written for this project, in lower case.

Caller: `abbreviations`.
"""

from __future__ import annotations

STARTERS = {
    "en": """
        the this that these those he she it we they you i his her its our their my your there here when where while if
        because although though since after before during in on at by from for with without as under until and but or
        so yet however then thus therefore also later today many most some several all both each every another other
        such what who why how which not only once one two three between among according despite like over through
        throughout unlike nevertheless meanwhile moreover furthermore instead soon now even a an no to is are was were
        do does did can could may
        none neither overall
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
        le la l' c' j' s' n' qu' il elle ils elles on nous vous je tu ce cet cette ces les des un une dans en sur sous
        pour par avec sans après avant depuis pendant lors mais et ou donc or car ainsi aussi alors puis ensuite enfin
        cependant toutefois quand lorsque si comme son sa ses leur leurs notre nos votre vos mon ma mes qui que où
        pourquoi comment tous toutes plusieurs certains certaines chaque aujourd'hui selon à au aux malgré entre
        d'après
    """,
    "es": """
        el la lo los las un una unos unas él ella ellos ellas yo tú nosotros usted ustedes su sus este esta estos
        estas ese esa esos esas esto eso aquel aquella en por para con sin sobre desde hasta tras ante durante según
        pero y o porque aunque cuando como si no también además entonces luego después antes hoy así muchos muchas
        todos todas algunos algunas otros otras se le les al qué quién cómo dónde hay fue es ya entre
    """,
    "pt": """
        o a os as um uma uns umas ele ela eles elas eu nós você vocês seu sua seus suas este esta estes estas esse
        essa esses essas isso isto aquele aquela em no na nos nas por para com sem sobre desde até após durante
        segundo mas e ou porque embora quando como se não também além então depois antes hoje assim muitos muitas
        todos todas alguns algumas outros outras ao aos à às há foi é já entre pela pelo num numa
    """,
    "it": """
        il lo la le l' i gli un uno una egli ella lui lei loro essi io tu noi voi questo questa questi queste quello
        quella quelli in nel nella nei nelle per con senza su sul sulla dopo prima durante secondo ma e o perché anche
        quando come se non poi oggi così molti molte tutti tutte alcuni alcune altri altre suo sua suoi sue si ci al
        alla dal dalla ai tra fra è era fu che chi dove quindi inoltre tuttavia mentre
    """,
    "ca": """
        el la l' els les un una ell ella ells elles jo tu nosaltres aquest aquesta aquests aquestes això en per amb
        sense sobre des després abans durant segons però i o perquè també quan com si no així molts moltes tots totes
        alguns algunes altres seu seva es hi ha va és
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
    "is": """
        hann hún það þeir þær þau ég við þú í á um fyrir með til frá eftir en og eða þegar ef þar hér nú líka ekki svo
    """,
    "et": """
        ta tema nad nemad see need ma mina sa me te aga ja või kui sest kuigi seal siin nüüd ka ei siis paljud kõik
    """,
    "lv": """
        viņš viņa viņi tas tā tie tās es tu mēs jūs šis šī bet un vai kad ja jo tur šeit tagad arī ne tad daudzi visi
    """,
    "lt": """
        jis ji jie jos tai tas ta aš tu mes jūs šis ši bet ir ar kai jei nes ten čia dabar taip pat ne tada daug visi
    """,
    "pl": """
        on ona ono oni one ja ty my wy ten ta to te ci jego jej ich w we na z ze do od po przed przez dla bez pod nad
        przy o ale i a lub gdy kiedy jeśli ponieważ chociaż tam tu teraz też także nie tak potem wielu wszyscy
        niektórzy inne co kto gdzie dlaczego jak jest był była według podczas
    """,
    "cs": """
        on ona ono oni já ty my vy ten ta to ti tato tento jeho její jejich v ve na z ze do od po před přes pro bez
        pod nad při o ale i a nebo když pokud protože ačkoli tam tady zde teď také ne tak potom mnoho všichni někteří
        jiné co kdo kde proč jak je byl byla podle během
    """,
    "sk": """
        on ona ono oni ja ty my vy ten tá to tí táto tento jeho jej ich v vo na z zo do od po pred cez pre bez pod nad
        pri o ale i a alebo keď ak pretože hoci tam tu teraz tiež nie tak potom mnoho všetci niektorí iné čo kto kde
        prečo ako je bol bola podľa počas
    """,
    "sl": """
        on ona ono oni jaz ti mi vi ta to te v na z s iz od po pred za brez pod nad pri ampak in ali ko če ker tam tu
        zdaj
    """,
    "hr": """
        on ona ono oni ja ti mi vi taj ta to ovaj ova ovo u na s sa iz od po prije za bez pod nad pri ali i ili kad
        ako jer
    """,
    "sr": """
        on ona ono oni ja ti mi vi taj ta to ovaj ova ovo u na s sa iz od po pre za bez pod nad pri ali i ili kad ako
        jer он она оно они ја ти ми ви тај та то овај ова ово у на с са из од по пре за без под над при али и или кад
        ако јер
    """,
    "hu": """
        a az egy ő ők én te mi ti ez azok ezek ezt azt de és vagy mert ha mikor amikor bár ott itt most is nem így
        aztán majd sok minden néhány más mit ki hol miért hogyan volt van után szerint
    """,
    "tr": """
        o onlar ben sen biz siz bu şu bunlar şunlar bir ama ve veya çünkü eğer orada burada şimdi da de değil böyle
        sonra birçok tüm bütün bazı diğer ne kim nerede neden nasıl daha en her ancak fakat ayrıca
    """,
    "eu": """
        hura haiek ni zu gu hau hori hauek baina eta edo noiz non nola zergatik ere ez orain gero asko guztiak batzuk
    """,
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
        він вона воно вони я ти ми ви це цей ця ці той та ті його її їх у в на з із зі від до по за перед через для
        без під над при про але і й а або коли якщо бо хоча там тут тепер також не так потім багато всі деякі інші що
        хто де чому як був була було були після
    """,
    "bg": """
        той тя то те аз ти ние вие това този тази тези онзи неговият в във на с със из от до по за пред през без под
        над при но и а или когато ако защото макар там тук сега също не така после много всички някои други какво кой
        къде защо как е беше след според
    """,
}
