"use strict";
// One question after the other, while somebody moves a slider: the newest wins, and an old answer never comes late.
(() => {
  const PATIENCE = 400; // milliseconds that an answer may take before a newer question overtakes it

  class Newest {
    /**
     * `run(question, signal)` promises an answer; `on` is told show(answer, question), fail(error), and busy(yes).
     * At most one question is on its way, so that a slow server is not flooded; the ones in between are never asked.
     */
    constructor(run, on) {
      this.run = run;
      this.on = on;
      this.number = 0;
      this.onTheWay = null;
      this.send = Vicinal.beforePaint(() => this.#send());
    }

    /** Ask before the next paint; `now` asks at once, as nothing is painted in a tab that is not seen. */
    ask(question, now = false) {
      this.next = question;
      if (now) this.#send();
      else this.send();
    }

    /** Forget what was asked. */
    stop() {
      this.number++;
      this.next = undefined;
      this.onTheWay?.abort();
      this.onTheWay = null;
      clearTimeout(this.later);
    }

    async #send() {
      if (this.next === undefined) return;
      clearTimeout(this.later);
      const waited = performance.now() - this.sent;
      if (this.onTheWay && waited < PATIENCE) {
        this.later = setTimeout(() => this.#send(), PATIENCE - waited);
        return;
      }
      this.onTheWay?.abort();
      const question = this.next;
      const number = ++this.number;
      const controller = new AbortController();
      this.next = undefined;
      this.onTheWay = controller;
      this.sent = performance.now();
      this.on.busy?.(true);
      try {
        const answer = await this.run(question, controller.signal);
        if (number === this.number) this.on.show(answer, question);
      } catch (error) {
        if (number === this.number) this.on.fail(error);
      }
      if (number !== this.number) return;
      this.onTheWay = null;
      this.on.busy?.(this.next !== undefined);
      this.#send();
    }
  }

  Object.assign(Vicinal, { Newest });
})();
