// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from "vitest";
import { reportHeight } from "./frame-reports.ts";

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function widget(isKnown: boolean, roomPx = 700) {
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
  vi.stubGlobal("innerHeight", roomPx);
  const sent: object[] = [];
  reportHeight(root, {
    send: (message) => sent.push(message),
    isKnown: () => isKnown,
  });
  return { sent, resized: () => resized(), become: (px: number) => (heightPx = px) };
}

test("a page that knows from the handshake that the frame is ready gets its height, even if the frame is out of sight", () => {
  const { sent, resized, become } = widget(true);
  // Browsers call no observer in a frame that they do not draw.
  vi.runAllTimers();
  expect(sent).toEqual([{ type: "resize", heightPx: 420 }]);
  resized();
  vi.runAllTimers();
  become(556.2);
  resized();
  vi.runAllTimers();
  expect(sent.slice(1)).toEqual([{ type: "resize", heightPx: 557 }]);
});

test("a first screen as high as the page's room is not reported until it changes", () => {
  const { sent, resized, become } = widget(true, 420);
  resized();
  vi.runAllTimers();
  expect(sent).toEqual([]);
  become(460);
  resized();
  vi.runAllTimers();
  expect(sent).toEqual([{ type: "resize", heightPx: 460 }]);
});

test("a page that does not know it gets it with ready, once", () => {
  const { sent, resized } = widget(false);
  resized();
  vi.runAllTimers();
  expect(sent).toEqual([{ type: "ready", heightPx: 420, title: document.title }]);
});

test("a change that another observer turns into a motion is reported from its start, not from its end", () => {
  const { sent, resized, become } = widget(true);
  vi.runAllTimers();
  sent.length = 0;
  become(557);
  resized();
  // The next observer starts the motion.
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
