// @vitest-environment happy-dom
import { expect, test, vi } from "vitest";
import { takePointedChoice, watchPointedChoices } from "./pointed-choice.ts";

test("a choice by pointer is taken once, and a choice by keyboard never", () => {
  document.body.innerHTML =
    '<input type="radio" value="saved-a"><input type="radio" value="saved-b"><input type="text" value="saved-a">';
  const [a, b, text] = document.querySelectorAll("input");
  watchPointedChoices(document);
  watchPointedChoices(document);
  const choose = (input: HTMLInputElement | undefined, byKeyboard: boolean) => {
    if (!input) throw new Error("no input");
    vi.spyOn(input, "matches").mockReturnValue(byKeyboard);
    input.dispatchEvent(new Event("change", { bubbles: true }));
  };
  choose(a, false);
  expect(takePointedChoice("saved-b")).toBe(false);
  expect(takePointedChoice("saved-a")).toBe(true);
  expect(takePointedChoice("saved-a")).toBe(false);
  choose(a, false);
  choose(b, true);
  expect(takePointedChoice("saved-a")).toBe(false);
  expect(takePointedChoice("saved-b")).toBe(false);
  choose(text, false);
  expect(takePointedChoice("saved-a")).toBe(false);
});
