/**
 * The step that proves a phone number: choose the number, type the code in.
 *
 * `number` → (send) → `code` → (check) → `done`. From `code` one goes back to `number` by "change
 * number", or because the code is dead. `busy`: an answer is awaited; presses do nothing meanwhile.
 */
import type { SmsProgress, StepAnswer, StepFailure } from "./steps-api.ts";

/** Where it stands. */
export interface SmsStepState {
  readonly view: "number" | "code" | "done";
  readonly busy: boolean;
  /** The number on file, masked; null: there is none, or another one shall be typed. */
  readonly knownNumber: string | null;
  readonly progress: SmsProgress | null;
  /** What stands in the way; above the number or at the code. */
  readonly failure: StepFailure | null;
}

/** What happens. */
export type SmsStepEvent =
  | { readonly type: "sent" | "checking" }
  | { readonly type: "started"; readonly answer: StepAnswer<SmsProgress> }
  | { readonly type: "checked"; readonly answer: StepAnswer<SmsProgress> }
  | { readonly type: "changeNumber" };

/** The step as it begins: with the number on file, masked, or with none. */
export function smsStepAt(knownNumber: string | null): SmsStepState {
  return { view: "number", busy: false, knownNumber, progress: null, failure: null };
}

/** After these the code under way is of no use any more. */
const deadCodes: ReadonlySet<string> = new Set([
  "sms_not_started",
  "sms_code_expired",
  "sms_too_many_attempts",
]);

/** The next state. */
export function nextSmsStep(state: SmsStepState, event: SmsStepEvent): SmsStepState {
  switch (event.type) {
    case "sent":
    case "checking":
      return { ...state, busy: true, failure: null };
    case "started": {
      const { answer } = event;
      // A refused repetition leaves the code of before, and the view, as they are.
      if (!answer.ok) return { ...state, busy: false, failure: answer.failure };
      return { ...state, view: "code", busy: false, progress: answer.value, failure: null };
    }
    case "checked": {
      const { answer } = event;
      if (answer.ok) return { ...state, view: "done", busy: false, progress: answer.value };
      const { failure } = answer;
      const view = deadCodes.has(failure.code) ? "number" : "code";
      return { ...state, view, busy: false, failure };
    }
    case "changeNumber":
      return { ...smsStepAt(null), progress: state.progress };
  }
}
