"use strict";
// Requests that replace each other while a slider moves: the latest one wins, and a late answer to an older one is
// dropped. At most one is under way, so that a slow server is not flooded; those in between are never sent.

const LatestRequest = (() => {
  const PATIENCE = 400; // milliseconds after which a newer request replaces one without an answer

  /**
   * @template Question
   * @template Answer
   */
  class LatestRequest {
    #number = 0;
    #sent = 0;
    /** @type {Question | undefined} */
    #next;
    /** @type {AbortController | null} */
    #underWay = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    #timer;

    /**
     * @param {(question: Question, signal: AbortSignal) => Promise<Answer>} run
     * @param {{ show: (answer: Answer) => void, fail: (error: unknown) => void, busy?: (yes: boolean) => void }} on
     */
    constructor(run, on) {
      this.run = run;
      this.on = on;
      this.sendSoon = Schedule.beforePaint(() => this.#send());
    }

    /**
     * Ask before the next paint.
     *
     * @param {Question} question
     * @param {boolean} now ask at once: a hidden tab is never painted
     */
    ask(question, now = false) {
      this.#next = question;
      if (now) this.#send();
      else this.sendSoon();
    }

    /** Drop all requests. */
    stop() {
      this.#number++;
      this.#next = undefined;
      this.#underWay?.abort();
      this.#underWay = null;
      clearTimeout(this.#timer);
    }

    async #send() {
      const question = this.#next;
      if (question === undefined) return;
      clearTimeout(this.#timer);
      const waited = performance.now() - this.#sent;
      if (this.#underWay && waited < PATIENCE) {
        this.#timer = setTimeout(() => this.#send(), PATIENCE - waited);
        return;
      }
      this.#underWay?.abort();
      const number = ++this.#number;
      const controller = new AbortController();
      this.#next = undefined;
      this.#underWay = controller;
      this.#sent = performance.now();
      this.on.busy?.(true);
      try {
        const answer = await this.run(question, controller.signal);
        if (number === this.#number) this.on.show(answer);
      } catch (error) {
        if (number === this.#number) this.on.fail(error);
      }
      if (number !== this.#number) return;
      this.#underWay = null;
      this.on.busy?.(this.#next !== undefined);
      this.#send();
    }
  }

  return LatestRequest;
})();
