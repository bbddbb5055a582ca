/**
 * The card form's fields: formats typed text and knows what is complete.
 * What always holds:
 * - The browser owns the inputs. The customer or a password manager may fill them before this script runs. Scripts
 *   write only when the text must differ.
 * - A key costs only the work of its own field, and of the security code when the brand changes.
 * - Listeners are called only when completeness or brand has changed.
 */
import { brandOf } from "#contract/card-brand";
import { cardNumberProblem, editCardNumber, isFormattedCardNumber } from "./card-number.ts";
import { asciiDigits, digitsOf } from "./digits.ts";
import type { Edit, Edited } from "./edit.ts";
import { editExpiry, expiryProblem, parseExpiry } from "./expiry.ts";
import { type CardFieldName, cardFieldNames, type FieldProblem } from "./field-problem.ts";
import { holderNameProblem, postalCodeProblem } from "./holder.ts";
import { editSecurityCode, securityCodeProblem } from "./security-code.ts";

/** What the page may know about the form: never its contents. */
export interface CardFieldsState {
  readonly complete: boolean;
  readonly empty: boolean;
  readonly brand: string | null;
}

/** A card as `POST /v1/client/payments` accepts it. */
export interface CardEntry {
  readonly number: string;
  readonly expiryMonth: number;
  readonly expiryYear: number;
  readonly cvc: string;
  readonly holderName?: string;
  readonly postalCode?: string;
}

/** All listeners are optional; they may be set later. */
export interface CardFieldsListener {
  stateChanged?(state: CardFieldsState): void;
  /** Something was typed, pasted or filled in. */
  typed?(name: CardFieldName): void;
  /** A key in a field marked wrong: it may be right now. */
  mended?(name: CardFieldName): void;
  /** A field was left with text in it. */
  left?(name: CardFieldName): void;
}

/** The five fields. `root` must hold inputs with `data-field` of each name. */
export interface CardFields {
  listener: CardFieldsListener;
  state(): CardFieldsState;
  problem(name: CardFieldName): FieldProblem | null;
  /** The problems in the order of the fields. */
  problems(): [CardFieldName, FieldProblem][];
  /** Call this only without problems. */
  read(): CardEntry;
  /** The number's first 8 digits for a quote; null if there are fewer. */
  prefix(): string | null;
  focus(name: CardFieldName): void;
  /** Fills in the page's suggestion if the field is empty. */
  suggest(name: "name" | "postalCode", text: string): void;
  /** Uses another clock from now on: a device's clock may be years off. */
  setClock(clock: () => number): void;
  /** Empties these fields; default: all. */
  clear(names?: readonly CardFieldName[]): void;
}

