"use strict";
// Files that the user chooses or drops: their names, and their text as the server reads it.

/** What became of a file. @typedef {{ answer: FileAnswer } | { problem: string, encoding: string | null }} FileOutcome */

const TextFiles = (() => {
  const UNPRINTABLE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/gu;
  const LONGEST_NAME = 80; // characters
  const SUFFIX = 10; // characters at the end that stay
  const KINDS = /** @type {Record<string, string>} */ ({
    docx: "Word",
    epub: "EPUB",
    html: "web page",
    markdown: "Markdown",
    odt: "OpenDocument",
    pdf: "PDF",
    rtf: "RTF",
    text: "plain text",
  });

  /** Return a text for one line, without control characters or marks of direction. @param {string} text */
  const printable = (text) => text.replace(UNPRINTABLE, "\ufffd");

  /** Return the name of a file for one line, shortened in the middle. @param {string} name */
  function shown(name) {
    const line = printable(name).trim();
    if (line.length <= LONGEST_NAME) return line || "the file";
    return `${line.slice(0, LONGEST_NAME - SUFFIX - 1)}…${line.slice(-SUFFIX)}`.toWellFormed();
  }

  /** Return a number of bytes in words. @param {number} bytes */
  const size = (bytes) =>
    bytes < 1000
      ? Wording.count(bytes, "byte")
      : bytes < 1e6
        ? `${Math.round(bytes / 1000)} KB`
        : `${(bytes / 1e6).toFixed(1)} MB`;

  /** Return what was read of a file, in words. @param {FileAnswer} answer */
  function outcome({ kind, paragraphs, headings }) {
    const name = KINDS[kind] ?? kind;
    if (headings === null) return `${name}, ${Wording.count(paragraphs, "line")}`;
    const marked = headings ? `, ${Wording.count(headings, "heading")}` : "";
    return `${name}, ${Wording.count(paragraphs - headings, "paragraph")}${marked}`;
  }

  /**
   * Return the text of a file, or what is wrong with it, in a line that begins with its name.
   *
   * @param {File} file
   * @param {string | null} encoding of plain text; null for UTF-8
   * @param {number} limit in bytes
   * @param {AbortSignal} signal
   * @returns {Promise<FileOutcome>}
   */
  async function read(file, encoding, limit, signal) {
    const name = shown(file.name);
    const wrong = (/** @type {string} */ problem) => ({ problem: `${name}: ${problem}`, encoding: null });
    if (file.size > limit) return wrong(`has ${size(file.size)}; at most ${size(limit)} can be sent.`);
    let data;
    try {
      data = await file.arrayBuffer();
    } catch {
      return wrong("cannot be read. Is it a folder, or was it moved?");
    }
    try {
      return { answer: await Server.read(data, { name, encoding }, signal) };
    } catch (error) {
      if (!(error instanceof Server.Refused)) return wrong(Notices.text(error));
      const { message, body } = error;
      const problem = message.startsWith(`${name}: `) ? message : `${name}: ${message}`;
      return { problem, encoding: body?.encoding ?? null };
    }
  }

  return { printable, shown, size, outcome, read };
})();
