"""Names that wikis give their namespaces and sections, of those that hold no prose.

They are in the form `plain` gives: lower case, spaces for underscores. English comes first, with Simple English, then
the larger languages. A name that is missing here costs little: a list of links more.

Callers: `wikitext`, `prose`, `templates` and `dump`.
"""

from __future__ import annotations


def names_in(text: str) -> frozenset[str]:
    """Return the names in a list with commas."""
    return frozenset(name.strip() for name in text.split(","))


def plain(name: str) -> str:
    """Return a name of a template, section or namespace as the tables here have it."""
    return " ".join(name.replace("_", " ").split()).lower()


# Links into these namespaces show an image, or nothing where they stand. A dump adds its own names for them.
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

# Sections of notes, links and lists of works, which no sentence of the other version can be aligned with.
NO_PROSE = names_in(
    # English, Simple English
    "references, reference, reference list, notes, note, footnotes, notes and references, references and notes, "
    "citations, sources, works cited, bibliography, selected bibliography, literature, further reading, "
    "more reading, see also, related pages, related articles, external links, external link, links, "
    "other websites, other website, other links, gallery, image gallery, navigation, "
    # German
    "einzelnachweise, einzelnachweise und anmerkungen, anmerkungen und einzelnachweise, weblinks, literatur, "
    "siehe auch, quellen, anmerkungen, belege, nachweise, fußnoten, "
    # French
    "références, notes et références, voir aussi, liens externes, lien externe, bibliographie, "
    "articles connexes, annexes, lien interne, liens internes, pour aller plus loin, vikiliens, "
    # Spanish
    "referencias, véase también, enlaces externos, bibliografía, notas, notas y referencias, fuentes, "
    # Portuguese
    "referências, ver também, ligações externas, bibliografia, notas e referências, leitura adicional, "
    # Italian
    "note, voci correlate, altri progetti, collegamenti esterni, pagine correlate, "
    # Dutch
    "referenties, zie ook, externe links, externe link, bronnen, literatuur, voetnoten, noten, "
    # Catalan, Basque, Swedish, Polish, Russian
    "referències, vegeu també, enllaços externs, erreferentziak, kanpo estekak, ikus gainera, "
    "referenser, se även, externa länkar, källor, noter, przypisy, linki zewnętrzne, zobacz też, uwagi, "
    "примечания, см. также, ссылки, литература, источники"
)