/** Attaches to the inputs below `root`, whatever they contain. Throws if one is missing. */
export function createCardFields(root: ParentNode, nowMs: () => number): CardFields {
  const inputs = {} as Record<CardFieldName, HTMLInputElement>;
  for (const name of cardFieldNames) {
    const input = root.querySelector<HTMLInputElement>(`input[data-field="${name}"]`);
    if (!input) throw new Error(`the card form has no ${name}`);
    inputs[name] = input;
  }
  const mark = root.querySelector("[data-brand-mark] use");
  const before = { number: "", expiry: "", cvc: "", name: "", postalCode: "" };
  /** Null if the field was not checked since it changed. */
  const right: Record<CardFieldName, boolean | null> = {
    number: null,
    expiry: null,
    cvc: null,
    name: null,
    postalCode: null,
  };
  const placeholders = {} as Record<CardFieldName, string>;
  for (const name of cardFieldNames) placeholders[name] = inputs[name].placeholder;
  let brand = brandOf("");
  let state: CardFieldsState = { complete: false, empty: true, brand: null };

  const edits: Partial<Record<CardFieldName, (edit: Edit) => Edited>> = {
    number: editCardNumber,
    expiry: editExpiry,
    cvc: (edit) => editSecurityCode(edit, brand.cvcLength),
  };
  const isFormatted: Partial<Record<CardFieldName, (text: string) => boolean>> = {
    number: isFormattedCardNumber,
    cvc: (text) => /^\d{0,3}$/.test(text),
  };
  const problemsIn: Record<CardFieldName, (text: string) => FieldProblem | null> = {
    number: cardNumberProblem,
    expiry: (text) => expiryProblem(text, nowMs()),
    cvc: (text) => securityCodeProblem(text, brand.cvcLength),
    name: holderNameProblem,
    postalCode: postalCodeProblem,
  };
  const problem = (name: CardFieldName) => problemsIn[name](inputs[name].value);

  const takeIn = (name: CardFieldName, kind: string) => {
    const input = inputs[name];
    const edit = edits[name];
    const text = input.value;
    // Reading the caret forces layout, so read it only when needed.
    if (edit && !isFormatted[name]?.(text)) {
      const caret = input.selectionStart ?? text.length;
      const edited = edit({ text, caret, kind, before: before[name] });
      if (edited.text !== text) {
        input.value = edited.text;
        // The browser puts the caret after the last digit.
        const isElsewhere = edited.caret < edited.text.length;
        if (isElsewhere && input.ownerDocument.activeElement === input) {
          input.setSelectionRange(edited.caret, edited.caret);
        }
      }
    }
    before[name] = input.value;
    right[name] = null;
    showPlaceholder(name, before[name] === "");
    if (name === "number") takeInBrand();
  };

  /** Browsers restyle a hidden placeholder at each key, so remove it while it is hidden. */
  const showPlaceholder = (name: CardFieldName, isSeen: boolean) => {
    const placeholder = placeholders[name];
    if (!placeholder || inputs[name].hasAttribute("placeholder") === isSeen) return;
    if (isSeen) inputs[name].placeholder = placeholder;
    else inputs[name].removeAttribute("placeholder");
  };

  const takeInBrand = () => {
    const next = brandOf(digitsOf(inputs.number.value));
    if (next.name === brand.name) return;
    brand = next;
    const drawn = mark?.ownerDocument.getElementById(`brand-${next.name}`);
    mark?.setAttribute("href", `#brand-${drawn ? next.name : "none"}`);
    right.cvc = null;
  };

  const isValid = (name: CardFieldName) => {
    right[name] ??= problem(name) === null;
    return right[name];
  };
  /** While a required field is empty, nothing needs a check. */
  const isFilled = () =>
    cardFieldNames.every((name) => before[name] !== "" || name === "postalCode");

  const compare = () => {
    const complete = isFilled() && cardFieldNames.every(isValid);
    const empty = cardFieldNames.every((name) => before[name] === "");
    if (complete === state.complete && empty === state.empty && brand.name === state.brand) return;
    state = { complete, empty, brand: brand.name };
    fields.listener.stateChanged?.(state);
  };

  const onInput = (name: CardFieldName) => (event: Event) => {
    const { inputType = "", isComposing = false } = event as InputEvent;
    if (isComposing) return;
    takeIn(name, inputType);
    if (inputs[name].getAttribute("aria-invalid") === "true") fields.listener.mended?.(name);
    fields.listener.typed?.(name);
    compare();
  };
  const onLeave = (name: CardFieldName) => () => {
    if (inputs[name].value.trim() !== "") fields.listener.left?.(name);
  };

  const fields: CardFields = {
    listener: {},
    state: () => state,
    problem,
    problems: () =>
      cardFieldNames.flatMap((name) => {
        const fieldProblem = problem(name);
        return fieldProblem ? [[name, fieldProblem] as [CardFieldName, FieldProblem]] : [];
      }),
    read() {
      const expiry = parseExpiry(inputs.expiry.value);
      const holderName = inputs.name.value.trim();
      const postalCode = asciiDigits(inputs.postalCode.value).trim();
      return {
        number: digitsOf(inputs.number.value),
        expiryMonth: expiry?.month ?? 0,
        expiryYear: expiry?.year ?? 0,
        cvc: digitsOf(inputs.cvc.value),
        ...(holderName ? { holderName } : {}),
        ...(postalCode ? { postalCode } : {}),
      };
    },
    prefix() {
      const digits = digitsOf(inputs.number.value);
      return digits.length >= 8 ? digits.slice(0, 8) : null;
    },
    focus: (name) => inputs[name].focus(),
    suggest(name, text) {
      if (inputs[name].value !== "") return;
      inputs[name].value = text;
      takeIn(name, "");
      compare();
    },
    setClock(clock) {
      nowMs = clock;
      right.expiry = null;
      compare();
    },
    clear(names = cardFieldNames) {
      for (const name of names) {
        inputs[name].value = "";
        takeIn(name, "");
      }
      compare();
    },
  };

  for (const name of cardFieldNames) {
    inputs[name].addEventListener("input", onInput(name));
    inputs[name].addEventListener("compositionend", onInput(name));
    inputs[name].addEventListener("blur", onLeave(name));
  }
  // Handles text from before this script ran (rare).
  for (const name of cardFieldNames) if (inputs[name].value !== "") takeIn(name, "");
  compare();
  return fields;
}
