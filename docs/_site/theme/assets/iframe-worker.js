// Browsers start no workers from file:. Where the site is opened from a folder, the search runs in a hidden frame.
if (location.protocol === "file:") {
  window.IFrameWorker = window.Worker = class extends EventTarget {
    constructor(url) {
      super();
      this.frame = document.createElement("iframe");
      this.frame.hidden = true;
      document.body.append(this.frame);
      const inside = this.frame.contentWindow;
      inside.postMessage = (data) => this.dispatchEvent(new MessageEvent("message", { data }));
      const script = inside.document.createElement("script");
      script.src = url;
      this.loaded = new Promise((resolve) => script.addEventListener("load", resolve));
      inside.document.body.append(script);
    }

    postMessage(data) {
      this.loaded.then(() => this.frame.contentWindow.dispatchEvent(new MessageEvent("message", { data })));
    }

    terminate() {
      this.frame.remove();
    }
  };
}
