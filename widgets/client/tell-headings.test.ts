// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { stepHeadings } from "../ui/step-heading-listener.ts";
import { scrollToHeadings } from "./scroll-to-headings.ts";
import { tellHeadings } from "./tell-headings.ts";

let send: ReturnType<typeof vi.fn<(message: { type: string }) => void>>;
let resized: () => void;
let root: HTMLElement;
let hasFocus: boolean;

beforeEach(() => {
  send = vi.fn();
  hasFocus = true;
  root = document.createElement("div");
  vi.spyOn(document, "hasFocus").mockImplementation(() => hasFocus);
  vi.stubGlobal(
    "ResizeObserver",
    class {
      constructor(run: () => void) {
        resized = run;
      }
      observe() {}
    },
  );
});
afterEach(() => {
  stepHeadings.told = () => undefined;
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function headingAt(top: number, bottom: number): HTMLElement {
  const heading = document.createElement("h1");
  vi.spyOn(heading, "getBoundingClientRect").mockReturnValue({ top, bottom } as DOMRect);
  return heading;
}

function growTo(height: number): void {
  vi.spyOn(root, "getBoundingClientRect").mockReturnValue({ height } as DOMRect);
  resized();
}

test("a new step's heading is told to the page while the customer works in the frame", () => {
  tellHeadings(root, { send });
  stepHeadings.told(headingAt(40.6, 71.2), true);
  expect(send.mock.calls).toEqual([[{ type: "reveal", topPx: 40, bottomPx: 72 }]]);
});

test("a heading above the frame's edge is told from the edge on: no size is negative", () => {
  tellHeadings(root, { send });
  stepHeadings.told(headingAt(-12, 20), true);
  expect(send.mock.calls).toEqual([[{ type: "reveal", topPx: 0, bottomPx: 20 }]]);
});

test("the page keeps its place when somebody works elsewhere, unless its own button is waited for", () => {
  let isAwaited = false;
  tellHeadings(root, { send }, () => isAwaited);
  stepHeadings.told(headingAt(10, 30), false);
  expect(send).not.toHaveBeenCalled();
  isAwaited = true;
  stepHeadings.told(headingAt(10, 30), false);
  expect(send.mock.calls).toEqual([[{ type: "reveal", topPx: 10, bottomPx: 30 }]]);
});

test("the page goes back to a widget that became much shorter, and only then", () => {
  tellHeadings(root, { send });
  growTo(900);
  growTo(820);
  growTo(1000);
  expect(send).not.toHaveBeenCalled();
  growTo(300);
  expect(send.mock.calls).toEqual([[{ type: "reveal", topPx: 0, bottomPx: 300 }]]);
  hasFocus = false;
  growTo(900);
  growTo(200);
  expect(send).toHaveBeenCalledTimes(1);
});

test("on a page of ours the document itself scrolls to the heading, as little as it must", () => {
  scrollToHeadings();
  const heading = headingAt(-400, -370);
  const scrolled = vi.spyOn(heading, "scrollIntoView");
  stepHeadings.told(heading, true);
  expect(scrolled).toHaveBeenCalledExactlyOnceWith({ block: "nearest" });
});
