/**
 * The step that verifies a phone number.
 * `number` → (send) → `code` → (check) → `done`. "Change number", or a code that no longer works, leads from `code`
 * back to `number`, and "enter the code" from there to the last code. While `busy`, a response is on its way and
 * presses do nothing.
 */
import type { SmsProgress, StepFailure, StepResult } from "./steps-api.ts";

export interface SmsStepState {
  readonly view: "number" | "code" | "done";
  readonly busy: boolean;
  /** The masked number; null if there is none, or if the customer types another one. */
  readonly knownNumber: string | null;
  readonly progress: SmsProgress | null;
  /** The refusal, shown above the number or at the code. */
  readonly failure: StepFailure | null;
}

export type SmsStepEvent =
  | { readonly type: "sent" | "checking" }
  | { readonly type: "started"; readonly result: StepResult<SmsProgress> }
  | { readonly type: "checked"; readonly result: StepResult<SmsProgress> }
  | { readonly type: "changeNumber" | "enterCode" };

/** `knownNumber`: the masked number on file, if any. `progress`: a code that was sent before the page loaded. */
export function smsStepAt(
  knownNumber: string | null,
  progress: SmsProgress | null = null,
): SmsStepState {
  const view = progress === null ? "number" : "code";
  return { view, busy: false, knownNumber, progress, failure: null };
}

/** Refusals after which the current code no longer works. */
const deadCodes: ReadonlySet<string> = new Set([
  "sms_not_started",
  "sms_code_expired",
  "sms_too_many_attempts",
]);

export function nextSmsStep(state: SmsStepState, event: SmsStepEvent): SmsStepState {
  switch (event.type) {
    case "sent":
    case "checking":
      return { ...state, busy: true, failure: null };
    case "started": {
      const { result } = event;
      // A refused resend leaves the earlier code and the view as they are.
      if (!result.ok) return { ...state, busy: false, failure: result.failure };
      return { ...state, view: "code", busy: false, progress: result.value, failure: null };
    }
    case "checked": {
      const { result } = event;
      if (result.ok) return { ...state, view: "done", busy: false, progress: result.value };
      const { failure } = result;
      if (!deadCodes.has(failure.code)) return { ...state, busy: false, failure };
      return { ...state, view: "number", busy: false, progress: null, failure };
    }
    case "changeNumber":
      // The response on its way would bring back the view that the customer left.
      return state.busy ? state : { ...smsStepAt(null), progress: state.progress };
    case "enterCode":
      if (state.busy || state.progress === null) return state;
      return { ...state, view: "code", failure: null };
  }
}
