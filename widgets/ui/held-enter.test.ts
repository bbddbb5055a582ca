// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { ignoreHeldEnter } from "./held-enter.ts";

ignoreHeldEnter();

test("only the first press of Enter counts; other held keys, and lines in a text area, repeat", () => {
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

test("a key listener hears neither a held Enter nor a held Ctrl+Enter in a text area", () => {
  const heard: string[] = [];
  const hold = (tag: string, modifiers: KeyboardEventInit = {}) => {
    const control = document.body.appendChild(document.createElement(tag));
    control.addEventListener("keydown", () => heard.push(tag));
    for (const repeat of [false, true, true]) {
      const held = { key: "Enter", repeat, bubbles: true, cancelable: true, ...modifiers };
      control.dispatchEvent(new KeyboardEvent("keydown", held));
    }
  };
  hold("input");
  hold("textarea", { ctrlKey: true });
  hold("textarea", { metaKey: true });
  expect(heard).toEqual(["input", "textarea", "textarea"]);
});
