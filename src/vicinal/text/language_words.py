"""What languages look like: frequent words, endings and letters, for `recognition`.

Written for this project. Words stand in lower case, the more frequent ones first; an apostrophe ends a word ("l'",
"don'"). An ending has a hyphen before it. Only scripts that several languages share are here.
"""

from __future__ import annotations

LATIN = {
    "af": """die van en in is het n te wat vir nie op met as om sy hy was hulle ons dit sal kan deur ook aan tot
        word by maar daar ek jy of uit na sê moet baie hierdie al so oor wees toe haar gaan my nog wil jou net dan
        hom waar geen wie hoe hul julle onder ná teen tussen omdat voor twee eerste jaar mense ander sodat indien
        asook -heid -igheid -ing -like -te -word""",
    "ca": """de la i el que en a l' d' els les un per una és amb del no al es s' va ha com més són als dels han
        però seva seu o molt què també hi ser ja si fins li aquest aquesta aquests aquestes pel pels entre sobre on
        quan sense tot tots totes qui ni ho tenir té fer dos anys any després això només encara perquè estar està
        era van havia molts cada altres altre ells ella nosaltres pot poden doncs mentre segons durant des cal
        aquell n' m' t' jo em et us ens vaig estan podeu voleu qualsevol algun alguna cap mateix mateixa deu usar
        món casa ciutat primera gran nou nova avui dia temps -able -ada -ades -ador -adors -ar -at -ava -aven
        -cions -ció -eix -eixen -eu -ible -ir -isme -itat -itzar -ixi -ment -ors -ques -àries -ència""",
    "cs": """a v se na je že s z do o i to k ve pro jsou za by si po jako od ale tak jeho který která které při
        jsem byl byla bylo byli být má až když nebo ze u před jen mezi podle ani také už více není co roku jejich
        aby této tento tato kteří své bude může můžete jak pokud ještě než bez proto tím toho tom jej ji mu mi mě
        vy já my oni ona on pak kde kdy protože pod nad lze jeden dva první lidé let rok velmi můžou lidí ty však
        byly tomu jim ke jich sebe všechny nejsou chcete musí každý jiný jiné vždy nikdy někdy tady tam nový město
        svět den vás vám pomocí -ala -ejte -ení -ete -ili -ky -nost -nosti -nou -nout -ného -ním -ost -osti -ovat
        -ován -ové -ují -ání -ého -ém -ích -ího -ých -ými -ější -ěte -ších""",
    "cy": """y yn i a o ar yr i'r a'r o'r ei gan mae am wedi eu bod oedd ac at fel ond hyn nid ni fod sydd mewn
        cael ddim un hon hwn roedd ydy ydyw yw wrth dros oes fydd gyda eich chi nhw hi ef ein gallwch hynny rhwng
        dim bydd efallai neu lle pan os er hefyd wneud rhaid nad mawr nawr gael dau cyn iawn pob rhai blwyddyn pobl
        cymru r n w dyma heb drwy dyn bob byth byd dinas diwrnod amser ty newydd dewis eisiau angen gellir allan
        defnyddio -aeth -ais -au -dd -edig -fa -iad -iaeth -iau -ion -ir -iwch -odd -ol -rwydd -us -wch -wr -wyd
        -wyr -ydd""",
    "da": """og i at det er en af til på den for med de der som ikke et han har var fra om vi jeg sig men ved kan
        blev hun havde eller også når hvor efter blive skal bliver så over være sin alle mere nogle kunne nogen
        mange ud under meget hans dem op mod man da vil ville du dig mig os kun andre denne dette disse hvis end
        før anden hendes deres mellem selv nu ind to første år mennesker gennem uden sammen hvad siden blandt gør
        får gik lige hvordan fordi noget bruges både dag børn findes hedder stor store hurtigt svært læse ændre
        flere samme tid hjælp brug bruger måde nede grund ligger lidt igen nok begge nye god -dag -ede -else -ende
        -eren -erne -hed -ighed -igt -lig -lige -ning -sel -tion -tioner -æring -ørelse""",
    "de": """der die und in den von zu das mit sich des auf für ist im dem nicht ein eine als auch es an werden aus
        er hat dass sie nach wird bei einer um am sind noch wie einem über einen so zum war haben nur oder aber vor
        zur bis mehr durch man sein wurde sei wenn dann kann was diese dieser hatte gegen vom können schon ihre
        seine ich wir ihr uns unter soll muss wurden viele keine ihren kein ohne zwischen sehr wo jahre jahr
        menschen gibt dort heute immer etwas dazu beim waren anderen weil machen daß mir mich dich du ihm ihn
        sondern müssen leute macht deshalb zwei einige jetzt doch damit seit selbst nichts alle wieder jede jeder
        nie welt stadt tag zeit haus gut neue hier wer welche wollen sollen darf mehrere ersten große großen gab
        kam -bar -chen -em -en -end -ende -er -ern -es -heit -ieren -iert -ig -iges -isch -ischen -keit -lich
        -lichen -los -nis -sam -schaft -st -te -ten -tum -ung -ungen""",
    "en": """the of and to in a is that for it as was with on be by he at are this from his have not or had which
        but they you were her she all their an has been there will when we who would more if no out so up said its
        about than into them can only other new some could time these two may then do first any my now such like
        our over man me even most made after also did many before must through years where much your way well down
        should because each just those people how too little state good very make world still see own work long get
        here between both under him what i one used called it' don' doesn' they' often while until during every
        always never city day house again great another against off why since might shall i' we' you' he' she' isn'
        wasn' didn' can' won' player born former american british -able -al -ance -ck -ed -ence -ers -est -ful -ght
        -ies -ing -ions -ish -ism -ist -ity -ive -ly -ment -ness -ous -th -tion""",
    "eo": """la de kaj en estas al mi ne ke li por ĝi kun vi ili kiu oni sed pri ni kiel ĉi tiu el pli estis per aŭ
        ankaŭ sia se havas povas ĉar tio kiam nur post tiuj kiuj tre jam ol unu du sin ĉiuj tiel iu dum devas ĝis
        sub inter sen antaŭ volas ŝi ĉe laŭ kio do iĝis via mia ilia lia ties ĉu nun ĉiu ĉiam neniam mondo urbo
        tago tempo domo nova granda tiun devus estos uzi bonvolu elekti -a -ado -aj -ajn -an -anta -anto -as -ata
        -e -ebla -eco -ejo -i -igi -inda -is -isto -ita -iĝi -o -oj -ojn -on -os -ota -ulo -us""",
    "es": """de la que el en y a los se del las un por con no una su para es al lo como más o pero sus le ha me si
        sin sobre este ya entre cuando todo esta ser son dos también fue había era muy años hasta desde está mi
        porque qué sólo han yo hay vez puede todos así nos ni parte tiene él uno donde bien tiempo mismo ese ahora
        cada vida otro después te otros aunque esa eso hace otra gobierno tan durante siempre día tanto ella tres
        sí dijo sido gran país según menos año antes estado contra sino forma hacer general estaba poco estos
        presidente mayor ante unos les algo hacia casa ellos ayer hecho primera mucho mientras además quien usted
        ustedes debe pueden esto fueron eran tienen personas llamado estas solo cual nuestra nuestro cualquier
        algún alguna ningún misma deben usar mundo ciudad nueva nuevo luego muchos muchas hoy -aba -aban -able
        -ados -ando -ar -aria -ario -aron -ciones -ción -dad -encia -er -ería -ible -idad -idos -iendo -ieron -illa
        -illo -ir -ión -mente -miento""",
    "et": """ja on ei et see ta oli kui ka mis seda aga kas siis oma ning või ma nii selle kes veel välja mida pole
        tema sest olid kuid ole kõik üks kuni mille ära peale nad sa me olla saab enam väga mitte kus pärast nagu
        kõige juba eest midagi need jaoks võib sellest üle aastal teise ainult nende tuleb siin just selles pidi
        võiks sai ega eesti iga ennast meie teie mõned tehti tehakse ilma järgi seal kaks esimene vastu alla läbi
        poolt kellele mees rohkem saanud olnud kõigi koos sinna ühe selline kasutada saate võite kõigil teil teised
        teine alati enne praegu siia sinu kasuta -ada -ates -atud -da -de -dest -ga -ge -ikud -ile -ks -le -lik
        -likult -lt -mine -mise -misel -mist -nud -sid -sse -st -ste -ta -takse -te -tud -ud -use -ust -vad""",
    "eu": """eta da ez dute du zen bat ere hori ziren dira izan baina egin dela ditu den ditugu beste zuen egiten
        dago bere baino hau zuten izango gabe behar nahi edo gero orain dituzte zer hala zein nola ezin bezala oso
        bi gehiago dituen duen duten zuela arte batean batek bera gure zure haiek hura honen horren asko urte hiru
        lehen ondoren artean barruan gainean zaio dio naiz gara zara dezake daiteke badu bada baditu dut dugu duzu
        honek hauek dituzu duzunean hautatu erabili beharrezkoa egon dauden aukera badago ezazu -ak -an -arekiko
        -arekin -aren -ari -dun -ean -ekin -en -etako -etan -ezazu -garri -gatik -keta -ketak -ko -koa -penak -rako
        -ren -tako -teko -tik -tu -tua -tuko -tza -tzea -tzeko -tzen -zko""",
    "fi": """ja on ei että se oli hän kun mutta myös joka ovat niin tai kuin olla mukaan ole jos nyt vain ne sen
        ollut jo hänen kanssa jotka mitä sitä vielä olen kaikki minä minun mikä tämä siitä tämän voi sekä vuonna
        ennen hyvin jonka jälkeen oman eivät enää siinä voidaan kuten jolloin joita siihen koska olivat aikana eli
        he me te sinä kaksi yksi sitten muut muita usein tätä niitä niiden missä jossa kuitenkin pitää saa tulee
        voit voivat ilman näin siis paljon ensimmäinen joskus suuri ihmiset ihmisiä hänet heidän itse tuli muun
        tulisi haluat jokainen muu toinen aina koskaan nykyinen täällä siellä ensin valitse -aan -den -een -essa
        -iden -ien -iin -isen -ista -ita -itä -ja -jen -kaa -kin -kse -ksi -kää -lee -lla -lle -llä -lta -ltä -maan
        -minen -misen -mme -mään -nen -nut -ssa -ssä -sta -sti -stä -taa -taan -tta -ttiin -ttä -tään -uksen -ukset
        -uus -van -vat -vän -vät -yys -ään""",
    "fr": """de la le et les des l' en un du une d' que est dans qui à par pour au il sur pas plus se ne ce s' n'
        qu' a c' avec son sa ses sont je vous nous on mais ou comme été elle y leur même tout tous ont aux ces
        cette cet deux aussi être fait si lui dit bien sans peut après entre encore ils était très avait moins ans
        où dont quand leurs autres contre toujours depuis car avant chez fois faire peu temps alors toute autre
        donc première sous années non quelques jusqu' elles j' m' t' mon ma mes ton votre vos notre nos puis ainsi
        trop beaucoup étaient plusieurs peuvent enfants homme jour petit petite grande grand monde quelque lorsque
        pendant parce avez avaient ça chaque celui celle veut doit toutes aucun certains mêmes doivent utiliser
        maison ville nouveau nouvelle aujourd' hui jours gens rien -able -aient -aire -ait -ant -elle -ements -ence
        -er -ette -eur -eurs -euse -euses -eux -ez -ible -ique -ir -ité -ment -oire -ois -tion -tions -ée -ées -és""",
    "ga": """an agus na ar a i is go do le sé bhí tá ag sin nach mar seo ach de sí leis air ná siad mé as ann é
        chun aon gur ní mó sa idir féin níos faoi bhfuil tú aige den don duit raibh rud nuair á cuid más ó ina
        bheith eile roimh tar éis ba í dá lena lá gach bliain mhór daoine anseo níl fuair rinne chuid trí dhá thar
        orthu úsáid féidir riamh domhan cathair am teach nua cuir roghnaigh -ach -acht -adh -aigh -ann -anna -aí
        -each -eadh -ithe -iú -ocht -ta -tear -tha -the -ín -íonn -óir -ú""",
    "gl": """de a e o que do da en os as un unha para con non no na dos das se por é como ao máis súa seu foi pola
        polo pero tamén ou aos ás nos nas sobre está son ten entre era cando moi xa hai ata esta este isto eu el
        ela eles onde sen desde só hoxe dende cada outros outras outra todo todos toda ser pode poden foron lle
        lles nun nunha dun dunha fixo aínda porque despois antes anos ano parte dous súas seus nós vostede sexa
        ningún unhas uns vai mellor quere xente persoas facer mesmo debe calquera algún algunha auga cidade lingua
        século primeira galego galicia terra fose unicamente prema dereito -aba -aban -ades -ando -aría -ción
        -cións -dade -eira -eiro -encia -eu -eza -idade -ios -mente -mento -oso -ou -ría -xe -xen""",
    "hr": """i u je se na da za su s od a o kao koji što do ne iz koja ili ali kako to bi koje bio nije sa po ima
        samo bila biti će može već te prema kod jer nakon tako između više sve svoje svojim njegov njegova njih
        kojima godine koju bilo njihove mu ih ga joj im li ovaj ova ovo taj ta kada kad gdje ako ja mi vi on ona
        oni sam si smo ste mora prije pri bez još vrlo dva jedan prvi godina ljudi bih nema kojem kojoj kroz oko
        jedna dok tijekom također neke bili bile toga tome svih koriste uz moguće želite možete pomoću treba
        trebate odnosno iznad ispod njezin njegove svog svoju ponovno uvijek nikada svaki neki dio -ajte -ama -anja
        -anje -ati -enja -enje -ije -ijeg -ijela -ima -ite -iti -jela -ju -nih -nog -nom -nost -nosti -ost -osti
        -ovi -ovog -ska -ski -skih -uje -uju""",
    "hu": """a az és hogy nem is egy ez csak de meg volt már vagy mint azt még el ki ha van sem akkor kell lehet
        lesz ezt azonban után fel több között pedig olyan ennek amely úgy mert minden aki nagyon ami két arra
        utolsó majd vannak voltak ezek azok ő neki én te mi ön saját most ahol amikor így itt ott nincs nagy mivel
        szerint által első másik ezért alatt során évben alapján valamint illetve amelyek nélkül egyik ilyen sok
        tud hogyan amit annak ezen lett be össze vissza igen ember mindig soha új világ város nap idő ház kérem
        legyen lehetőség -ak -atja -ban -ben -ból -ből -ek -eket -eti -ett -hat -ható -het -hető -hez -hoz -ja -jen
        -jon -kat -ket -kor -ként -lag -leg -nak -nek -ni -nál -nél -ok -okat -ott -ra -re -ság -sági -ség -tek
        -tok -tól -től -unk -val -vel -ában -ának -ás -ású -ében -ének -és -ésű -ói -ünk""",
    "id": """yang dan di dengan untuk tidak ini dari dalam akan pada itu juga ke karena ada tersebut bisa oleh saya
        mereka kita orang atau lebih sudah anda telah menjadi saat dapat adalah seperti para kami dia hanya banyak
        tahun satu sebagai bahwa secara harus hari sebuah belum masih antara lain dua namun setelah ia kepada bagi
        agar jika tetapi sangat ketika maka semua kata atas apa punya tak lagi bukan beberapa serta pun sampai
        kalau sedang tanpa hal aku kamu digunakan melalui terhadap hingga selama sebelum membuat besar setiap
        lainnya selalu dunia kota baru pertama waktu rumah cara sini sana mana perlu ingin gunakan -ah -an -annya
        -asi -at -i -inya -kan -kannya -ku -lah -mu -nkan -nya -si -tas""",
    "is": """og að í á er sem það ekki við til um var með en af fyrir hann því svo eru þeir frá hún þetta verið
        hefur þá þegar ég upp eða þess þessi sér eftir út yfir hafa vera verður hans allt þar nú bara hér eins þú
        þau þær honum mjög þeim hafi hafði sína síðan undir milli án alla allir hvað hver ár margir einn tvö þeirra
        mér kom voru verða hennar hvert alltaf aldrei heimur borg dagur tími hús nýr þína velja nota -anir -anna
        -ar -ast -aði -ina -indi -ing -ingu -inn -inni -inu -is -ið -lega -legt -ni -num -um -unum -ur -uðu -ðu""",
    "it": """di e che la il un a per in è una non sono con del si da i come le dei lo della al nel alla più ma gli
        ha o l' anche dell' ed delle se su dal suo cui ci loro sua nella all' un' questo essere tra era stato fra
        tutti due perché quando dopo ho questa mi molto prima ancora solo può dalla degli agli alle ai nei sul
        sulla fatto così hanno suoi anni stata dove poi tutto sia ne dall' nell' c' d' quello chi fu contro senza
        io quella fare parte sempre poco già ogni mentre aveva altri tempo stesso lui molti mai quindi nelle qui
        ora noi voi ad lei cosa oggi fino avere tre grande altro invece quale questi queste vostro nostro possono
        erano viene vengono secondo dello qualsiasi alcuni alcune nessun stessa deve devono usare mondo città nuovo
        nuova governo casa giorno -abile -ando -are -aria -ario -ate -ati -ato -ava -avano -ello -endo -enza -ere
        -etta -etto -ezza -ggio -ibile -ire -ismo -ità -ivo -mente -ndo -ono -sse -tà -zione -zioni -zza""",
    "la": """et in est non ad ut cum qui ex quod per de sed ab si quae esse autem sunt aut hoc quam nec eius ac
        etiam enim atque ita erat id se nam quid quidem iam me te eum haec quem ipse pro tamen mihi nihil sine eo
        quo inter fuit sit ille omnia ante post eorum suis sua suum hic ea iis neque illa deus dixit -arum -eius
        -erunt -ibus -isse -ium -ntur -orum -que -tur""",
    "lt": """ir yra į kad su iš o tai jis bet ne ar buvo per kaip kai už nuo dėl tik ji jų jo jie dar apie šis prie
        taip pat labai arba gali savo galima po iki kurie kuris kuri jau jos būti kitų be kurios tarp metų metais
        vienas du ant daugiau šią šios jei jeigu ką kas kur mes jūs aš tu jį ją visi viskas reikia daug todėl nes
        bus turi prieš pagal nėra tačiau šio norite kuriame kuriuos žmonių galite jums kiekvienas kiti kita kitas
        pirmas visada niekada kuria kurią dabar ten čia prašome -ai -ais -amas -ams -as -iai -iams -iant -ija -ijos
        -imas -imo -imą -inis -inti -inė -is -ite -iui -iuose -ius -ių -kite -oje -ojo -omis -os -ose -ta -tas -ti
        -tų -uose -uoti -us -usi -yje -ymas -ėje -ės""",
    "lv": """un ir no ar uz par ka kas tika bija arī kā pie bet vai pēc savu viņš līdz tas tā gan tiek to gada gadā
        ko lai jo vairāk nav būs šo šī šis tikai var starp viņa kad viņi ļoti mēs jūs es tu vēl pat ja pirms pret
        bez kur būt tie tos tai kurā kuru kuras kuri kurš gadu zem sava savas viņas vien jau ne divi viens daudz
        cilvēku visi visu tam jums nevar pa esat kopā šajā katrs cits citi vienmēr nekad šeit tur jauns pasaule
        pilsēta diena laiks jāizmanto varat -ai -ais -ajiem -ajā -as -iem -ies -iet -iešu -ija -im -iski -jās
        -nieki -os -ots -ošana -tu -ums -us -āja -ām -ās -āt -ēja -ējais -ēm -ēt -ība -ības -ību -īt -šana -šanas""",
    "nb": """i og det er på som en til å for av at med de den har ikke et han om var seg fra men så vi kan jeg skal
        blir ble hun eller også når hvor etter være bli ved over sin alle mer noen kunne noe mange ut opp hadde
        under hans dem mot må vil ville du deg meg oss bare andre denne dette disse hvis enn før annen mellom selv
        nå inn to første år mennesker gjennom uten sammen hva siden blant gjør får gikk hvordan fordi brukes både
        veldig slik dere kalles litt finnes ifølge derfor fikk kommer barn store gjøre ingen bruke velg åpne trykk
        hjelp samme samtidig nye god hvilke hvilken derfra tilbake allerede høy vei -asjon -dag -else -ende -ene
        -er -eren -ert -erte -het -heten -ig -inger -lig -lige -ne -ning -sjon -sjonen -sjoner""",
    "nl": """de van het een en in is dat op te zijn met voor die niet aan er om ook als dan maar bij of uit nog
        worden door naar heeft tot ze wordt hij was deze over dit hebben wel geen kan meer hun moet jaar werd al zo
        we zich haar ik je u veel na zou onder wat had wie waar hoe waren tegen tussen twee mensen zij men zoals
        andere hem mijn daar nu toch alleen omdat ons kunnen tijdens zonder eerste alle iets jij hier dus daarom
        nieuwe binnen toen zelf gaat komt maken deel ander grote heel jou jullie echter vaak sommige werden elke
        altijd nooit wereld stad dag tijd huis zeer steeds nieuw gebruik gebruiken gebruikt moeten mag -aal -aar
        -atie -baar -de -elijk -en -end -er -eren -heid -ig -ige -ijk -ijn -ing -ingen -isch -ische -je -jes -lijk
        -lijke -schap -ste -tie -ties -tje""",
    "nn": """og i det er på som ein til å for av at med dei den har ikkje eit han om var seg frå men så vi kan eg
        skal blir vart ho eller også når der etter vere bli ved over sin alle meir nokon kunne noko mange ut opp
        hadde mot må vil ville du deg meg oss berre andre denne dette desse dersom enn før annan mellom sjølv no
        inn to kva første år menneske gjennom utan saman sidan korleis fordi både veldig slik eitt kvar difor
        fleire hennar deira dykk dykkar vore gjer gjere kjem kvifor nokre kven skulle ei mi si mykje lite gjerast
        -ane -ar -aren -asjon -ast -elen -heit -heita -ing -ingar -leg -lege -legheit""",
    "pl": """w i na z się do nie że jest o to jak za po od co przez przy już czy dla tym ale są ten tylko oraz
        które który która ich tego być jego może także był było była były tak ma a u bez jej jako we lub pod nad
        przed ze bardzo jednak więcej gdy tej kiedy roku lat między innych można będzie też ją sobie nich swoje
        jeśli których gdzie niż jeszcze ponieważ mu im go mnie mi ja ty my oni ona on wszystkie wiele ludzi ludzie
        jeden dwa te ta nawet podczas według zostać został została przeciw potem aby żeby tych której którym należy
        ktoś nic coś raz jednym musi każdy inny zawsze nigdy tutaj tam nowy miasto świat dzień pan pani jestem aż
        jakie swoją -ach -aj -ają -ami -anie -ać -ała -cie -ego -ej -emu -eniu -eń -ij -ili -ić -ki -nego -nia -nie
        -ność -nych -nym -ną -owa -owany -ować -owy -ości -ość -szych -uje -ych -ymi -ów -ący -ło""",
    "pt": """de a o que e do da em um para é com não uma os no se na por mais as dos como mas foi ao ele das tem à
        seu sua ou ser quando muito há nos já está eu também só pelo pela até isso ela entre era depois sem mesmo
        aos ter seus quem nas me esse eles estão você tinha foram essa num nem suas meu às minha têm numa pelos
        elas havia seja qual será nós tenho lhe deles essas esses pelas este dele tu te vocês vos lhes meus minhas
        nosso nossa dela delas esta estes estas aquele aquela isto aquilo sobre anos ano disse pessoas ainda porque
        pode podem são duas dois onde desde durante contra todos todo toda após antes fazer cada vez outros outras
        então segundo além brasil qualquer algum alguma nenhum nenhuma mesma deve devem usar casa mundo governo
        cidade primeira grande novo nova ontem -ado -ados -agem -amento -ando -ar -aram -avam -dade -dades -eira
        -eiro -endo -er -eu -indo -inha -inho -ir -mente -ou -ária -ário -ável -ão -ção -ções -ência -ível -ões""",
    "ro": """de și în a la cu o pe din un că nu se care mai este pentru sunt ce fi au al ca prin sau dar lui fost
        dacă ale sa am ai după cel cea cei cele lor ei el ea acest această aceste acestea ar va vor fie între până
        doar când unui unei unor dintre sub fără foarte toate toți poate pot trebuie avea era erau îl îi le li își
        ne să decât asupra către prea iar astfel însă apoi ani doi primul oameni acolo aici atunci cum unde nici
        dumneavoastră multe mult fiecare avut câteva timp şi ţi eu noi voi tot orice altă altele mereu niciodată
        lumea orașul nou nouă astăzi casă zi timpul oamenii -abil -are -area -ască -at -ate -ată -ați -ea -ează
        -ele -elor -ență -ere -esc -eze -ește -ibil -iei -ile -ilor -ire -itate -iune -iuni -iți -rea -rii -ulu
        -ului -uri -ând -ător -ție -ții""",
    "sk": """a v sa na je že s z do o aj to k vo pre sú za by si po ako od ale tak jeho ktorý ktorá ktoré pri som
        bol bola bolo boli byť má až keď alebo zo u pred len medzi podľa ani tiež už viac nie čo roku ich aby tejto
        tento táto toto ktorí svoje bude môže môžete ešte než bez preto tým toho tom ho ju mu mi ma vy ja my oni
        ona on potom kde kedy pretože pod nad jeden dva prvý ľudia rokov veľmi ľudí však im ktorých ktorú teda nich
        iba sme ste nebol chcete tu iné dve tomu ktorej sebe nemá týchto nejaký musí každý iný vždy nikdy niekedy
        tam nový mesto svet deň vás vám pomocou -ach -ajte -ala -ania -ej -ejší -ení -ete -ie -ili -ite -nie -nosti
        -nosť -nou -ného -ním -núť -ným -om -osti -osť -ou -ovania -ovaný -ovať -ové -ujú -ého -ých -ými""",
    "sl": """in je v na da za se so z po s ki kot pa tudi ne o bi ali od iz jih ga pri do bil bilo bila ta še kako
        kar to med ko pred vse jo njegov lahko več samo le biti svoje že mu smo ste sem si ni niso zelo ter leta
        let katerih kateri katera katere tem tega ker če saj zaradi brez pod nad prav nekaj vendar oba dva prvi
        ljudi ljudje jim vam vas nas jaz ti mi vi oni on ona kjer kdaj nato bolj zato proti ob skozi okoli želite
        morate bodo bo imajo ima tako drugi nova treba uporabo oziroma njegove njen svojo vedno nikoli vsak neki
        del ponovno znotraj -ajo -ajte -ali -anje -ati -ega -ejo -emu -enje -ev -ih -ijo -ila -ilo -imi -ite -iti
        -ne -nega -nem -ni -nih -nja -nje -no -nosti -om -ost -osti -ov -ska -ski -uje""",
    "sq": """e të në i dhe një me për nga që u është më si se ka do nuk kjo ky ai ajo kanë tij saj tyre duke janë
        por ishte ndaj deri kur pas ose edhe këtë te mund tek pa gjatë disa para ishin çdo këto këta tjetër tjera
        mbi nën midis vetëm unë ti ne ju ata ato jam jeni kam keni shumë vit vitin vite njerëz dy parë kështu nëse
        ku çfarë duhet doni mbas kësaj këtij sepse gjithmonë kurrë bota qytet dita kohë shtëpi ri njësi përdorur
        sistemit zgjidhni -are -ave -et -imi -imin -imit -in -isë -it -ja -ni -ojë -oni -shme -shëm -sinë -sisë
        -tare -uar -ueshme -ur -ve -ë -ën -ës -ëve""",
    "sv": """och i att det som en på är av för med till den har de inte om ett han men var jag från vi så kan sig
        man när nu också efter hon eller hade vid än under skulle där ut sin över vara blev alla ska detta andra
        mycket här då sedan bara in kommer någon vad år mot upp finns mer två få du dig mig oss hans dem ha denna
        dessa bli blir mellan utan genom många varit honom hur några första själv sina vill eftersom innan samma
        både människor henne ville mest även åt ner vilket någonting något ni er alltid kallas varje kunde fick
        sitt hennes annan aldrig värld stad dag tid hus igen gör göra får går använd använda -ad -ade -ande -ar
        -are -arna -at -ats -elser -en -ende -erna -et -het -heten -igt -isk -iska -lig -liga -ligt -na -nas -ning
        -ningar -or -orna -skt -tion -tionen -ån""",
    "sw": """ya na wa kwa ni katika la za kuwa hii cha yake wake vya kama watu hiyo huo pia huu sana lakini au
        ambayo ambao kutoka mwaka moja hadi baada kila wengi zaidi yeye sasa siku hao wao mimi sisi wewe alikuwa
        ana walikuwa bila ili kabla kati mtu nchi kuna hakuna tu si hata bado kwamba ndiyo wakati mbili nyingi mwa
        -eza -ika -isha -kana -lia -ofu -sha -wa""",
    "tl": """ang ng sa na mga ay at ni si para hindi ito kung may isang o kanyang din ako mo ko ka siya niya nila
        sila kami tayo natin ba pa lang lamang ngunit dahil iyon mula upang noong bilang ito'y dito doon nang wala
        rin kanilang mayroon tao taon lahat ano kapag pagkatapos bago iba isa dalawa maaari nito nasa inyong inyo
        naman -an -han -hin -ing -ng -syon""",
    "tr": """bir ve bu için de da ile ne o olarak çok daha olan kadar gibi en var ama sonra her mı mi değil ki ya
        ben olduğu diye veya ise yok iki zaman onun bunu sadece bana hem şey biz siz onlar göre eden nasıl kendi
        arasında olduğunu bile şimdi önce büyük tarafından ancak bütün yeni yıl biri oldu üzerinde bunun hiç böyle
        ilk üç insan insanlar olur oluyor şekilde çünkü başka neden şu sen bazı vardır değildir içinde edilir
        istiyor herhangi daima dünya şehir gün ev lütfen burada orada şöyle kişi kimse ediyor etmek yapmak -abilir
        -acak -an -arak -daki -dan -deki -den -di -dir -dı -dır -ebilir -ecek -eki -en -erek -inde -ine -ini -iniz
        -lar -ları -ler -leri -lik -lu -lü -lık -mak -malı -ması -mek -meli -mesi -miş -mış -nda -nde -nin -nın
        -nız -si -siniz -sı -tir -tır -uk -unu -unuz -yor -ük -ği -ğı -ına -ında -ınız -ıyor""",
    "vi": """và của là có trong được các cho một không những với người này đã khi để cũng đến về như từ tại ra vào
        đó ở nhiều năm sẽ hay bị theo trên phải nhưng lại mà thì làm sau nên còn việc rất hơn vì nước mình đang con
        chỉ thể tôi anh họ bạn chúng nó ông bà sự gì nếu do qua cùng hoặc nhất hai lên đầu bằng ngày lớn cách giữa
        cần số vẫn trước rằng ai nào dùng tập tin hệ thống luôn thế giới thành phố thời gian nhà mới hãy bởi muốn
        vậy đây mỗi khác đều""",
}
CYRILLIC = {
    "be": """і ў не на што з у да як гэта ён але па за яго ад яна для было былі быў або пры так яны ці ж гэты ўжо
        быць толькі пасля яшчэ якія які якая якое каб вы мы я ты іх можа калі бо дзе вельмі мае таксама іншых
        гэтага праз першы людзі год годзе гадоў без паміж пад над іншыя таму ёсць няма можна трэба кожны заўсёды
        ніколі свет горад дзень час дом новы вам тут там чаму аднак -ава -ага -аецца -ала -амі -асць -аць -аў -енне
        -еце -йце -най -насць -ная -ным -ных -ня -оў -цца -ым -ыя -эння -яў -ілі -іце -ія""",
    "bg": """на и да в се за от не с е по са като че до които това му си беше при много ще но след или той тя те
        към един една само който която което бе още има може бил била били между през години година ги го я тази
        този тези защото вече както без ако аз ти ние вие им съм сме сте бъде част хора където когато така във със
        ли най повече всички преди под над няма също трябва според какво използва винаги никога всеки някой отново
        върху чрез няколко други друг -айки -ата -ваме -ване -ваш -ен -ение -ете -ето -ите -ият -йте -нe -ната
        -нето -ни -ните -ния -ният -ност -ост -ска -ски -та -то -ха -ът -ява""",
    "kk": """және бұл мен бір үшін да де бар осы деп ол болып жоқ болған еді емес болды сол керек ғана кейін туралы
        оның бойынша көп қазақ қазақстан жыл жылы жылғы не өз арқылы немесе екі басқа ең егер болса оны онда біз
        сіз олар барлық бола болады отыр адам кезде сондай үлкен дейін қарай мүмкін қажет пайдалану тек ретінде
        әрбір әлем қала күн уақыт үй жаңа ғой екен бірақ қатар ішінде -ады -атын -ге -ген -дан -дар -ден -дер -ды
        -дық -дың -ді -дің -еді -лар -лер -лық -лік -мен -нан -нда -нде -нен -ның -нің -сы -сі -тан -тар -тер -тың
        -тік -тің -ушы -уші -уға -ылды -ына -ып -ыңыз -ілді -іне -іп -ға -ған -ңыз -ңіз""",
    "ky": """жана бул менен бир үчүн да бар ошол деп ал болуп жок болгон эмес болду керек гана кийин тууралуу анын
        боюнча көп кыргыз жыл жылы өз аркылуу же эки башка эң эгер болсо аны биз сиз алар бардык болот адам чоң
        чейин ушул эле -га -ган -ге -ген -гон -дин -дор -ды -дын -лар -лер -нин -нын -оо -төр -уу -үү -өө""",
    "mk": """на и да во се за од не со е по што ќе сум беше како до или но кој која кое ги го ја му тој таа тие тоа
        овој оваа ова овие сите само при тука уште има нема може бил била биле меѓу кога каде така ако јас ти ние
        вие првиот година години луѓе многу потоа според поради бидејќи сè сѐ нивните неговата треба односно над
        под неговите своја повторно секогаш никогаш секој некој дел -аа -аат -ата -ајте -ање -вме -еа -ете -ето
        -иот -ите -ната -ниот -ните -ност -от -ските -та -то -ува -увате -ување -ѓу -јќи -ње -ќи""",
    "mn": """нь байна бол энэ юм гэж ба болон байсан нэг юу тэр ч их вэ байгаа уу үү бөгөөд мөн хүн өөр хоёр бид та
        би тэд монгол улсын он оны жил дээр болох гэсэн ямар дараа тул зөвхөн олон өөрийн хэрэв боловч байх биш
        байв тэгээд -аар -аас -ахад -гүй -даа -дээ -ийг -ийн -сан -сон -сэн -сөн -тай -тэй -ууд -ыг -ын -эхэд -ээр
        -ээс -үүд""",
    "ru": """и в не на я с что он по это как а к но из у за от о же так его для все она бы мы вы то они было был
        была были при или ещё еще только уже если ее её их когда чтобы до быть может который которые которая
        которое этого этот эта эти после под над без меня мне нет во со также где год года году лет между более
        очень себя того том тем чем ты ли да нас вас ему им них потому люди людей время один два можно есть через
        первый свою своей всех больше которых кто сказал этом необходимо нужно всегда никогда каждый другой другие
        можете ваш ваше вам здесь там тогда почему -ал -ала -ами -ания -ать -ая -его -ей -ение -ения -ет -ете -ется
        -ие -ии -ий -или -ите -ить -ия -йте -ний -ной -ную -ные -ным -ными -ов -ого -ое -ом -ости -ость -ский -тся
        -ться -ый -ых -ются -ях""",
    "sr": """и у је се на да за су од са а о као који што до не из која или али како то би које био није по има
        само била бити ће може већ те према код јер након тако између више све своје његов његова њих којима године
        коју било му их га јој им ли овај ова ово тај та када кад где ако ја ми ви он она они сам си смо сте мора
        пре при без још врло два један први година људи нема кроз око једна док такође били биле тога тиме свих
        желите можете помоћу треба односно изнад испод његове њене свог своју поново увек никада сваки неки део
        приликом уколико -ала -ама -ати -ајте -ања -ање -ени -ете -ења -ење -ило -има -ите -ити -ије -них -ног -ном
        -ност -ности -ови -ост -ости -ска -ски -ских -ује -ују -јте -ју -ћете""",
    "tg": """ва дар ба ки аз бо ин барои аст як он буд шуд худ ҳам мо шумо ман ӯ онҳо кард карда будан вале ё то
        пас бисёр тоҷикистон сол соли мешавад дорад мекунад ҳамчун агар чунин тавонед метавонад нест дигар ҳар зеро
        ҳангоми кунед мешаванд ҳама ҳоло ҳамаи кадом дигаре шуда истифода кунонидан -ад -ам -анд -ати -гӣ -дан -ед
        -и -ии -ист -кунӣ -нок -он -ро -шавӣ -ҳо -ҳои -ҳоро -ӣ""",
    "uk": """і в не на що з у та до як це він але по за його від вона для було були був або при так вони чи ж цей
        вже бути тільки після ще які який яка яке щоб ви ми я ти їх може якщо коли бо де дуже має також інших цього
        через перший люди рік року років без між під над інші тому є немає можна потрібно її їхній й із зі свою
        своїх всі усі навіть більше можуть буде про час той того тим себе мене нас вас йому їм треба завжди ніколи
        кожен інший можете ваш вам тут там тоді чому однак лише проте -ала -ами -ати -ення -ете -ий -или -ити -йте
        -на -ний -ними -ння -ному -ної -ня -ні -овано -ого -ості -ою -ський -ських -ття -ться -ують -ється -ів -ій
        -ість -іть -ією -ії -їв""",
}
ARABIC = {
    "ar": """في من على أن إلى هذا لا التي ما عن كان هو الذي مع أو هذه كل بعد بين وقد إن قد ذلك لم كما عند كانت وهو
        هي لن غير تم أي ثم حتى أنه وفي ومن لكن هناك منذ حيث قبل يمكن خلال إذا أكثر بعض أحد عام ليس فيها منها به له
        لها ولا الى نحو جميع الناس أنت نحن هم أنا يجب تكون يكون فإن دون سوف دائما العالم مدينة يوم وقت بيت جديد
        الذين اللذين فقط أيضا عبر ضمن ولم وكان وكانت -ات -ان -ة -ته -تها -ك -نا -ها -هم -وا -ون -ية -ين""",
    "fa": """و در به از که این را با است برای آن یک خود تا بر هم نیز می شد ها شده بود او ما یا اما کرد باید همه دو
        اگر پس هر چه شما من آنها بین های کند دارد داشت وی بی سال بعد نیست ایران پیش روی دیگر هستند کنید شود بودند
        نمی همین کرده توان چون وجود بسیار آنان کار یکی کنند باشد خواهد نام مورد همچنین ولی همیشه هرگز جهان شهر روز
        وقت خانه جدید چگونه آیا بدون درباره سپس دهید گزینه -ات -است -ان -تر -ترین -ش -شان -مان -ند -ها -های -ی -ید""",
    "ps": """د په او چې له سره دي ته کې دی یو نه هم ده څخه پر خپل دا شوی شو کړي هغه یې وي کړی باندې ډېر ډیر لپاره
        مو خو تر چی شي لري هر نو دوی موږ تاسو افغانستان کال پښتو""",
    "ug": """ۋە بۇ بىر بىلەن ئۇ بولۇپ ئۈچۈن دەپ بولغان ھەم كېرەك ياكى ئىككى كېيىن ئەڭ بار يوق سىز مەن بىز ئۇلار -دا
        -دىن -دە -غان -لار -لەر -نى -نىڭ -گەن""",
    "ur": """کے میں کی ہے اور سے کا کو اس کہ نے ہیں پر یہ بھی نہیں تھا ایک ہو وہ کر جو ان تو تھے گیا ہی لئے لیے
        ساتھ کیا بعد جا اپنے رہے ہوئے ہوتا ہوتی دیا کچھ تھی سب یا آپ ہم مجھے جس تک گئی پاکستان دو لوگ اپنی جب کوئی
        بہت سال وقت طرح رہا ہوا کرنے کیلئے دوسرے ہونے والے -تا -تی -نے -وں -یں""",
}
DEVANAGARI = {
    "hi": """के में है की से का को और पर ने कि यह भी नहीं एक हैं हो इस था जो कर वह लिए तो गया ही या साथ अपने करने
        तक बाद किया थे कुछ हुए जा थी वाले होता दिया कहा लेकिन जब अब उन मैं हम आप ये वे होने करते बहुत सकता सकते रहा
        रहे रही कई उस उसके इसके तथा द्वारा एवं हुआ जाता लोग लोगों दो क्या कोई सभी आपके अपनी गए गई करें यदि इसे किसी
        जिसे नाम अन्य केवल होगी होगा चाहते फिर यहाँ वहाँ जैसे पहले ऐसे उसे उन्हें मुझे -कर -ता -ती -ते -ना -ने -ाएँ
        -ाओं -ियों -ेगा -ों""",
    "mr": """आहे आणि या व हे तो ते ती मध्ये आहेत की नाही च साठी होते होता होती हा ही एक असे केले केली त्या पण
        त्यांनी त्याच्या म्हणून करून तर झाले झाली झाला काही करण्यात यांच्या मी तुम्ही आपण त्यांच्या मोठ्या वर्षी
        किंवा येथे असलेल्या असून जे जी जो सर्व येते करणे लोक दोन आपल्या तुमच्या केलेल्या पासून होत नंतर मग शकते
        शकता करा वर केला नये कोणत्याही आता फक्त माहिती वापरा असेल जर तेव्हा आधी तसेच मात्र येथील त्यामुळे याच्या
        यांनी होऊ शकत असते असतो नव्हते -करिता -चा -ची -चे -च्या -णार -णे -ण्यासाठी -त -तील -ना -मध्ये -ला -ली -ले
        -वर -साठी -ांची -ांचे -ांच्या -ांना -ाचा -ाची -ाचे -ात -ाने -ामुळे -ावर -ावी -ावे -ून""",
    "ne": """छ र मा को पनि का यो लागि गर्न भएको एक गरेको थियो हो तथा नै भने त्यो छन् गरी गर्ने भन्ने हुने बाट सँग
        तर गर्दै हुन्छ म तपाईं हामी उनी उनले उनीहरू यस त्यस भयो अब दुई धेरै वर्ष सबै नेपाल पछि अनि किन कि थिए थिएन
        छैन हुन गरे भए रूपमा यसको तपाईंले मानिस गर्नुहोस् गर्नु गरिएको रहेको उसले मेरो हाम्रो तिनीहरू जब कुनै अरू
        केही भन्दा साथै अनुसार यसरी प्रयोग गर्छ गर्छन् थिइन् -एको -का -को -छन् -दै -नुहोस् -ने -न्छ -बाट -मध्ये -मा
        -लाई -ले -सँग -हरु -हरू -हरूको -हरूले -हुन्छ -िएको -िने -ेको -्न -्ने -्यो""",
}
# The letters beyond a to z (in Cyrillic and Arabic: beyond those that all have) that tell languages apart.
LETTERS = {
    "af": "êëôûï", "ca": "àçèéíòóúüï·", "cs": "áčďéěíňóřšťúůýž", "cy": "âêîôûŵŷ", "da": "æøåé", "de": "äöüß",
    "eo": "ĉĝĥĵŝŭ", "es": "áéíñóúü", "et": "äõöüšž", "eu": "ñ", "fi": "äö", "fr": "àâçéèêëîïôùûœ", "ga": "áéíóú",
    "gl": "áéíñóú", "hr": "čćđšž", "hu": "áéíóöőúüű", "is": "áðéíóúýþæö", "it": "àèéìòù", "lt": "ąčęėįšųūž",
    "lv": "āčēģīķļņšūž", "nb": "æøå", "nl": "ëéïö", "nn": "æøåò", "pl": "ąćęłńóśźż", "pt": "áâãàçéêíóôõú",
    "ro": "ăâîșțşţ", "sk": "áäčďéíĺľňóôŕšťúýž", "sl": "čšž", "sq": "çë", "sv": "åäöé", "tl": "ñ", "tr": "çğıöşüâî",
    "vi": "ăâđêôơưàảãạáằẳẵặắầẩẫậấèẻẽẹéềểễệếìỉĩịíòỏõọóồổỗộốờởỡợớùủũụúừửữựứỳỷỹỵý",
    "be": "іўыэёʼ", "bg": "ъщ", "kk": "әғқңөұүһіы", "ky": "ңөүыэ", "mk": "ѓѕјљњќџ", "mn": "өүыэё", "ru": "ыэёъщ",
    "sr": "ђјљњћџ", "tg": "ғӣқӯҳҷэ", "uk": "іїєґщ",
    "ar": "ةىإأآؤئيك", "fa": "یکپچژگ", "ps": "ټډړښځڅېۍیک", "ug": "ۇۆۈېەىۋڭ", "ur": "یکٹڈڑےںہھپچگ",
    "mr": "ळ", "ne": "", "hi": "\u093c",
}  # fmt: skip
