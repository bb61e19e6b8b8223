"""Names of wiki namespaces and sections without prose, in English and other large languages.

They are normalised by `plain`: lower case, spaces for underscores. A missing name does little harm: one more list of
links.

Callers: `wikitext`, `wikitext_lines`, `wikitext_templates` and `mediawiki_dump`.
"""

from __future__ import annotations


def names_in(text: str) -> frozenset[str]:
    """Return the names in a comma-separated list."""
    return frozenset(name.strip() for name in text.split(","))


def plain(name: str) -> str:
    """Return the normalised name of a template, section or namespace."""
    return " ".join(name.replace("_", " ").split()).lower()


# Links to these namespaces show an image or nothing. A dump adds its own names.
HIDDEN_NAMESPACES = names_in(
    # English, German, French, Spanish, Portuguese, Italian, Dutch
    "file, image, category, datei, bild, kategorie, fichier, catégorie, archivo, imagen, categoría, ficheiro, imagem, "
    "arquivo, categoria, immagine, bestand, afbeelding, categorie, "
    # Swedish, Danish, Polish, Catalan, Basque, Czech, Finnish, Hungarian, Turkish
    "fil, kategori, billede, plik, grafika, kategoria, fitxer, imatge, fitxategi, irudi, soubor, tiedosto, kuva, "
    "luokka, fájl, kép, kategória, dosya, resim, "
    # Russian, Ukrainian, Greek, Japanese, Chinese, Korean
    "файл, изображение, категория, зображення, категорія, αρχείο, εικόνα, κατηγορία, ファイル, 画像, カテゴリ, "
    "文件, 檔案, 图像, 圖像, 分类, 分類, 파일, 그림, 분류"
)

# Sections of references and links, which cannot be aligned.
NO_PROSE = names_in(
    # English, Simple English
    "references, reference, reference list, footnotes, notes and references, references and notes, works cited, "
    "see also, related pages, related articles, external links, external link, other websites, other website, "
    "other links, gallery, image gallery, "
    # German
    "einzelnachweise, einzelnachweise und anmerkungen, anmerkungen und einzelnachweise, weblinks, siehe auch, "
    "belege, nachweise, fußnoten, "
    # French
    "références, notes et références, voir aussi, liens externes, lien externe, articles connexes, lien interne, "
    "liens internes, vikiliens, "
    # Spanish
    "referencias, véase también, enlaces externos, notas y referencias, "
    # Portuguese
    "referências, ver também, ligações externas, notas e referências, "
    # Italian
    "voci correlate, altri progetti, collegamenti esterni, pagine correlate, "
    # Dutch
    "referenties, zie ook, externe links, externe link, voetnoten, "
    # Catalan, Basque, Swedish, Polish, Russian
    "referències, vegeu també, enllaços externs, erreferentziak, kanpo estekak, ikus gainera, "
    "referenser, se även, externa länkar, przypisy, linki zewnętrzne, zobacz też, примечания, см. также, ссылки"
)
# Sections that are lists in one article and prose in the next: the literature of a country, the sources of a river.
OFTEN_LISTS = names_in(
    # English, Simple English
    "literature, bibliography, selected bibliography, further reading, more reading, notes, note, citations, sources, "
    "links, navigation, "
    # German
    "literatur, bibliografie, quellen, anmerkungen, "
    # French
    "bibliographie, littérature, annexes, pour aller plus loin, "
    # Spanish, Portuguese, Italian, Catalan
    "bibliografía, literatura, notas, fuentes, bibliografia, leitura adicional, fontes, letteratura, fonti, notes i "
    "referències, "
    # Dutch, Swedish, Danish, Polish, Russian
    "bronnen, literatuur, noten, källor, noter, litteratur, kilder, uwagi, литература, источники"
)
