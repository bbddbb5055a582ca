// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from "vitest";
import { reportHeight } from "./frame-reports.ts";

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A widget, the messages that it sends, and the browser's call to observers. */
function widget(knownHeightPx?: number) {
  vi.useFakeTimers();
  let resized = () => {};
  vi.stubGlobal(
    "ResizeObserver",
    class {
      constructor(run: () => void) {
        resized = run;
      }
      observe() {}
    },
  );
  const root = document.createElement("div");
  let heightPx = 420;
  vi.spyOn(root, "getBoundingClientRect").mockImplementation(
    () => ({ height: heightPx }) as DOMRect,
  );
  const sent: object[] = [];
  reportHeight(root, {
    send: (message) => sent.push(message),
    ...(knownHeightPx !== undefined && { knownHeightPx: () => knownHeightPx }),
  });
  return { sent, resized: () => resized(), become: (px: number) => (heightPx = px) };
}

test("a page that knows the height from the handshake gets no message until it changes", () => {
  const { sent, resized, become } = widget(420);
  resized();
  vi.runAllTimers();
  expect(sent).toEqual([]);
  become(556.2);
  resized();
  vi.runAllTimers();
  expect(sent).toEqual([{ type: "resize", heightPx: 557 }]);
});

test("a page that does not know it gets it with ready, once", () => {
  const { sent, resized } = widget();
  resized();
  vi.runAllTimers();
  expect(sent).toEqual([{ type: "ready", heightPx: 420, title: document.title }]);
});

test("a change that another observer turns into a motion is reported from its start, not from its end", () => {
  const { sent, resized, become } = widget(420);
  become(557);
  resized();
  // The observer after this one starts the motion.
  become(420);
  vi.runAllTimers();
  expect(sent).toEqual([]);
  for (const px of [480, 557]) {
    become(px);
    resized();
    resized();
    vi.runAllTimers();
  }
  expect(sent).toEqual([
    { type: "resize", heightPx: 480 },
    { type: "resize", heightPx: 557 },
  ]);
});
