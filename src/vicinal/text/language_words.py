"""What languages look like: frequent words, endings and letters, for `recognition`.

Written for this project. Words stand in lower case, the more frequent ones first; an apostrophe ends a word ("l'",
"don'"). An ending has a hyphen before it. Only scripts that several languages share are here.
"""

from __future__ import annotations

LATIN = {
    "af": """die van en in is het 'n te wat vir nie op met as om sy hy was hulle ons dit sal kan deur ook aan tot word
        by maar daar ek jy of uit na sê moet baie hierdie al so oor wees toe haar gaan my nog wil jou net dan hom waar
        geen wie hoe hul julle onder ná teen tussen omdat voor twee eerste jaar mense ander sodat indien asook
        -heid -like -ing -word -igheid -te""",
    "ca": """de la i el que en a l' d' els les un per una és amb del no al es s' va ha com més són per als dels han
        però seva seu o molt què també hi ser ja si fins li aquest aquesta aquests aquestes pel pels entre sobre on
        quan sense tot tots totes qui ni ho tenir té fer dos anys any després això només encara perquè estar està era
        van havia molts cada altres altre ells ella nosaltres pot poden doncs mentre segons durant des cal aquell
        els n' m' t' jo em et us ens vaig estan podeu voleu
        -ció -ment -itat -cions -aven -ava -ades -ència -isme""",
    "cs": """a v se na je že s z do o i to k ve pro jsou za by si po jako od ale tak jeho který která které při jsem
        byl byla bylo byli být má až když nebo ze u před jen mezi podle ani také už má více není co roku jejich která
        aby této tento tato kteří své bude může můžete jak pokud ještě než bez proto jejich této tím toho tom jej ji
        mu mi mě vy já my oni ona on pak kde kdy protože pod nad lze které jeden dva první lidé let rok velmi můžou
        lidí ty však byly tomu jim jeho ke jich sebe všechny nejsou chcete
        -ých -ého -ení -ání -ové -ější -ích -ost -osti -ém -ými -ují -nout""",
    "cy": """y yn i a o ar yr i'r a'r o'r yn ei gan mae am wedi eu bod oedd ac at fel ond hyn nid ni fod sydd mewn cael
        ddim un hon hwn roedd ydy ydyw yw wrth dros oes fydd gyda eich chi nhw hi ef ein gallwch hynny rhwng dim bydd
        efallai neu lle pan os er hefyd wneud rhaid nad mawr nawr gael dau cyn iawn pob rhai blwyddyn pobl cymru
        'r 'n 'w dyma heb drwy dyn -odd -wyd -aeth -iad -iaeth -ion -wch -ydd""",
    "da": """og i at det er en af til på den for med de der som ikke et han har var fra om vi jeg sig men ved kan blev
        hun havde eller også når hvor efter blive skal bliver så over være sin alle mere nogle kunne nogen mange ud
        under meget hans dem op mod man da vil ville du dig mig os kun andre denne dette disse hvis end før anden
        hendes deres mellem selv nu ind to første år mennesker gennem uden sammen hvad siden blandt gør får gik lige
        hvordan fordi noget bruges både dag børn findes hedder stor store
        -ede -erne -hed -ning -else -lige -lig -ende -eren -ighed""",
    "de": """der die und in den von zu das mit sich des auf für ist im dem nicht ein eine als auch es an werden aus er
        hat dass sie nach wird bei einer um am sind noch wie einem über einen so zum war haben nur oder aber vor zur
        bis mehr durch man sein wurde sei wenn dann kann was diese dieser hatte gegen vom können schon ihre seine ich
        wir ihr uns unter soll muss wurden viele keine ihren kein ohne zwischen sehr wo jahre jahr menschen gibt dort
        heute immer etwas dazu beim waren anderen weil machen daß mir mich dich du ihm ihn sondern müssen leute macht
        deshalb zwei einige jetzt doch damit seit selbst nichts alle wieder
        -ung -ungen -keit -heit -lich -lichen -ischen -schaft -en -te -ten -isch -chen""",
    "en": """the of and to in a is that for it as was with on be by he at are this from his have not or had which but
        they you were her she all their an has been there will when we who would more if no out so up said its about
        than into them can only other new some could time these two may then do first any my now such like our over
        man me even most made after also did many before must through years where much your way well down should
        because each just those people how too little state good very make world still see own work long get here
        between both under him what i one used called it' don' doesn' they' often while until during every
        -ing -ed -tion -ness -ly -ment -ity -ful -ers -ions -ies -able""",
    "eo": """la de kaj en estas al mi ne ke li por ĝi kun vi ili kiu oni sed pri ni kiel ĉi tiu el pli estis per aŭ
        ankaŭ de sia se havas povas ĉar tio estis kiam nur post tiuj kiuj tre jam ol unu du sin ĉiuj tiel iu dum
        devas ĝis sub inter sen antaŭ volas ŝi ĉe laŭ kio do iĝis via mia ilia lia ties ĉu nun
        -oj -ojn -aj -ajn -as -is -os -us -on -an -ado -eco -ita -anto""",
    "es": """de la que el en y a los se del las un por con no una su para es al lo como más o pero sus le ha me si sin
        sobre este ya entre cuando todo esta ser son dos también fue había era muy años hasta desde está mi porque
        qué sólo han yo hay vez puede todos así nos ni parte tiene él uno donde bien tiempo mismo ese ahora cada vida
        otro después te otros aunque esa eso hace otra gobierno tan durante siempre día tanto ella tres sí dijo sido
        gran país según menos año antes estado contra sino forma hacer general estaba poco estos presidente mayor
        ante unos les algo hacia casa ellos ayer hecho primera mucho mientras además quien usted ustedes debe pueden
        esto fueron eran tienen personas llamado estas solo cual nuestra nuestro
        -ción -ciones -mente -dad -idad -ando -iendo -aron -ieron -aba -aban -ados -idos -miento""",
    "et": """ja on ei et see ta oli kui ka mis seda aga kas siis oma ning või ma nii selle kes veel välja mida pole
        tema sest olid kuid ole kõik üks kuni mille ära peale nad sa me olla saab enam väga mitte kus pärast nagu kõige
        juba eest midagi need jaoks võib sellest üle aastal teise ainult nende tuleb siin just selles pidi võiks
        sai ega eesti iga ennast meie teie mõned tehti tehakse ilma järgi seal kaks esimene vastu alla läbi poolt
        kellele mees rohkem saanud olnud kõigi koos sinna ühe selline kasutada
        -mine -mise -tud -nud -use -ste -dest -sid -ks -de -te -ga -ta -le -st -lt -takse -vad -atud""",
    "eu": """eta da ez dute du zen bat ere hori ziren dira izan baina egin dela ditu den ditugu beste zuen egiten dago
        bere baino hau zuten izango gabe behar nahi edo gero orain dituzte zer hala zein nola ezin bezala oso bi gehiago
        dituen duen duten zuela arte batean batek bera gure zure haiek hura honen horren asko urte hiru lehen ondoren
        artean barruan gainean zaio dio naiz gara zara dezake daiteke badu bada baditu dut dugu duzu honek hori hauek
        -ak -en -an -ari -aren -arekin -ko -tik -ean -etan -tzen -tu -ren -tako -teko -zko -ekin -etako -rako""",
    "fi": """ja on ei että se oli hän kun mutta myös joka ovat niin tai kuin olla mukaan ole jos nyt vain ne sen ollut
        jo hänen kanssa jotka mitä sitä vielä olen kaikki minä minun mikä tämä siitä tämän voi ja sekä vuonna sekä
        ennen hyvin jonka jälkeen oman eivät enää siinä mutta voidaan kuten jolloin joita siihen ei koska olivat aikana
        eli he me te sinä kaksi yksi sitten muut muita usein tätä niitä niiden missä jossa kuitenkin pitää saa tulee
        voit voivat ilman näin siis paljon ensimmäinen joskus suuri ihmiset ihmisiä hänet heidän itse tuli muun
        -nen -ssa -ssä -lla -llä -sta -stä -een -tta -ttä -den -iin -ksi -ien -aan -ään -tään -taan -essa -ista -ttiin
        -isen -mme -vät -vat -nut -taa -ja -jen -kin""",
    "fr": """de la le et les des l' en un du une d' que est dans qui à par pour au il sur pas plus se ne ce s' n' qu' a
        c' avec son sa ses sont je vous nous on mais ou comme été elle y leur même tout tous ont aux ces cette cet deux
        aussi être fait si lui dit bien sans peut après entre encore ils était très avait moins ans où dont quand leurs
        autres contre toujours depuis car avant chez fois faire peu temps alors toute autre donc première sous années
        non quelques jusqu' elles j' m' t' mon ma mes ton votre vos notre nos puis ainsi trop beaucoup étaient
        plusieurs alors peuvent enfants homme jour petit petite grande grand monde quelque lorsque pendant parce
        avez avaient ça chaque celui celle veut doit
        -tion -tions -ment -ements -eur -eurs -eux -euse -aient -ait -ique -ité -ées -ée -és -ant""",
    "ga": """an agus na ar a i is go do le sé bhí tá ag sin nach mar seo ach de sí leis air ná siad mé as ann é chun aon
        gur ní mó sa idir féin níos faoi bhfuil tú aige den don duit raibh rud nuair a á cuid más ó ina bheith eile
        roimh tar éis ba ba í dá lena lá gach bliain mhór daoine anseo níl raibh fuair rinne chuid trí dhá thar orthu
        úsáid féidir -acht -adh -aigh -ann -tear -ocht -eadh -anna""",
    "gl": """de a e o que do da en os as un unha para con non no na dos das se por é como ao máis súa seu foi pola polo
        pero tamén ou aos ás nos nas sobre está son ten entre era cando moi xa hai ata esta este isto eu el ela eles
        onde sen desde só hoxe dende cada outros outras outra todo todos toda ser pode poden foron lle lles nun nunha
        dun dunha fixo aínda porque despois antes anos ano parte dous súas seus nós vostede sexa ningún unhas uns
        vai mellor quere -ción -cións -dade -mente -ando -aba -aban -oso -eiro -eira -xe -ios""",
    "hr": """i u je se na da za su s od a o kao koji što do ne iz koja ili ali kako to bi koje bio nije sa po ima samo
        bila biti će može već te prema kod jer nakon tako između više sve svoje svojim njegov njegova njih kojima
        godine koju bilo njihove mu ih ga joj im li ovaj ova ovo taj ta kada kad gdje ako ja mi vi on ona oni sam si
        smo ste mora prije pri bez još vrlo dva jedan prvi godina ljudi bih nema bez kojem kojoj kroz oko jedna dok
        samo tijekom također neke bili bile toga tome svih koriste uz moguće želite možete
        -ovi -ima -ama -anje -enje -ije -ijeg -nih -skih -ski -ska -ost -osti -nog -nom -ju""",
    "hu": """a az és hogy nem is egy ez csak de meg volt már vagy mint azt még el ki ha van sem akkor kell lehet lesz
        ezt azonban után fel több között pedig olyan ennek amely úgy mert minden aki nagyon ami két arra utolsó majd
        vannak voltak ezek azok ő neki én te mi ön saját most ahol amikor így itt ott nincs nagy mivel szerint által
        első másik ezért alatt során évben alapján valamint illetve amelyek nélkül azonban egyik ilyen meg sok tud
        hogyan amit annak ezen lett be össze vissza igen ember
        -nak -nek -ban -ben -ból -ből -hoz -hez -val -vel -ság -ség -ott -ett -ja -ok -ek -ak -kat -ket -tól -től -ra
        -re -nál -nél -ói -ás -és -ként -sági -ni""",
    "id": """yang dan di dengan untuk tidak ini dari dalam akan pada itu juga ke karena ada tersebut bisa oleh saya mereka
        kita orang atau lebih sudah anda telah menjadi saat dapat adalah seperti para kami dia hanya banyak tahun
        satu sebagai bahwa secara harus hari sebuah belum masih antara lain dua namun setelah ia kepada bagi agar jika
        tetapi sangat ketika maka semua kata atas apa punya tak lagi bukan beberapa serta pun sampai kalau sedang
        tanpa hal aku kamu digunakan melalui terhadap hingga selama sebelum membuat besar
        -nya -kan -lah -an -annya -asi -kannya""",
    "is": """og að í á er sem það ekki við til um var með en af fyrir hann því svo eru þeir frá hún þetta verið hefur
        þá þegar ég upp eða þess þessi sér eftir út yfir hafa vera verður hans allt þar nú bara hér eins þú þau þær
        honum mjög þeim hafi hafði sína síðan hafði undir milli án alla allir hvað hver ár margir einn tvö þeirra mér
        kom voru verða hennar -inn -um -ið -unum -anna -ur -ar -num -ina -aði""",
    "it": """di e che la il un a per in è una non sono con del si da i come le dei lo della al nel alla più ma gli ha o
        l' anche dell' ed delle se su dal suo cui ci loro sua nella all' un' questo essere tra era stato fra tutti due
        perché quando dopo ho questa mi molto prima ancora solo può dalla degli agli alle ai nei sul sulla fatto
        così hanno suoi anni stata dove poi tutto sia ne dall' nell' c' d' quello chi fu contro senza io quella fare
        parte sempre poco già ogni mentre aveva altri tempo stesso lui molti mai quindi tempo nelle qui ora noi
        voi ad lei cosa oggi fino avere loro tre grande altro invece quale questi queste vostro nostro possono
        erano viene vengono secondo dello delle
        -zione -zioni -mente -tà -ità -ando -endo -ato -ati -ate -ava -avano -ismo -ggio -ono -ndo -sse -ivo""",
    "la": """et in est non ad ut cum qui ex quod per de sed ab si quae esse autem sunt aut hoc quam nec eius ac etiam
        enim atque ita erat id se nam quid quidem iam me te eum haec quem ipse pro tamen mihi nihil sine eo quo inter
        fuit sit ille omnia ante post eorum suis sua suum hic ea iis neque illa deus dixit
        -que -orum -arum -ibus -tur -isse -ntur -erunt -eius -ium""",
    "lt": """ir yra į kad su iš o tai jis bet ne ar buvo per kaip kai už nuo dėl tik ji jų jo jie dar apie šis prie
        taip pat labai arba gali savo galima po iki kurie kuris kuri jau jos būti kitų be kurios tarp metų metais
        vienas du ant daugiau šią šios jei jeigu ką kas kur mes jūs aš tu jį ją visi viskas reikia daug todėl nes bus
        turi prieš pagal nėra tačiau šio norite kuriame kuriuos žmonių
        -as -is -us -os -ių -ai -ams -uose -imas -imo -ymas -ti -ės -ius -ose -omis -ais -iai -ojo -amas -inti -iams""",
    "lv": """un ir no ar uz par ka kas tika bija arī kā pie bet vai pēc savu viņš līdz tas tā gan tiek to gada gadā ko
        lai jo vairāk nav būs šo šī šis tikai var starp viņa kad viņi ļoti mēs jūs es tu vēl pat ja pirms pret bez kur
        būt tie tos tai kurā kuru kuras kuri kurš gadu zem sava savas viņas vien bija jau ne divi viens daudz cilvēku
        visi visu tam jums nevar pa esat kopā šajā
        -as -us -ām -ēja -šana -šanas -iem -ija -jās -os -ās -ies -āja -ums -ība -ības -iski -ots -ai -im""",
    "nb": """i og det er på som en til å for av at med de den har ikke et han om var seg fra men så vi kan jeg skal blir
        ble hun eller også når hvor etter være bli ved over sin alle mer noen kunne noe mange ut opp hadde under
        hans dem mot må vil ville du deg meg oss bare andre denne dette disse hvis enn før annen mellom selv nå inn to
        første år mennesker gjennom uten sammen hva siden blant gjør får gikk hvordan fordi brukes både veldig slik
        dere kalles litt finnes ifølge derfor fikk kommer barn store gjøre ingen etter
        -ene -het -ning -else -lige -ende -er -eren -ert -erte -inger -ne -sjon -sjoner""",
    "nl": """de van het een en in is dat op te zijn met voor die niet aan er om ook als dan maar bij of uit nog worden
        door naar heeft tot ze wordt hij was deze over dit hebben wel geen kan meer hun moet jaar werd al zo we
        zich haar ik je u veel na zou onder wat had wie waar hoe waren tegen tussen twee mensen zij men zoals andere
        hem mijn daar nu toch alleen omdat veel door ons kunnen tijdens zonder eerste alle iets jij hier dus
        daarom nieuwe binnen toen zelf gaat komt maken deel ander grote heel jou jullie echter vaak sommige werden
        -heid -lijk -lijke -ing -ingen -en -tie -ties -schap -baar -eren -atie -tje -isch -ische -aal""",
    "nn": """og i det er på som ein til å for av at med dei den har ikkje eit han om var seg frå men så vi kan eg skal
        blir vart ho eller også når der etter vere bli ved over sin alle meir nokon kunne noko mange ut opp hadde mot
        må vil ville du deg meg oss berre andre denne dette desse dersom enn før annan mellom sjølv no inn to kva
        første år menneske gjennom utan saman sidan korleis fordi både veldig slik eitt kvar difor fleire hennar
        deira dykk dykkar vere vore gjer gjere frå kjem -ane -leg -lege -ing -ar -ingar -heit -asjon""",
    "pl": """w i na z się do nie że jest o to jak za po od co przez przy już czy dla tym ale są ten tylko oraz które który
        która ich tego być jego może także był było była były tak ma a u bez jej jako we lub pod nad przed ze bardzo
        jednak więcej gdy tej kiedy roku lat między innych można będzie też ją sobie nich swoje jeśli których gdzie
        niż jeszcze ponieważ mu im go mnie mi ja ty my oni ona on wszystkie wiele ludzi ludzie jeden dwa te ta nawet
        podczas według zostać został została przeciw potem aby żeby tych której którym należy ktoś nic coś raz jednym
        -ego -ych -ach -ami -ów -ość -ości -nie -nia -owy -owa -ają -ący -ymi -emu -eniu -uje -ować -ać -ić -ej""",
    "pt": """de a o que e do da em um para é com não uma os no se na por mais as dos como mas foi ao ele das tem à seu
        sua ou ser quando muito há nos já está eu também só pelo pela até isso ela entre era depois sem mesmo aos ter
        seus quem nas me esse eles estão você tinha foram essa num nem suas meu às minha têm numa pelos elas havia
        seja qual será nós tenho lhe deles essas esses pelas este dele tu te vocês vos lhes meus minhas nosso nossa
        dela delas esta estes estas aquele aquela isto aquilo sobre anos ano disse pessoas ainda porque pode podem
        são duas dois onde desde durante contra todos todo toda após antes fazer cada vez outros outras então
        segundo além brasil
        -ção -ções -mente -dade -dades -ando -endo -indo -ado -ados -ões -ão -avam -aram -eiro -eira -agem""",
    "ro": """de și în a la cu o pe din un că nu se care mai este pentru sunt ce fi au al ca prin sau dar lui fost fost dacă
        ale sa am ai după cel cea cei cele lor ei el ea acest această aceste acestea ar va vor fie între până doar
        când unui unei unor dintre sub fără foarte toate toți poate pot trebuie avea era erau îl îi le li își ne să
        decât asupra către prea iar astfel însă apoi ani ani doi primul oameni acolo aici atunci cum unde nici dumneavoastră
        multe mult fiecare avut câteva timp şi ţi eu noi voi tot
        -ului -ilor -rea -elor -ție -ții -iei -ați -ează -esc -ește -ește -itate -ând -at -ate -ată -ulu -ele -rii""",
    "sk": """a v sa na je že s z do o aj to k vo pre sú za by si po ako od ale tak jeho ktorý ktorá ktoré pri som
        bol bola bolo boli byť má až keď alebo zo u pred len medzi podľa ani tiež už viac nie čo roku ich aby tejto
        tento táto toto ktorí svoje bude môže môžete ešte než bez preto tým toho tom ho ju mu mi ma vy ja my oni ona
        on potom kde kedy pretože pod nad jeden dva prvý ľudia rokov veľmi ľudí však boli im ktorých ktorú teda nich
        iba sme ste nebol je chcete tu ešte iné dve ich tomu ktorej sebe nemá týchto nejaký
        -ých -ého -ení -nie -ania -ové -ejší -ach -osť -osti -ými -ujú -núť -ovať -ným -ním -om -ou -ie""",
    "sl": """in je v na da za se so z po s ki kot pa tudi ne o bi ali od iz jih ga pri do bil bilo bila ta še kako kar
        to med ko pred vse jo njegov lahko več samo le biti so svoje že mu smo ste sem si ni niso zelo ter leta let
        katerih kateri katera katere tem tega ker če saj zaradi brez pod nad prav nekaj vendar oba dva prvi ljudi
        ljudje jim vam vas nas jaz ti mi vi oni on ona kjer kdaj nato bolj zato proti ob skozi okoli želite morate
        bodo bo imajo ima tako drugi nova
        -nje -anje -enje -nih -ega -emu -imi -ost -osti -ski -ska -ov -ev -ali -ila -ijo -ajo -nega -ih -om""",
    "sq": """e të në i dhe një me për nga që u është më si se ka do nuk kjo ky ai ajo kanë tij saj tyre duke janë por ishte
        ndaj deri kur pas ose edhe këtë te mund tek pa gjatë disa para ka ishin çdo këto këta tjetër tjera mbi nën
        midis vetëm unë ti ne ju ata ato jam jeni kam keni shumë vit vitin vite njerëz dy parë kështu nëse ku çfarë
        duhet doni mbas kësaj këtij sepse -isë -ës -it -ëve -imin -imit -uar -ën -ave -shme -shëm -sisë -imi -ojë""",
    "sv": """och i att det som en på är av för med till den har de inte om ett han men var jag från vi så kan sig man när
        nu också efter hon eller hade vid än under skulle där ut sin över vara blev alla ska detta andra mycket här då
        sedan bara in kommer någon vad år mot upp finns mer två få du dig mig oss hans dem ha denna dessa bli blir
        mellan utan genom många varit honom hur några första själv sina vill eftersom innan samma både människor
        henne ville mest även åt ner vilket någonting något ni er alltid kallas varje kunde fick sitt hennes
        -arna -orna -erna -het -ning -ande -lig -liga -ade -ar -or -en -et -ningar -skt -iska -isk -elser""",
    "sw": """ya na wa kwa ni katika la za kuwa hii cha yake wake vya kama watu hiyo huo pia huu sana lakini au ambayo
        ambao kutoka mwaka moja hadi baada kila wengi zaidi yeye sasa siku hao wao mimi sisi wewe alikuwa ana
        walikuwa bila ili kabla kati mtu nchi kuna hakuna tu si hata bado kwamba ndiyo wakati mbili nyingi mwa
        -isha -wa -kana -eza -ika -sha -lia -ofu""",
    "tl": """ang ng sa na mga ay at ni si para hindi ito kung may isang o kanyang din ako mo ko ka siya niya nila sila
        kami tayo natin ba pa lang lamang ngunit dahil iyon mula upang noong bilang ito'y dito doon nang wala rin
        kanilang mayroon tao taon lahat ano kapag pagkatapos bago iba isa dalawa maaari nito nasa inyong inyo naman
        -ng -ing -han -hin -an -syon""",
    "tr": """bir ve bu için de da ile ne o olarak çok daha olan kadar gibi en var ama sonra her mı mi değil ki ya ben
        olduğu diye veya ise yok iki zaman onun bunu sadece bana hem şey biz siz onlar göre eden nasıl kendi arasında
        olduğunu bile şimdi önce büyük tarafından ancak bütün yeni yıl biri oldu üzerinde bunun hiç böyle ilk üç
        insan insanlar olur oluyor şekilde çünkü başka neden şu sen bazı vardır değildir içinde edilir istiyor
        -lar -ler -ları -leri -dir -dır -nin -nın -mek -mak -yor -ında -inde -lık -lik -dan -den -tır -tir -miş -mış
        -nda -nde -an -en -dı -di -ması -mesi -sı -si -lu -lü -unu -ini -ına -ine -arak -erek -ecek -acak""",
    "vi": """và của là có trong được các cho một không những với người này đã khi để cũng đến về như từ tại ra vào đó ở
        nhiều năm sẽ hay bị theo trên phải nhưng lại mà thì làm sau nên còn việc rất hơn vì nước mình đang con chỉ
        thể tôi anh họ bạn chúng nó ông bà sự gì nếu do qua cùng hoặc nhất hai lên đầu bằng ngày lớn cách giữa cần
        số vẫn trước rằng các ai nào dùng tập tin hệ thống""",
}
CYRILLIC = {
    "be": """і ў не на што з у да як гэта ён але па за яго ад яна для было былі быў або пры так яны ці ж гэты ўжо быць
        толькі пасля яшчэ якія які якая якое каб вы мы я ты іх можа калі бо дзе вельмі мае таксама іншых гэтага праз
        першы людзі год годзе гадоў без паміж пад над іншыя таму ёсць няма можна трэба -цца -аць -ава -ага -ыя -асць
        -енне -аў -яў -ым -ных -ія -аецца""",
    "bg": """на и да в се за от не с е по са като че до които които това му си беше при много ще но след или той тя те
        към един една само който която което бе още има може бил била били който между му през години година ги го я
        тази този тези защото вече както без ако аз ти ние вие те им съм сме сте бъде част хора където когато така
        във със ли най повече всички преди под над няма също трябва според какво -ите -та -то -ият -ата -ето -ето
        -ване -ния -ска -ски -ост -ха -ът -ява -нето""",
    "kk": """және бұл мен бір үшін да де бар осы деп ол болып жоқ болған еді емес болды сол керек ғана кейін туралы оның
        бойынша көп қазақ қазақстан жыл жылы жылғы не өз арқылы немесе екі басқа ең егер болса оны онда біз сіз олар
        барлық бола болады отыр адам кезде сондай үлкен дейін қарай және мүмкін қажет пайдалану жоқ тек ретінде
        -ның -нің -дың -дің -лар -лер -дар -дер -ған -ген -тар -тер -ды -ді -ға -ге -мен -нда -нде -ып -іп -уға -ыңыз
        -ады -еді -атын""",
    "ky": """жана бул менен бир үчүн да бар ошол деп ал болуп жок болгон эмес болду керек гана кийин тууралуу анын боюнча
        көп кыргыз жыл жылы өз аркылуу же эки башка эң эгер болсо аны биз сиз алар бардык болот адам чоң чейин
        ушул эле -нын -нин -дын -дин -лар -лер -дор -төр -ган -ген -гон -уу -үү -ды -га -ге -оо -өө""",
    "mk": """на и да во се за од не со е по што ќе сум беше како до или но кој која кое ги го ја му тој таа тие тоа овој
        оваа ова овие сите само при тука уште има нема може бил била биле меѓу во кога каде така ако јас ти ние вие
        првиот година години луѓе многу потоа според поради бидејќи сè сѐ нивните неговата -ите -та -то -от -ата -ето
        -ње -ање -ува -аат -иот -ските -ќи -ност""",
    "mn": """нь байна бол энэ юм гэж ба болон байсан нэг юу тэр ч их вэ байгаа уу үү бөгөөд мөн хүн өөр хоёр бид та би тэд
        монгол улсын он оны жил дээр болох гэсэн ямар дараа тул зөвхөн олон өөрийн хэрэв боловч байх биш байв тэгээд
        -ийн -ын -сан -сэн -сон -сөн -аас -ээс -аар -ээр -ууд -үүд -даа -дээ -гүй -тай -тэй -ийг -ыг -ахад -эхэд""",
    "ru": """и в не на я с что он по это как а к но из у за от о же так его для все она бы мы вы то они было был была были
        при или ещё еще только уже если ее её их когда чтобы до быть может который которые которая которое этого этот
        эта эти после под над без меня мне нет во со также где год года году лет между более очень себя того том тем
        чем ты ли да нас вас ему им них потому люди людей время один два можно есть через первый свою своей всех
        больше которых кто сказал этом необходимо
        -ого -его -ться -тся -ение -ания -ения -ость -ости -ать -ить -ых -ий -ый -ая -ое -ие -ные -ными -ами -ях -ет
        -ов -ский""",
    "sr": """и у је се на да за су од са а о као који што до не из која или али како то би које био није по има само била
        бити ће може већ те према код јер након тако између више све своје његов његова њих којима године коју било
        му их га јој им ли овај ова ово тај та када кад где ако ја ми ви он она они сам си смо сте мора пре при без
        још врло два један први година људи нема кроз око једна док такође били биле тога тиме свих који желите
        можете -ови -има -ама -ање -ење -ије -них -ских -ски -ска -ост -ости -ног -ном -ју""",
    "tg": """ва дар ба ки аз бо ин барои аст як он буд шуд худ ҳам мо шумо ман ӯ онҳо кард карда будан вале ё то пас
        бисёр тоҷикистон сол соли мешавад дорад мекунад ҳамчун агар чунин тавонед метавонад нест дигар ҳар зеро
        ҳангоми кунед -ҳои -ҳо -ро -ии -анд -дан -ист -ҳоро -ад -ати""",
    "uk": """і в не на що з у та до як це він але по за його від вона для було були був або при так вони чи ж цей вже бути
        тільки після ще які який яка яке щоб ви ми я ти їх може якщо коли бо де дуже має також інших цього через перший
        люди рік року років без між під над інші тому є немає можна потрібно її їхній й із зі свою своїх всі усі
        навіть більше можуть буде про час той того тим себе мене нас вас йому їм
        -ого -ться -ття -ння -ення -ість -ості -ати -ити -ують -ів -їв -ий -ій -ою -ських -ський -ами -ється -ні""",
}
ARABIC = {
    "ar": """في من على أن إلى هذا لا التي ما عن كان هو الذي مع أو هذه كل بعد بين وقد إن قد ذلك لم كما عند كانت وهو هي لن
        غير تم أي ثم حتى أنه وفي ومن لكن هناك منذ حيث قبل يمكن خلال إذا أكثر بعض أحد عام ليس فيها منها به له لها ولا
        الى نحو جميع الناس أنت نحن هم أنا يجب تكون يكون فإن دون سوف -ات -ون -ين -ية -ها -هم""",
    "fa": """و در به از که این را با است برای آن یک خود تا بر هم نیز می شد ها شده بود او ما یا اما کرد باید همه دو اگر پس
        هر چه شما من آنها بین های کند دارد داشت وی بی سال بعد نیست ایران پیش روی دیگر هستند کنید شود بودند نمی همین
        کرده توان چون وجود بسیار آنان کار یکی کنند باشد خواهد نام مورد همچنین ولی -ند -ها -های -ترین -تر -ید -است""",
    "ps": """د په او چې له سره دي ته کې دی یو نه هم ده څخه پر خپل دا شوی شو کړي هغه یې وي کړی باندې ډېر ډیر لپاره مو
        خو تر چی شي لري هر نو دوی موږ تاسو افغانستان کال پښتو""",
    "ug": """ۋە بۇ بىر بىلەن ئۇ بولۇپ ئۈچۈن دەپ بولغان ھەم كېرەك ياكى ئىككى كېيىن ئەڭ بار يوق سىز مەن بىز ئۇلار -نىڭ
        -دىن -لار -لەر -غان -گەن -نى -دا -دە""",
    "ur": """کے میں کی ہے اور سے کا کو اس کہ نے ہیں پر یہ بھی نہیں تھا ایک ہو وہ کر جو ان تو تھے گیا ہی لئے لیے ساتھ کیا
        بعد جا اپنے رہے ہوئے ہوتا ہوتی دیا کچھ تھی سب یا آپ ہم مجھے جس تک گئی پاکستان دو لوگ اپنی جب کوئی بہت سال وقت
        طرح رہا ہوا کرنے کیلئے دوسرے ہونے والے -وں -یں -نے -تا -تی""",
}
DEVANAGARI = {
    "hi": """के में है की से का को और पर ने कि यह भी नहीं एक हैं हो इस था जो कर वह लिए तो गया ही या साथ अपने करने तक बाद
        किया थे कुछ हुए जा थी वाले होता दिया कहा लेकिन जब अब उन मैं हम आप ये वे होने करते बहुत सकता सकते रहा रहे रही
        कई उस उसके इसके तथा द्वारा एवं हुआ जाता लोग लोगों दो क्या कोई सभी आपके अपनी गए गई करें -ों -ता -ते -ती -ना -ने""",
    "mr": """आहे आणि या व हे तो ते ती मध्ये आहेत की नाही च साठी होते होता होती हा ही एक असे केले केली त्या पण त्यांनी
        त्याच्या म्हणून करून तर झाले झाली झाला काही करण्यात यांच्या मी तुम्ही आपण त्यांच्या मोठ्या वर्षी किंवा येथे
        असलेल्या असून जे जी जो सर्व येते करणे लोक दोन आपल्या तुमच्या केलेल्या पासून होत नंतर मग शकते शकता
        -ात -ाने -ांना -ाचा -ाची -ाचे -ांच्या -च्या -मध्ये -साठी -ण्यासाठी -ला -णे -वर""",
    "ne": """छ र मा को पनि का यो लागि गर्न भएको एक गरेको थियो हो तथा नै भने त्यो छन् गरी गर्ने भन्ने हुने बाट सँग तर गर्दै
        हुन्छ म तपाईं हामी उनी उनले उनीहरू यस त्यस भयो अब दुई धेरै वर्ष सबै नेपाल पछि अनि किन कि थिए थिएन छैन हुन गरे
        भए रूपमा यसको तपाईंले मानिस गर्नुहोस् -ले -लाई -को -का -मा -हरू -बाट -एको -ने -्न -न्छ -नुहोस् -हरु -छन्""",
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
