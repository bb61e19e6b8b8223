"use strict";
// Questions to the server. No other script talks to it.
(() => {
  const PATIENCE = 60000; // milliseconds

  /** The server said no: `status` and `body` tell how, the message why. */
  class Refused extends Error {
    constructor(status, body) {
      super(body?.error ?? `The server answered with status ${status}.`);
      this.status = status;
      this.body = body;
    }

    /** Whether the same question may well be answered in a moment. */
    get passes() {
      return this.status === 503 || this.status === 429;
    }
  }

  /** There was no answer: the server is not there, or the network is not. */
  class Unreachable extends Error {
    constructor() {
      super("The server does not answer. Is “vicinal serve” still running?");
    }
  }

  async function answered(path, { body, signal } = {}) {
    const patience = AbortSignal.timeout(PATIENCE);
    const options = { signal: signal ? AbortSignal.any([signal, patience]) : patience, cache: "no-store" };
    if (body !== undefined) {
      const headers = { "Content-Type": "application/json" };
      Object.assign(options, { method: "POST", headers, body: JSON.stringify(body) });
    }
    try {
      const answer = await fetch(path, options);
      // Read here: a connection can break in the middle of an answer, too.
      return { status: answer.status, ok: answer.ok, headers: answer.headers, blob: await answer.blob() };
    } catch (error) {
      if (signal?.aborted) throw error;
      throw new Unreachable();
    }
  }

  async function json({ blob }) {
    try {
      return JSON.parse(await blob.text());
    } catch {
      return null;
    }
  }

  /** Return the JSON that a path answers with; with a body, it is posted. */
  async function ask(path, options) {
    const answer = await answered(path, options);
    const data = await json(answer);
    if (!answer.ok || data === null) throw new Refused(answer.status, data);
    return data;
  }

  /** Return a file that a path answers with: {blob, name, leftOut}. */
  async function askFile(path) {
    const answer = await answered(path);
    if (!answer.ok) throw new Refused(answer.status, await json(answer));
    const name = /filename="([\w.-]+)"/.exec(answer.headers.get("content-disposition") ?? "")?.[1];
    return {
      blob: answer.blob,
      name: name ?? "vicinal",
      leftOut: Number(answer.headers.get("vicinal-left-out") ?? 0),
    };
  }

  /** Return a path with a query; what is null, undefined or empty is left out. */
  function path(name, query = {}) {
    const parts = Object.entries(query).filter(([, value]) => value !== null && value !== undefined && value !== "");
    return parts.length ? `${name}?${new URLSearchParams(parts)}` : name;
  }

  Object.assign(Vicinal, { ask, askFile, path, Refused, Unreachable });
})();
