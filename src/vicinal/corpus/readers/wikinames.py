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

# Sections of notes, links and lists, which cannot be aligned.
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
