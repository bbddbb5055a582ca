import type { MethodKey } from "../offered-methods.ts";
import type { MethodForm } from "./method-form.ts";

/** The loaded forms, by payment method. */
export interface MethodForms {
  /** Null removes the form. */
  set(key: MethodKey, form: MethodForm | null): void;
  get(key: MethodKey): MethodForm | null;
  /** {@link MethodForm.check} of one method; also false while its form is not loaded. */
  check(key: MethodKey): boolean;
  /** `count`: wrong fields that check number `checks` found; 0 once the customer corrects one. */
  announced(): { readonly count: number; readonly checks: number };
  mended(): void;
  /** A form's state may have changed. */
  typed(): void;
  /** What the page may know about one method's form. A form that is not loaded is empty. */
  completeness(key: MethodKey): { readonly complete: boolean; readonly empty: boolean };
  /** Whether the customer wants to save what they typed there. */
  saves(key: MethodKey): boolean;
  keep(key: MethodKey, wanted: boolean): void;
  subscribe(listener: () => void): () => void;
}

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
    completeness(key) {
      const form = forms.get(key);
      return form?.completeness?.() ?? { complete: form !== undefined, empty: form === undefined };
    },
    saves: (key) => kept.has(key),
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
