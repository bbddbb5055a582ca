/**
 * Runs in the page and every frame before their own scripts, and reports events to the benchmark through a binding. It
 * is the same for the bare frame and the widget.
 * - `usable`: the document has a text input, something listens for `input`, and the browser has drawn a frame with
 *   both. Only then does typing work.
 * - `typed`: for each key, milliseconds from the key's first listener until all handlers of the `input` event and their
 *   microtasks have run.
 * - `longTask`: tasks over 50 ms, with their start time.
 * Times are milliseconds since 1970, which all processes of one machine share.
 */
export const probeSource = `(${probe.toString()})()`;

/** The binding's name in page and frames. */
export const bindingName = "__benchReport";

/** A report of the probe. */
export type Report =
  | { what: "usable"; at: number }
  | { what: "painted"; at: number }
  | { what: "inserted"; at: number }
  | { what: "mounted"; at: number }
  | { what: "ready"; at: number }
  | { what: "session"; at: number }
  | { what: "typed"; ms: number }
  | { what: "longTask"; ms: number; at: number };

function probe() {
  const scope = window as unknown as Record<string, (text: string) => void>;
  const now = () => performance.timeOrigin + performance.now();
  const report = (body: object) => scope["__benchReport"]?.(JSON.stringify(body));
  let listening = false;
  let painted = false;
  let reported = false;

  const reportUsable = () => {
    if (reported || !listening || !painted) return;
    reported = true;
    requestAnimationFrame(() => {
      const channel = new MessageChannel();
      channel.port1.onmessage = () => report({ what: "usable", at: now() });
      channel.port2.postMessage(0);
    });
  };
  const add = EventTarget.prototype.addEventListener;
  EventTarget.prototype.addEventListener = function (this: EventTarget, type, ...rest) {
    const result = add.call(this, type, ...(rest as [EventListener]));
    if (type === "input" && !listening) {
      listening = true;
      reportUsable();
    }
    return result;
  };

  const check = () => {
    if (painted || !document.querySelector("input:not([type=hidden], [type=radio])")) return;
    painted = true;
    observer.disconnect();
    requestAnimationFrame(() => {
      report({ what: "painted", at: now() });
      reportUsable();
    });
  };
  const observer = new MutationObserver(check);
  observer.observe(document, { childList: true, subtree: true });

  let pressedAt = 0;
  const press = () => {
    pressedAt = performance.now();
  };
  add.call(window, "keydown", press, { capture: true });
  add.call(
    window,
    "input",
    () => {
      // Added during the event, so it runs after every other listener; its microtask runs after theirs.
      const last = () =>
        queueMicrotask(() => report({ what: "typed", ms: performance.now() - pressedAt }));
      add.call(window, "input", last, { once: true });
    },
    { capture: true },
  );

  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) {
      report({ what: "longTask", ms: duration, at: performance.timeOrigin + startTime });
    }
  }).observe({ type: "longtask", buffered: true });
}
