"use strict";
// Work that waits for the next paint, or is done in slices.

const Schedule = (() => {
  const SLICE = 12; // milliseconds

  /**
   * Return a function that runs `run` once before the next paint, however often it is called.
   *
   * @param {() => void} run
   */
  function beforePaint(run) {
    let requested = 0;
    return () => {
      requested ||= requestAnimationFrame(() => {
        requested = 0;
        run();
      });
    };
  }

  /**
   * Run a generator in slices of a few milliseconds, so that the page stays responsive.
   *
   * @template T
   * @param {Iterator<unknown, T>} steps
   * @param {(result: T) => void} done
   * @returns {() => void} a function that stops it
   */
  function inSlices(steps, done) {
    let stopped = false;
    const slice = () => {
      const end = performance.now() + SLICE;
      while (!stopped && performance.now() < end) {
        const step = steps.next();
        if (step.done) return done(step.value);
      }
      if (!stopped) setTimeout(slice);
    };
    // What was just changed is painted first. In a hidden tab nothing is painted.
    if (document.hidden) setTimeout(slice);
    else requestAnimationFrame(() => setTimeout(slice));
    return () => {
      stopped = true;
    };
  }

  return { beforePaint, inSlices };
})();
