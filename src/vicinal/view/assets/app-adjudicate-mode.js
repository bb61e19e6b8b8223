"use strict";
// Adjudicating a pair: step through the differences of two annotators, and take the links of one or the other.

/** @typedef {InstanceType<typeof AdjudicateMode>} AdjudicateMode */

const AdjudicateMode = (() => {
  const { element, button } = Dom;
  const { SIDES } = AlignmentModel;
  const DECIDED = { none: "no link", hand: "by hand" };

  /** Return links in words. @param {IndexLink[]} links */
  const inWords = (links) =>
    links.map(([xs, ys]) => `${Wording.indices(xs)} → ${Wording.indices(ys)}`).join("; ") || "no link";

  return class AdjudicateMode {
    name = "adjudicate";
    label = "Adjudicate";
    icon = /** @type {const} */ ("scales");
    /** The number of the difference that is looked at. @type {number | null} */
    #at = null;
    /** The pair that it is of. @type {string | null} */
    #key = null;
    /** The decisions so far; the first one begins the set. @type {Promise<void>} */
    #deciding = Promise.resolve();
    /** What was decided before an undo or redo, to find where that was. @type {(Decision | null)[] | null} */
    #before = null;

    /** @param {Workbench} bench */
    constructor(bench) {
      this.bench = bench;
      this.work = new Adjudication({
        changed: () => this.#changed(),
        refused: (error) => this.#refused(error),
        waiting: (number, error) => this.#waiting(number, error),
      });
      this.set = new SetByHand(bench);
      this.people = new AdjudicatedPeople(() => this.#load());
      this.others = new AdjudicationProgress(bench, () => this.work.names);
      this.problem = element("p", { class: "problem", role: "alert" });
      this.where = element("p", { class: "difference-number", role: "status" });
      this.panel = new DifferencePanel((choice) => this.decide(choice));
      this.hand = AdjudicateKeys.button("pen", "Correct by hand", "C", () => this.byHand());
      this.panel.acts.append(this.hand);
      this.previous = button("previous", "Previous difference", () => this.step(-1));
      this.next = AdjudicateKeys.button("next", "Next difference", "U", () => this.step(1));
      this.controls = new SetControls(this);
      this.agreement = element("section", { "aria-label": "Agreement" });
      this.whole = element(
        "div",
        { class: "mode" },
        element("div", { class: "row difference-steps" }, this.where, this.previous, this.next),
        this.panel.node,
        this.controls.node,
        this.controls.status,
        this.agreement,
        this.others.node,
      );
      this.node = element("div", { class: "mode correct adjudicate" }, this.people.node, this.problem, this.whole);
    }

    /** The keys of this mode. */
    get keyGroups() {
      return AdjudicateKeys.groups(this);
    }

    get #current() {
      return this.#at === null ? null : (this.work.differences[this.#at] ?? null);
    }

    // Loading -----------------------------------------------------------------------------------------------------

    async enter() {
      if (this.set.name) return await this.set.leave();
      const { key } = this.bench;
      if (!key) return;
      this.whole.hidden = true;
      try {
        const known = await Server.annotators(key);
        if (key === this.bench.key && this.bench.mode === this) this.people.offer(known, this.bench.app.annotator);
      } catch (error) {
        this.#failed(error);
      }
    }

    leave() {
      this.work.stop();
      if (this.bench.viewer) this.#mark(null);
    }

    get exported() {
      return this.work.exported;
    }

    /** Load the differences of those who are chosen. */
    async #load() {
      const { key } = this.bench;
      const { names, sentences, lacking } = this.people;
      this.problem.textContent = lacking;
      if (lacking) this.people.choices.open = true;
      if (lacking || !key || this.bench.mode !== this) {
        this.whole.hidden = true;
        if (this.bench.mode === this) this.bench.show(this.bench.corrections.view);
        return;
      }
      Address.note(names);
      try {
        if (!(await this.work.load(key, names, sentences))) return;
        this.whole.hidden = false;
        if (this.#key !== key) this.#at = null;
        this.#key = key;
        if (!this.#current || this.work.decision(this.#current)) this.#advance();
        this.#refresh();
        this.#lookAt(true);
        this.others.show(key);
      } catch (error) {
        this.#failed(error);
      }
    }

    /** @param {unknown} error */
    #failed(error) {
      if (this.bench.mode !== this) return;
      this.whole.hidden = true;
      this.people.choices.open = true;
      this.problem.textContent = Notices.text(error);
    }

    /** The third set was changed, here or elsewhere. */
    async #changed() {
      if (this.bench.mode !== this) return;
      this.#refresh();
      if (!this.work.isStale) return;
      try {
        await this.work.refresh();
        if (this.bench.mode !== this || !this.work.answer) return;
        if (this.work.corrections.queue.length) return; // there is more to come
        const before = this.#before;
        this.#before = null;
        const at = before ? this.work.differences.findIndex((each, i) => this.work.decision(each) !== before[i]) : -1;
        if (at >= 0) this.#at = at;
        this.#refresh();
        if (at >= 0) this.#lookAt();
        // Another tab was faster.
        if (this.work.isStale) this.work.corrections.refresh();
      } catch (error) {
        this.#failed(error);
      }
    }

    /** @param {unknown} error */
    async #refused(error) {
      this.bench.notices.show("refused", "The decision is not saved.", { detail: Notices.text(error) });
      await this.#load();
    }

    /** @param {number} number @param {unknown} error */
    #waiting(number, error) {
      if (!error) this.bench.notices.clear("deciding");
      else
        this.bench.notices.show("deciding", `${Wording.count(number, "decision")} not saved yet.`, {
          detail: `${Notices.text(error)} Decisions are kept in this tab and sent as soon as possible; leave it open.`,
          actions: { "Try now": () => this.work.corrections.retry() },
        });
    }

    // Showing -----------------------------------------------------------------------------------------------------

    /** Show the links and the panel as they are now. */
    #refresh() {
      const { work } = this;
      if (this.#at === null && work.left) this.#advance();
      const view = work.view(this.#current);
      if (!view || !work.answer) return;
      this.bench.show(view);
      this.#mark(this.#current);
      const { differences, left, names } = work;
      const decision = this.#current && work.decision(this.#current);
      const total = differences.length;
      const all = `All ${Wording.count(total, "difference")} ${total === 1 ? "is" : "are"} decided`;
      const place = `Difference ${(this.#at ?? 0) + 1} of ${total}`;
      const rest = left ? `${left} left` : "all decided";
      this.where.textContent = !total ? "No differences" : this.#current ? `${place} · ${rest}` : all;
      this.panel.show(this.#current, names, decision);
      const words = { one: `as ${names.one}`, other: `as ${names.other}`, ...DECIDED };
      const alike = `Both have the same ${Wording.count(work.answer.alike, "link")}. Mark the pair as done to take them over.`;
      this.panel.said.textContent = decision ? `Decided: ${words[decision]}` : total ? "" : alike;
      this.next.disabled = this.previous.disabled = !total;
      this.controls.show(work);
      this.people.show(work);
      this.agreement.replaceChildren(...AgreementTables.ofPair(work.answer));
    }

    /** Mark the sentences of a difference. @param {DifferenceData | null} difference */
    #mark(difference) {
      const { texts } = this.bench.stage.viewer;
      for (const side of SIDES) texts[side].mark("disputed", difference?.[side] ?? []);
    }

    /** Bring the difference into view, say what it is, and put the focus there unless it is at a control. */
    #lookAt(quiet = false, first = "") {
      const current = this.#current;
      const { stage, notices } = this.bench;
      const { viewer } = stage;
      if (!current) {
        if (first) notices.say(`${first} ${this.where.textContent}. F marks the pair as done and opens the next.`);
        return;
      }
      if (viewer.pinned) viewer.pin(null);
      for (const side of SIDES) viewer.scrolling.bring(side, current[side]);
      const { activeElement } = document;
      const isFree = !activeElement || activeElement === document.body || viewer.root.contains(activeElement);
      if (isFree) viewer.texts.source.focus(current.source[0]);
      if (quiet && !first) return;
      const { one, other } = this.work.names;
      const words = `${this.where.textContent}. ${one}: ${inWords(current.one)}. ${other}: ${inWords(current.other)}.`;
      notices.say(first ? `${first} ${words}` : words);
    }

    // Actions -----------------------------------------------------------------------------------------------------

    /**
     * Return the number of the next difference that is not decided; the next one at all if there is none.
     *
     * @param {number} from
     * @param {number} by 1 or -1
     */
    #following(from, by) {
      const { differences } = this.work;
      const total = differences.length;
      if (!total) return null;
      const order = differences.map((_, i) => (((from + by * (i + 1)) % total) + total) % total);
      return order.find((i) => !this.work.decision(differences[i])) ?? order[0];
    }

    /** Go to the next difference, or the one before: first to those that are not decided. @param {number} by */
    step(by) {
      if (!this.work.differences.length) return this.bench.notices.say("There are no differences");
      this.#at = this.#following(this.#at ?? (by > 0 ? -1 : 0), by);
      this.#refresh();
      this.#lookAt();
    }

    /** Decide the difference, and go to the next one; one decision after the other. @param {DifferenceChoice} choice */
    decide(choice) {
      this.#deciding = this.#deciding.then(() => this.#decide(choice));
    }

    /** @param {DifferenceChoice} choice */
    async #decide(choice) {
      if (!this.#current) return this.bench.notices.say(`${this.where.textContent}; there is nothing to decide`);
      if (!(await this.#begun()) || !this.#current) return;
      const { one, other } = this.work.names;
      const taken = { one: `Taken: ${one}.`, other: `Taken: ${other}.`, none: "No link.", merged: "One link of all." };
      if (!this.work.decide(this.#current, choice)) return this.bench.notices.say("That is decided already");
      this.#advance();
      this.#refresh();
      this.#lookAt(false, taken[choice]);
    }

    /** Go to the next difference that is not decided; to none if all are. */
    #advance() {
      this.#at = this.work.left ? this.#following(this.#at ?? -1, 1) : null;
    }

    /** Begin the third set if it is not begun; return whether there is one. */
    async #begun() {
      if (!this.work.answer) return false;
      try {
        await this.work.begin();
        this.problem.textContent = "";
        return this.work.isBegun;
      } catch (error) {
        this.problem.textContent = Notices.text(error);
        return false;
      }
    }

    /** Correct the third set in the mode Correct. */
    async byHand() {
      const current = this.#current;
      if (current && (await this.#begun())) await this.set.correct(this.work.names.third, current);
    }

    /** @param {"undo" | "redo"} which */
    back(which) {
      const { work, bench } = this;
      if (!work.isBegun || !(which === "undo" ? work.corrections.canUndo : work.corrections.canRedo))
        return bench.notices.say(`There is nothing to ${which}`);
      this.#before = work.differences.map((each) => work.decision(each));
      work.corrections[which]();
      bench.notices.say(which === "undo" ? "Undone" : "Redone");
    }

    /** Mark the third set as done; return whether it is. @param {boolean} done */
    async #markDone(done) {
      const { work, bench } = this;
      if (!work.answer) return false;
      if (done && work.left) {
        const verb = work.left === 1 ? "is" : "are";
        bench.notices.say(`${Wording.count(work.left, "difference")} ${verb} not decided yet`);
        return false;
      }
      if (!(await this.#begun())) return false;
      if (work.corrections.done !== done) work.corrections.mark(done);
      return true;
    }

    async toggleDone() {
      const done = !(this.work.isBegun && this.work.corrections.done);
      if (!(await this.#markDone(done))) return;
      this.bench.notices.say(done ? "Marked as done" : "No longer marked as done");
    }

    /** Mark the set as done, and open the next pair with differences. */
    async finish() {
      if (await this.#markDone(true)) await this.others.toNext();
    }
  };
})();
