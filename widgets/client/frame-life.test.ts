// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { tellHeight } from "./frame-life.ts";

let root: HTMLElement;
let rootPx: number;
let resized: () => void;
const told: (string | number)[][] = [];

beforeEach(() => {
  root = document.createElement("div");
  document.body.append(root);
  root.getBoundingClientRect = () => new DOMRect(0, 0, 320, rootPx);
  vi.stubGlobal("innerHeight", 460);
  vi.stubGlobal(
    "ResizeObserver",
    class {
      constructor(run: () => void) {
        resized = run;
      }
      observe() {}
    },
  );
  told.length = 0;
  rootPx = 300.4;
});

afterEach(() => {
  root.remove();
  vi.unstubAllGlobals();
});

const begin = () =>
  tellHeight(root, {
    send(message) {
      if (message.type === "ready" || message.type === "resize")
        told.push([message.type, message.heightPx]);
    },
  });

const becomes = (heightPx: number) => {
  rootPx = heightPx;
  resized();
};

test("tells what the widget needs, in whole pixels, and each change once", () => {
  begin();
  becomes(300.2);
  becomes(280);
  expect(told).toEqual([
    ["ready", 301],
    ["resize", 280],
  ]);
});

test("doesn't shrink while something holds the place of what is on its way, and grows at once", async () => {
  const placeholder = document.createElement("p");
  placeholder.dataset["holdsPlace"] = "";
  root.append(placeholder);
  begin();
  becomes(60);
  expect(told).toEqual([["ready", 460]]);
  becomes(900);
  becomes(200);
  expect(told).toEqual([
    ["ready", 460],
    ["resize", 900],
  ]);
  // What comes is just as high as what held its place: no observer of sizes tells.
  placeholder.remove();
  await vi.waitFor(() => expect(told.at(-1)).toEqual(["resize", 200]));
});
