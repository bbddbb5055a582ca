import type { CardFields } from "../../fields/card-fields.ts";
import type { CardFieldName, FieldProblem } from "../../fields/field-problem.ts";
import type { MethodForm } from "./method-form.ts";

export type FieldProblems = Readonly<Partial<Record<CardFieldName, FieldProblem>>>;

/** An error appears when the customer leaves a field, and disappears when they correct it. */
export interface CardForm extends MethodForm {
  shown(): FieldProblems;
  subscribe(listener: () => void): () => void;
}

/** Texts for fields that the service refused: contract/errors.ts code → text code. */
const refusals: Readonly<Record<string, FieldProblem>> = {
  card_number_invalid: { code: "number_invalid" },
  card_brand_unsupported: { code: "number_unsupported" },
  card_expired: { code: "expiry_invalid" },
  card_expiry_invalid: { code: "expiry_invalid" },
  card_cvc_invalid: { code: "cvc_wrong" },
};

/** Calls `onMended` for each wrong field that becomes right. */
export function createCardForm(
  fields: CardFields,
  onMended: () => void = () => undefined,
): CardForm {
  let shown: FieldProblems = {};
  const listeners = new Set<() => void>();
  const change = (next: FieldProblems) => {
    shown = next;
    for (const listener of [...listeners]) listener();
  };

  fields.listener.left = (name) => {
    const problem = fields.problem(name);
    if (problem) change({ ...shown, [name]: problem });
  };
  fields.listener.mended = (name) => {
    if (fields.problem(name)) return;
    const { [name]: _mended, ...rest } = shown;
    change(rest);
    onMended();
  };

  const show = (problems: readonly [CardFieldName, FieldProblem][]) => {
    change({ ...shown, ...Object.fromEntries(problems) });
    const [first] = problems;
    if (first) fields.focus(first[0]);
  };

  return {
    shown: () => shown,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    check() {
      const problems = fields.problems();
      shown = {};
      show(problems);
      return problems.length;
    },
    read: () => ({ type: "card", card: fields.read() }),
    refuse(field, code) {
      show([[field as CardFieldName, refusals[code] ?? { code: "number_invalid" }]]);
    },
    completeness: fields.state,
    focus: () => fields.focus("number"),
    clear: fields.clear,
    cvc: () => fields.read().cvc,
  };
}
