// @vitest-environment happy-dom
import { readFileSync } from "node:fs";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { curve, durationMs } from "../ui/motion.ts";
import { smoothHeights } from "./smooth-heights.ts";

/** Heights by test id. Elements that are left out are hidden; the others form a column. */
let sizes: Record<string, number>;
let moved: { id: string; keyframes: Keyframe[]; options: KeyframeAnimationOptions }[];
let resize: () => void;
let isStill: boolean;
let root: HTMLElement;

beforeEach(() => {
  vi.useFakeTimers();
  sizes = {};
  moved = [];
  isStill = false;
  vi.stubGlobal("matchMedia", () => ({ matches: isStill }));
  vi.stubGlobal(
    "ResizeObserver",
    class {
      constructor(run: () => void) {
        resize = run;
      }
      observe() {}
    },
  );
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockImplementation(function (this: Element) {
    const ids = [...(this.parentElement?.children ?? [])].map(({ id }) => id);
    const earlier = ids.slice(0, ids.indexOf(this.id));
    const top = earlier.reduce((sum, id) => sum + (sizes[id] ?? 0), 0);
    return { top, width: sizes["width"] ?? 400, height: sizes[this.id] ?? 0 } as DOMRect;
  });
  Element.prototype.animate = function (this: Element, keyframes, options) {
    moved.push({
      id: this.id,
      keyframes: keyframes as Keyframe[],
      options: options as KeyframeAnimationOptions,
    });
    return {} as Animation;
  };
  root = document.createElement("div");
  root.innerHTML = `<main id="card"><h1 id="title">Pay</h1><form id="form">
    <div id="notice" class="notice"></div>
    <div id="card-option" class="choice-option"></div>
    <div id="bank-option" class="choice-option"></div>
    <button id="pay"></button></form><h1 id="outcome">Paid</h1></main>`;
  show({ title: 20, form: 480, "card-option": 300, "bank-option": 60, pay: 48, card: 500 });
  smoothHeights(root);
  resize();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function show(next: Record<string, number>) {
  sizes = next;
}
function changeTo(next: Record<string, number>): string[] {
  moved = [];
  show(next);
  resize();
  return moved.map(({ id, keyframes }) => `${id} ${keyframes[0]?.["height"] ?? "slides"}`);
}
const form = { title: 20, form: 480, "card-option": 300, "bank-option": 60, pay: 48, card: 500 };

test("the tokens and the script share one duration and one curve", () => {
  const tokens = readFileSync("styles/tokens.css", "utf8");
  expect(tokens).toContain(`--motion: ${durationMs}ms ${curve};`);
});

test("an accordion moves both options, not the card around them", () => {
  const chosen = { ...form, "card-option": 60, "bank-option": 420, card: 620 };
  expect(changeTo(chosen)).toEqual(["card-option 300px", "bank-option 60px"]);
  expect(moved[1]?.keyframes[1]).toMatchObject({ height: "420px", overflow: "clip" });
  expect(moved[1]?.options).toEqual({ duration: durationMs, easing: curve });
});

test("an accordion also moves when its height stays the same, as from one saved card to another", () => {
  expect(changeTo({ ...form, "card-option": 60, "bank-option": 300 })).toHaveLength(2);
});

test("a notice opens from nothing, and what is below slides up when it goes", () => {
  const refused = { ...form, notice: 80, form: 560, card: 580 };
  expect(changeTo(refused)).toEqual(["notice 0px"]);
  vi.advanceTimersByTime(durationMs);
  expect(changeTo(form)).toEqual([
    "card 580px",
    "card-option slides",
    "bank-option slides",
    "pay slides",
  ]);
});

test("another step moves the card, whatever is in it", () => {
  expect(changeTo({ outcome: 30, notice: 80, card: 260 })).toEqual(["card 500px"]);
});

test("nothing moves during a move, with a changed width, or under reduced motion", () => {
  expect(changeTo({ ...form, "card-option": 60, card: 260 })).toHaveLength(1);
  expect(changeTo({ ...form, "card-option": 200, card: 400 })).toEqual([]);
  vi.advanceTimersByTime(durationMs);
  expect(changeTo({ ...form, "card-option": 260, card: 460, width: 300 })).toEqual([]);
  isStill = true;
  expect(changeTo({ ...form, width: 300 })).toEqual([]);
});

test("content that arrives before the customer has used the frame does not move", () => {
  const use = { hasBeenActive: false };
  vi.stubGlobal("navigator", { userActivation: use });
  expect(changeTo({ ...form, "card-option": 260, card: 460 })).toEqual([]);
  use.hasBeenActive = true;
  expect(changeTo(form)).toEqual(["card-option 260px"]);
});
