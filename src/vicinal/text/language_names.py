"""Names of languages: for each code, its longer codes (ISO 639-2 and 639-3), its English name, and its own."""

from __future__ import annotations

NAMES = {
    "af": "afr afrikaans", "am": "amh amharic አማርኛ", "ar": "ara arabic العربية", "be": "bel belarusian беларуская",
    "bg": "bul bulgarian български", "bn": "ben bengali bangla বাংলা", "bo": "bod tib tibetan བོད་སྐད་",
    "bs": "bos bosnian bosanski", "ca": "cat catalan català valencian valencià",
    "cs": "ces cze czech čeština český česky", "cy": "cym wel welsh cymraeg", "da": "dan danish dansk",
    "de": "deu ger german deutsch", "el": "ell gre greek ελληνικά", "en": "eng english", "eo": "epo esperanto",
    "es": "spa spanish español castellano castilian", "et": "est estonian eesti", "eu": "eus baq basque euskara",
    "fa": "fas per persian farsi فارسی", "fi": "fin finnish suomi", "fr": "fra fre french français",
    "ga": "gle irish gaeilge", "gl": "glg galician galego", "gu": "guj gujarati ગુજરાતી", "he": "heb hebrew עברית",
    "hi": "hin hindi हिन्दी हिंदी", "hr": "hrv croatian hrvatski", "hu": "hun hungarian magyar",
    "hy": "hye arm armenian հայերեն", "id": "ind indonesian indonesia", "is": "isl ice icelandic íslenska",
    "it": "ita italian italiano", "ja": "jpn japanese 日本語", "ka": "kat geo georgian ქართული",
    "kk": "kaz kazakh қазақша қазақ", "km": "khm khmer ខ្មែរ", "kn": "kan kannada ಕನ್ನಡ", "ko": "kor korean 한국어",
    "ky": "kir kyrgyz кыргызча", "la": "lat latin latina", "lo": "lao ລາວ", "lt": "lit lithuanian lietuvių",
    "lv": "lav latvian latviešu", "mk": "mkd mac macedonian македонски", "ml": "mal malayalam മലയാളം",
    "mn": "mon mongolian монгол", "mr": "mar marathi मराठी", "ms": "msa may malay melayu",
    "my": "mya bur burmese မြန်မာ", "nb": "nob bokmål bokmal", "ne": "nep nepali नेपाली",
    "nl": "nld dut dutch nederlands", "nn": "nno nynorsk", "no": "nor norwegian norsk",
    "or": "ori odia oriya ଓଡ଼ିଆ", "pa": "pan punjabi panjabi ਪੰਜਾਬੀ", "pl": "pol polish polski",
    "ps": "pus pashto پښتو", "pt": "por portuguese português", "ro": "ron rum romanian română",
    "ru": "rus russian русский", "si": "sin sinhala sinhalese සිංහල", "sk": "slk slo slovak slovenčina slovensky",
    "sl": "slv slovenian slovene slovenščina", "sq": "sqi alb albanian shqip", "sr": "srp serbian српски srpski",
    "sv": "swe swedish svenska", "sw": "swa swahili kiswahili", "ta": "tam tamil தமிழ்", "te": "tel telugu తెలుగు",
    "tg": "tgk tajik тоҷикӣ", "th": "tha thai ไทย", "tl": "tgl tagalog filipino", "tr": "tur turkish türkçe",
    "ug": "uig uyghur ئۇيغۇرچە", "uk": "ukr ukrainian українська", "ur": "urd urdu اردو",
    "vi": "vie vietnamese tiếng-việt", "zh": "zho chi cmn chinese mandarin 中文 汉语 漢語",
}  # fmt: skip
