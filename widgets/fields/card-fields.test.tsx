// @vitest-environment happy-dom
import { render } from "preact";
import { beforeEach, describe, expect, it } from "vitest";
import { texts } from "../i18n/en/payment.ts";
import { CardFields as CardFieldsView } from "../payment/view/card-fields.tsx";
import { BrandSprite } from "./brand-marks.tsx";
import { type CardFields, type CardFieldsState, createCardFields } from "./card-fields.ts";
import type { CardFieldName } from "./field-problem.ts";

let root: HTMLElement;
let fields: CardFields;
let states: CardFieldsState[];

const input = (name: CardFieldName) =>
  root.querySelector<HTMLInputElement>(`[data-field="${name}"]`) as HTMLInputElement;
const mark = () => root.querySelector("[data-brand-mark] use")?.getAttribute("href");

/** Edits as a browser does: first the text, then the caret, then the event. */
function put(name: CardFieldName, text: string, inputType = "insertFromPaste") {
  const field = input(name);
  field.focus();
  field.value = text;
  field.setSelectionRange(text.length, text.length);
  field.dispatchEvent(Object.assign(new Event("input", { bubbles: true }), { inputType }));
}

function attach() {
  fields = createCardFields(root, () => Date.UTC(2026, 10, 22));
  fields.listener.stateChanged = (state) => states.push(state);
}

function putVisa() {
  put("number", "4242424242424242");
  put("expiry", "12/34");
  put("cvc", "123");
  put("name", " Ada Lovelace ");
}

beforeEach(() => {
  document.body.innerHTML = "<div></div>";
  root = document.body.firstElementChild as HTMLElement;
  render(
    <>
      <BrandSprite />
      <CardFieldsView texts={texts} problems={{}} />
    </>,
    root,
  );
  states = [];
  attach();
});

describe("typed data", () => {
  it("is formatted as the card prints it", () => {
    putVisa();
    expect(input("number").value).toBe("4242 4242 4242 4242");
    expect(input("expiry").value).toBe("12/34");
  });

  it("is read without spaces, as the service accepts it", () => {
    putVisa();
    put("postalCode", "94107");
    expect(fields.read()).toEqual({
      number: "4242424242424242",
      expiryMonth: 12,
      expiryYear: 2034,
      cvc: "123",
      holderName: "Ada Lovelace",
      postalCode: "94107",
    });
  });

  it("omits empty optional fields", () => {
    putVisa();
    expect(fields.read()).not.toHaveProperty("postalCode");
    expect(fields.problems()).toEqual([]);
  });

  it("is formatted if it was typed before the script ran", () => {
    input("number").value = "5555555555554444";
    attach();
    expect(input("number").value).toBe("5555 5555 5555 4444");
    expect(fields.state()).toMatchObject({ empty: false, brand: "mastercard" });
    expect(mark()).toBe("#brand-mastercard");
  });

  it("hides the example, which returns when the field is emptied", () => {
    const example = input("number").placeholder;
    expect(example).not.toBe("");
    put("number", "4");
    expect(input("number").hasAttribute("placeholder")).toBe(false);
    put("number", "");
    expect(input("number").placeholder).toBe(example);
    put("postalCode", "10115");
    put("postalCode", "");
    expect(input("postalCode").hasAttribute("placeholder")).toBe(false);
  });

  it("is left alone while an input method composes it", () => {
    const field = input("number");
    field.value = "42424";
    field.dispatchEvent(
      Object.assign(new Event("input", { bubbles: true }), { isComposing: true }),
    );
    expect(field.value).toBe("42424");
    field.dispatchEvent(new Event("compositionend", { bubbles: true }));
    expect(field.value).toBe("4242 4");
  });
});

describe("the brand", () => {
  it("shows its logo, and removes it with the number", () => {
    put("number", "4");
    expect(mark()).toBe("#brand-none");
    put("number", "42");
    expect(mark()).toBe("#brand-visa");
    put("number", "");
    expect(mark()).toBe("#brand-none");
  });

  it("shows the plain card if it has no logo", () => {
    put("number", "9792");
    expect(fields.state().brand).toBe("troy");
    expect(mark()).toBe("#brand-none");
  });

  it("decides the length of the security code", () => {
    put("cvc", "123");
    put("number", "378282246310005");
    expect(fields.problem("cvc")).toEqual({ code: "cvc_incomplete", digits: 4 });
    put("cvc", "12345");
    expect(input("cvc").value).toBe("1234");
  });
});

describe("the page", () => {
  it("receives completeness, emptiness and brand, and nothing else", () => {
    putVisa();
    expect(states).toEqual([
      { complete: false, empty: false, brand: "visa" },
      { complete: true, empty: false, brand: "visa" },
    ]);
    put("name", "Ada King");
    expect(states).toHaveLength(2);
    put("number", "4242424242424241");
    expect(states[2]).toEqual({ complete: false, empty: false, brand: "visa" });
  });

  it("suggests values only for empty fields", () => {
    put("name", "Ada");
    fields.suggest("name", "Someone Else");
    fields.suggest("postalCode", "94107");
    expect(input("name").value).toBe("Ada");
    expect(input("postalCode").value).toBe("94107");
  });
});

it("gets the first eight digits for a quote once they are typed", () => {
  put("number", "4242424");
  expect(fields.prefix()).toBeNull();
  put("number", "42424242424");
  expect(fields.prefix()).toBe("42424242");
});

it("learns which fields were left with text, and of keys in wrong fields", () => {
  const seen: string[] = [];
  fields.listener.left = (name) => seen.push(`left ${name}`);
  fields.listener.mended = (name) => seen.push(`mended ${name}`);
  input("number").dispatchEvent(new Event("blur"));
  put("number", "4242");
  input("number").dispatchEvent(new Event("blur"));
  input("number").setAttribute("aria-invalid", "true");
  put("number", "42424");
  expect(seen).toEqual(["left number", "mended number"]);
});

it("learns which field is missing from the form", () => {
  input("cvc").remove();
  expect(() => createCardFields(root, () => 0)).toThrow("cvc");
});

it("checks the expiry again once the clock is right", () => {
  fields.setClock(() => Date.UTC(2036, 0, 1));
  putVisa();
  expect(fields.problem("expiry")?.code).toBe("expiry_past");
  expect(fields.state().complete).toBe(false);
  fields.setClock(() => Date.UTC(2026, 10, 22));
  expect(fields.problem("expiry")).toBeNull();
  expect(states.at(-1)?.complete).toBe(true);
});
