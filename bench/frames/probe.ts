/**
 * Runs inside the page and every frame before their own scripts, and tells the bench by a binding
 * what happens when. It is the same for the floor and for the widget, and knows neither.
 *
 * - `usable`: a text input stands in the document, somebody listens for `input`, and a frame with
 *   it has been drawn. Only then does typing do what it is meant to.
 * - `typed`: for each key, milliseconds from the key's first listener until all handlers of the
 *   `input` event have run, with the microtasks that they started.
 * - `longTask`: tasks over 50 ms, and when they began.
 *
 * Times are milliseconds since 1970, which all processes of one machine share.
 */
export const probeSource = `(${probe.toString()})()`;

/** The binding's name in page and frames. */
export const bindingName = "__benchReport";

/** What the probe tells. */
export type Report =
  | { what: "usable"; at: number }
  | { what: "painted"; at: number }
  | { what: "inserted"; at: number }
  | { what: "mounted"; at: number }
  | { what: "ready"; at: number }
  | { what: "typed"; ms: number }
  | { what: "longTask"; ms: number; at: number };

function probe() {
  const scope = window as unknown as Record<string, (text: string) => void>;
  const now = () => performance.timeOrigin + performance.now();
  const report = (body: object) => scope["__benchReport"]?.(JSON.stringify(body));
  let listening = false;
  let painted = false;
  let told = false;

  const tellUsable = () => {
    if (told || !listening || !painted) return;
    told = true;
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
      tellUsable();
    }
    return result;
  };

  const look = () => {
    if (painted || !document.querySelector("input:not([type=hidden], [type=radio])")) return;
    painted = true;
    observer.disconnect();
    requestAnimationFrame(() => {
      report({ what: "painted", at: now() });
      tellUsable();
    });
  };
  const observer = new MutationObserver(look);
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
      // Added while the event is under way, so it runs after every other listener; the microtask
      // after those that they have queued.
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
