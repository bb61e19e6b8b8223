"use strict";
// Reading text files that the user chooses or drops.

const TextFiles = (() => {
  const UNPRINTABLE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/gu;

  /** Return a text for one line, without control characters or marks of direction. @param {string} text */
  const printable = (text) => text.replace(UNPRINTABLE, "\ufffd");

  /** Return a number of bytes in words. @param {number} bytes */
  const size = (bytes) =>
    bytes < 1000 ? `${bytes} bytes` : bytes < 1e6 ? `${Math.round(bytes / 1000)} KB` : `${(bytes / 1e6).toFixed(1)} MB`;

  /**
   * Return the text of a file, or what is wrong with it.
   *
   * @param {File} file
   * @param {number} limit in bytes
   * @returns {Promise<{ text: string, problem: null } | { text: null, problem: string }>}
   */
  async function read(file, limit) {
    const wrong = (/** @type {string} */ problem) => ({ text: null, problem });
    if (file.size > limit) return wrong(`has ${size(file.size)}; at most ${size(limit)} can be sent.`);
    let bytes;
    try {
      bytes = new Uint8Array(await file.arrayBuffer());
    } catch {
      return wrong("cannot be read.");
    }
    try {
      const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
      if (text.includes("\0")) return wrong("is not plain text.");
      return text.trim() ? { text, problem: null } : wrong("is empty.");
    } catch {
      const isWide = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
      return wrong(`is ${isWide ? "UTF-16" : "not UTF-8"}. Save it as UTF-8 text and choose it again.`);
    }
  }

  return { printable, size, read };
})();
