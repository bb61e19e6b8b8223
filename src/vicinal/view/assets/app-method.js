"use strict";
// A pair with a method: the links change while a slider moves.
(() => {
  const { element } = Vicinal;

  class MethodMode {
    name = "method";
    label = "Method";
    icon = "settings";

    /** `bench` is the workbench: key, info, show(view), notices, take(links). */
    constructor(bench) {
      this.bench = bench;
      this.settings = new Vicinal.Settings(bench.info.methods, "m", bench.info.default_method, () => this.#ask());
      this.newest = new Vicinal.Newest(
        ({ key, ...method }, signal) => Vicinal.ask("api/align", { body: { key, ...method }, signal }),
        {
          show: (answer) => this.#show(answer),
          fail: (error) => bench.notices.trouble("align", error, () => this.#ask(true)),
          busy: (yes) => this.node.setAttribute("aria-busy", String(yes)),
        },
      );
      this.took = element("p", { class: "quiet took" });
      this.use = Vicinal.button("pen", "Correct these links", () => this.#use(), true);
      this.node = element(
        "div",
        { class: "mode" },
        element("label", { class: "chooser" }, element("span", { text: "Method" }), this.settings.chooser),
        this.settings.summary,
        this.settings.controls,
        element("div", { class: "row" }, this.settings.reset, this.took),
        element("div", { class: "row" }, this.use),
      );
    }

    enter() {
      this.settings.read();
      this.#ask(true);
    }

    leave() {
      this.newest.stop();
    }

    #ask(now = false) {
      this.asked = performance.now();
      this.newest.ask({ key: this.bench.key, ...this.settings.value }, now);
    }

    #show({ view, seconds }) {
      const answered = performance.now();
      this.bench.notices.clear("align");
      this.view = view;
      this.bench.show(view);
      this.took.textContent = `${Math.max(1, Math.round(1000 * seconds))} ms`;
      this.took.title = "How long the server took";
      this.bench.notices.say(`${Vicinal.count(view.links.length, "link")} found`);
      painted((at) => (this.timing = { asked: this.asked, answered, painted: at, server: 1000 * seconds }));
    }

    /** Make the links that are shown the annotator's own, as one step that can be undone. */
    #use() {
      if (this.view) this.bench.take(Vicinal.patches.apart(this.view.links), this.view);
    }
  }

  /** Tell when what was just changed is on the screen. */
  function painted(told) {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        port1.close();
        told(performance.now());
      };
      port2.postMessage(null);
    });
  }

  Object.assign(Vicinal, { MethodMode });
})();
