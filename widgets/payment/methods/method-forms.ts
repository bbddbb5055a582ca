import type { MethodKey } from "../offered.ts";
import type { MethodForm } from "./method-form.ts";

/** The forms that are there, by way to pay. */
export interface MethodForms {
  /** A form has come; null: it is gone. */
  set(key: MethodKey, form: MethodForm | null): void;
  get(key: MethodKey): MethodForm | null;
  /** {@link MethodForm.check} of one way; false where its form is not there yet, too. */
  check(key: MethodKey): boolean;
  /** How many wrong fields the last check found, and which check that was; 0 once one of them is mended. */
  announced(): { readonly count: number; readonly checks: number };
  mended(): void;
  /** A form's standing may have changed. */
  typed(): void;
  /** What the page may know of one way's form; a form that is not there yet is empty. */
  standing(key: MethodKey): { readonly complete: boolean; readonly empty: boolean };
  /** Whether the customer wants what is typed there kept for another time. */
  keeps(key: MethodKey): boolean;
  keep(key: MethodKey, wanted: boolean): void;
  subscribe(listener: () => void): () => void;
}

/** None yet. */
export function createMethodForms(): MethodForms {
  const forms = new Map<MethodKey, MethodForm>();
  const kept = new Set<MethodKey>();
  const listeners = new Set<() => void>();
  let announced = { count: 0, checks: 0 };
  const change = () => {
    for (const listener of [...listeners]) listener();
  };
  return {
    set(key, form) {
      if (form) forms.set(key, form);
      else forms.delete(key);
      change();
    },
    get: (key) => forms.get(key) ?? null,
    check(key) {
      const count = forms.get(key)?.check();
      announced = { count: count ?? 0, checks: announced.checks + 1 };
      change();
      return count === 0;
    },
    announced: () => announced,
    mended() {
      if (announced.count === 0) return;
      announced = { ...announced, count: 0 };
      change();
    },
    typed: change,
    standing(key) {
      const form = forms.get(key);
      return form?.standing?.() ?? { complete: form !== undefined, empty: form === undefined };
    },
    keeps: (key) => kept.has(key),
    keep(key, wanted) {
      if (wanted) kept.add(key);
      else kept.delete(key);
      change();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
