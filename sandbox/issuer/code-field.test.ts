import { readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";
import { Window } from "happy-dom";
import { expect, test } from "vitest";

const script = readFileSync(new URL("../public/code-field.js", import.meta.url), "utf8");

/** Somebody types before the page's script runs. Returns what is submitted. */
function openPage(typedBefore: string) {
  const { document, Event, HTMLInputElement } = new Window();
  document.body.innerHTML = `<form><input name="code"><button value="code"></button></form>`;
  const field = document.querySelector("input");
  if (!(field instanceof HTMLInputElement)) throw new Error("there is no field");
  const submitted: string[] = [];
  document.querySelector("form")?.addEventListener("submit", (event) => {
    event.preventDefault();
    submitted.push(field.value);
  });
  field.value = typedBefore;
  runInNewContext(script, { document });
  const type = (text: string) => {
    field.value = text;
    field.dispatchEvent(new Event("input"));
  };
  return { submitted, type };
}

test("submits a code once it is complete", () => {
  const { submitted, type } = openPage("");
  type("12345");
  expect(submitted).toEqual([]);
  type("123456");
  expect(submitted).toEqual(["123456"]);
});

test("submits a code that was complete before the script ran", () => {
  expect(openPage("123456").submitted).toEqual(["123456"]);
  expect(openPage("12345").submitted).toEqual([]);
});
