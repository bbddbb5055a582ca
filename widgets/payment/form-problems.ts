import type { CardFields } from "../fields/card-fields.ts";
import type { CardFieldName, FieldProblem } from "../fields/field-problem.ts";

/** What stands beside the fields as wrong: appears when a field is left, goes as it is mended. */
export interface FormProblems {
  shown(): Readonly<Partial<Record<CardFieldName, FieldProblem>>>;
  /** How many the last submit found, and which submit that was; 0 once one of them is mended. */
  announced(): { readonly count: number; readonly submits: number };
  /** Looks at all fields before a submit: shows what is wrong, focuses the first. True when all is right. */
  check(): boolean;
  /** Shows what the service found wrong, and focuses the first. */
  show(problems: readonly [CardFieldName, FieldProblem][]): void;
  subscribe(listener: () => void): () => void;
}

/** Watches the fields from now on. */
export function createFormProblems(fields: CardFields): FormProblems {
  let shown: Partial<Record<CardFieldName, FieldProblem>> = {};
  let announced = { count: 0, submits: 0 };
  const listeners = new Set<() => void>();
  const change = (next: typeof shown) => {
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
    announced = { ...announced, count: 0 };
    change(rest);
  };

  const show = (problems: readonly [CardFieldName, FieldProblem][]) => {
    announced = { count: problems.length, submits: announced.submits + 1 };
    change({ ...shown, ...Object.fromEntries(problems) });
    const [first] = problems;
    if (first) fields.focus(first[0]);
  };

  return {
    shown: () => shown,
    announced: () => announced,
    check() {
      const problems = fields.problems();
      shown = {};
      show(problems);
      return problems.length === 0;
    },
    show,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
