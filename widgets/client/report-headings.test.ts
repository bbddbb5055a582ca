// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { stepHeadings } from "../ui/step-heading-listener.ts";
import { reportHeadings } from "./report-headings.ts";
import { scrollToHeadings } from "./scroll-to-headings.ts";

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
  stepHeadings.listener = () => undefined;
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

test("reports a new step's heading to the page while the customer works in the frame", () => {
  reportHeadings(root, { send });
  stepHeadings.listener(headingAt(40.6, 71.2), true);
  expect(send.mock.calls).toEqual([[{ type: "reveal", topPx: 40, bottomPx: 72 }]]);
});

test("a heading above the frame's edge is reported from the edge: no size is negative", () => {
  reportHeadings(root, { send });
  stepHeadings.listener(headingAt(-12, 20), true);
  expect(send.mock.calls).toEqual([[{ type: "reveal", topPx: 0, bottomPx: 20 }]]);
});

test("the page keeps its position when the customer works elsewhere, unless its own button was pressed", () => {
  let isAwaited = false;
  reportHeadings(root, { send }, () => isAwaited);
  stepHeadings.listener(headingAt(10, 30), false);
  expect(send).not.toHaveBeenCalled();
  isAwaited = true;
  stepHeadings.listener(headingAt(10, 30), false);
  expect(send.mock.calls).toEqual([[{ type: "reveal", topPx: 10, bottomPx: 30 }]]);
});

test("the page goes back to a widget that became much shorter, and only then", () => {
  reportHeadings(root, { send });
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

test("on our own page the document scrolls to the heading, as little as necessary", () => {
  scrollToHeadings();
  const heading = headingAt(-400, -370);
  const scrolled = vi.spyOn(heading, "scrollIntoView");
  stepHeadings.listener(heading, true);
  expect(scrolled).toHaveBeenCalledExactlyOnceWith({ block: "nearest" });
});
