import type { ApiFailure } from "../../client/api-failure.ts";
import type { DisbursementState } from "./state.ts";
import { backToReview, load, lookUp, renew, type Transition } from "./transitions.ts";

/** Refusals of typed data, shown above the form (contract/errors.ts). */
const formRefusals = [
  "bank_login_not_confirmed",
  "routing_number_invalid",
  "crypto_address_invalid",
  "crypto_network_unsupported",
  "card_number_invalid",
  "card_brand_unsupported",
  "card_expired",
  "card_expiry_invalid",
  "payout_method_type_not_enabled",
];

/** A refusal never creates a payout. */
export function refusedAttempt(state: DisbursementState, failure: ApiFailure): Transition {
  const { code, message } = failure;
  if (formRefusals.includes(code)) {
    const next = backToReview(state, null, true);
    return [{ ...next, step: "method", problem: code }, []];
  }
  switch (code) {
    // The saved method was removed elsewhere, so the new session lacks it.
    case "payout_method_not_found":
      return load({ ...backToReview(state, null, true), choice: null, problem: code });
    // The new session has the new amount or the requirement. Only another press sends anything.
    case "amount_changed":
    case "requirements_unmet":
      return load(backToReview(state, null, true));
    case "disbursement_already_submitted":
    case "conflicting_state":
      return lookUp(state);
    case "idempotency_key_reused":
      return lookUp({ ...state, attempt: state.attempt + 1 });
    case "disbursement_intent_expired":
      return renew({ ...state, attempt: state.attempt + 1, tries: 0 });
    // The service refuses the secret only a day after the intent expired. A try before the device slept may have been
    // paid out.
    case "client_secret_expired":
      return renew({ ...state, attempt: state.attempt + 1, tries: 0 }, null);
    default:
      return [backToReview(state, { type: "refused", code, message }, true), []];
  }
}
