import type { ApiFailure } from "../../client/api-failure.ts";
import type { PaymentNotice, StateOf } from "./state.ts";
import { andThen, load, lookUp, renew, returnToForm, type Transition } from "./transitions.ts";

/**
 * Refusals shown at a field of the chosen method's form: contract/errors.ts code → field. The form holds the text.
 * `bank_…`: the account, typed or from a bank login, at `account-number`.
 */
const fields: Readonly<Record<string, string>> = {
  card_number_invalid: "number",
  card_brand_unsupported: "number",
  card_expired: "expiry",
  card_expiry_invalid: "expiry",
  card_cvc_invalid: "cvc",
  routing_number_invalid: "routing-number",
  // The form requests a new rate and shows what changes.
  crypto_quote_expired: "rate",
};

export const refusalNotice = ({ code, message }: ApiFailure): PaymentNotice => ({
  type: "refused",
  code,
  message,
});

/** A refusal never charges anything. */
export function refusedAttempt(state: StateOf<"paying">, failure: ApiFailure): Transition {
  const { code } = failure;
  const refused = refusalNotice(failure);
  const field = /^bank_/.test(code)
    ? "account-number"
    : Object.hasOwn(fields, code)
      ? fields[code]
      : undefined;
  if (field !== undefined) {
    const { method } = state;
    return andThen(returnToForm(state, refused, true), (next) => [
      { ...next, notice: null },
      [{ type: "showRefusal", method, field, code }],
    ]);
  }
  switch (code) {
    case "amount_changed":
      // The new session has the new amount; paying it needs another press.
      return andThen(returnToForm(state, { type: "amountChanged" }, true), load);
    case "mandate_changed":
      // The new text comes with a new price; agreeing to it needs another press.
      return andThen(returnToForm(state, { type: "termsChanged" }, true), load);
    case "requirements_unmet":
    case "payment_method_not_found":
      // The new session has the requirement. After the second refusal it lacks the saved method, which was removed
      // elsewhere.
      return andThen(returnToForm(state, refused, true), load);
    case "payment_in_progress":
    case "payment_already_succeeded":
    case "conflicting_state":
      return lookUp(state);
    case "idempotency_key_reused":
      return lookUp({ ...state, attempt: state.attempt + 1 });
    case "payment_intent_expired":
    case "client_secret_expired":
      return renew({ ...state, attempt: state.attempt + 1 }, true);
    case "processor_unavailable":
      return returnToForm(state, { type: "unavailable" }, true);
    default:
      return returnToForm(state, refused, true);
  }
}
