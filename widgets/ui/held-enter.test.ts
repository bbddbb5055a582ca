// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { ignoreHeldEnter } from "./held-enter.ts";

test("only the first press of Enter counts; other held keys, and lines in a text area, repeat", () => {
  ignoreHeldEnter();
  const press = (tag: string, key: string, repeat: boolean) => {
    const control = document.body.appendChild(document.createElement(tag));
    const event = new KeyboardEvent("keydown", { key, repeat, bubbles: true, cancelable: true });
    return control.dispatchEvent(event);
  };
  expect(press("button", "Enter", false)).toBe(true);
  expect(press("button", "Enter", true)).toBe(false);
  expect(press("input", "Enter", true)).toBe(false);
  expect(press("input", "Backspace", true)).toBe(true);
  expect(press("textarea", "Enter", true)).toBe(true);
});
