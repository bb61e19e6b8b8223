"use strict";
// Requests to the app's API. No other script uses the network.

/** @typedef {InstanceType<typeof Server.Refused>} Refused */
/** @typedef {{ method: string, settings: Record<string, number | boolean> }} MethodChoice */
/** @typedef {Record<string, string | number | null | undefined>} Query */
/** @typedef {{ body?: object, file?: ArrayBuffer, signal?: AbortSignal }} RequestOptions */

const Server = (() => {
  const TIMEOUT = 60000; // milliseconds
  const FILE_TIMEOUT = 180000; // of requests that send a file

  /** The server refused a request; the message says why. */
  class Refused extends Error {
    /** @param {number} status @param {ErrorAnswer | null} body */
    constructor(status, body) {
      super(body?.error ?? `The server answered with status ${status}.`);
      this.status = status;
      this.body = body;
    }

    /** Whether the same request may succeed in a moment. */
    get isTemporary() {
      return this.status === 503 || this.status === 429;
    }
  }

  /** The server did not answer: it is not running, or the network is down. */
  class Unreachable extends Error {
    constructor(message = "The server does not answer. Is “vicinal serve” still running?") {
      super(message);
    }
  }

  /**
   * Send a request, as POST if it has a body or a file.
   *
   * @param {string} path
   * @param {RequestOptions} options
   */
  async function send(path, { body, file, signal } = {}) {
    const timeout = AbortSignal.timeout(file ? FILE_TIMEOUT : TIMEOUT);
    /** @type {RequestInit} */
    const options = { signal: signal ? AbortSignal.any([signal, timeout]) : timeout, cache: "no-store" };
    if (body || file) {
      const headers = { "Content-Type": file ? "application/octet-stream" : "application/json" };
      Object.assign(options, { method: "POST", headers, body: file ?? JSON.stringify(body) });
    }
    try {
      const answer = await fetch(path, options);
      // Read here, because a connection can also break in the middle of an answer.
      return { status: answer.status, ok: answer.ok, headers: answer.headers, blob: await answer.blob() };
    } catch (error) {
      if (signal?.aborted) throw error;
      throw timeout.aborted ? new Unreachable("The server takes too long to answer.") : new Unreachable();
    }
  }

  /** @param {{ blob: Blob }} answer */
  async function json({ blob }) {
    try {
      return JSON.parse(await blob.text());
    } catch {
      return null;
    }
  }

  /** @param {string} path @param {RequestOptions} [options] @returns {Promise<any>} */
  async function ask(path, options) {
    const answer = await send(path, options);
    const data = await json(answer);
    if (!answer.ok || data === null) throw new Refused(answer.status, data);
    return data;
  }

  /**
   * Return a path with a query; null, undefined and empty values are left out.
   *
   * @param {string} path
   * @param {Query} query
   */
  function withQuery(path, query) {
    const params = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) {
      if (value !== null && value !== undefined && value !== "") params.set(name, String(value));
    }
    return params.size ? `${path}?${params}` : path;
  }

  /** @param {string} key */
  const pathOf = (key) => `api/pairs/${encodeURIComponent(key)}`;

  /** @returns {Promise<AppInfo>} */
  const info = () => ask("api/info");

  /** List pairs. @param {Query} query @param {AbortSignal} [signal] @returns {Promise<PairListing>} */
  const pairs = (query, signal) => ask(withQuery("api/pairs", query), { signal });

  /** Find the place of a pair in a list. @param {string} key @param {Query} query @returns {Promise<PairPlace>} */
  const place = (key, query) => ask(withQuery(`${pathOf(key)}/place`, query));

  /** Find the next pair to do. @param {string} key @param {Query} query @returns {Promise<UnfinishedPair>} */
  const unfinished = (key, query) => ask(withQuery(`${pathOf(key)}/unfinished`, query));

  /**
   * Get a pair.
   *
   * @param {string} key
   * @param {string | null} annotator
   * @param {AbortSignal} [signal]
   * @returns {Promise<PairAnswer>}
   */
  const pair = (key, annotator, signal) => ask(withQuery(pathOf(key), { annotator }), { signal });

  /**
   * Get the text of a file.
   *
   * @param {ArrayBuffer} file
   * @param {{ name: string, encoding: string | null }} query
   * @param {AbortSignal} signal
   * @returns {Promise<FileAnswer>}
   */
  const read = (file, query, signal) => ask(withQuery("api/read", query), { file, signal });

  /** Keep two texts as a pair. @param {object} body @returns {Promise<PasteAnswer>} */
  const paste = (body) => ask("api/pairs", { body });

  /**
   * Align a pair with a method.
   *
   * @param {MethodChoice & { key: string, annotator: string | null }} body
   * @param {AbortSignal} signal
   * @returns {Promise<AlignAnswer>}
   */
  const align = (body, signal) => ask("api/align", { body, signal });

  /**
   * Change a pair.
   *
   * @param {string} key
   * @param {EditAction} action
   * @param {object} body
   * @returns {Promise<{ state: EditState }>}
   */
  const edit = (key, action, body) => ask(`${pathOf(key)}/${action}`, { body });

  /**
   * Ask why two sentences are linked or not.
   *
   * @param {{ key: string, body: object }} question
   * @param {AbortSignal} signal
   * @returns {Promise<WhyAnswer>}
   */
  const why = ({ key, body }, signal) => ask(`${pathOf(key)}/why`, { body, signal });

  /** List who has worked on a pair. @param {string} key @returns {Promise<PairAnnotator[]>} */
  const annotators = (key) => ask(`${pathOf(key)}/annotators`);

  /**
   * Get the links of an annotator on the sentences of another.
   *
   * @param {string} key
   * @param {{ annotator: string, sentences_of: string | null }} query
   * @returns {Promise<LinksAnswer>}
   */
  const linksOn = (key, query) => ask(withQuery(`${pathOf(key)}/links`, query));

  /**
   * List where two annotators differ.
   *
   * @param {string} key
   * @param {AdjudicationAsked & { sentences: "one" | "other" }} query
   * @returns {Promise<DifferencesAnswer>}
   */
  const differences = (key, query) => ask(withQuery(`${pathOf(key)}/differences`, query));

  /**
   * Begin a third set.
   *
   * @param {string} key
   * @param {AdjudicationAsked & { sentences: "one" | "other" }} body
   * @returns {Promise<{ state: EditState }>}
   */
  const adjudicate = (key, body) => ask(`${pathOf(key)}/adjudicate`, { body });

  /**
   * Count the pairs to adjudicate, and find the next one.
   *
   * @param {AdjudicationAsked & { after: string | null }} query
   * @returns {Promise<ProgressAnswer>}
   */
  const adjudication = (query) => ask(withQuery("api/adjudication", query));

  /**
   * Take over the pairs without differences.
   *
   * @param {AdjudicationAsked} body
   * @returns {Promise<{ taken: number, left: number }>}
   */
  const takeOver = (body) => ask("api/adjudication", { body });

  /** @returns {Promise<AgreementEntry[]>} */
  const agreement = () => ask("api/agreement");

  /** Get links as a file. @param {Query} query */
  const exported = async (query) => download(await send(withQuery("api/export", query)));

  /** Get exactly the links on the screen as a file. @param {object} body */
  const exportedShown = async (body) => download(await send("api/export", { body }));

  /** Count what an annotator can export. @param {string} annotator @returns {Promise<ExportableAnswer>} */
  const exportable = (annotator) => ask(withQuery("api/exportable", { annotator }));

  /**
   * Return the file of an answer; some formats leave out links that they cannot hold.
   *
   * @param {Awaited<ReturnType<typeof send>>} answer
   */
  async function download(answer) {
    if (!answer.ok) throw new Refused(answer.status, await json(answer));
    const name = /filename="([\w.-]+)"/.exec(answer.headers.get("content-disposition") ?? "")?.[1] ?? "vicinal";
    return { blob: answer.blob, name, leftOut: Number(answer.headers.get("vicinal-left-out") ?? 0) };
  }

  return {
    Refused,
    Unreachable,
    info,
    pairs,
    place,
    unfinished,
    pair,
    read,
    paste,
    align,
    edit,
    why,
    annotators,
    linksOn,
    differences,
    adjudicate,
    adjudication,
    takeOver,
    agreement,
    exported,
    exportedShown,
    exportable,
  };
})();
