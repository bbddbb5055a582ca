import type { OperatorSettings } from "../../../operators/accounts/index.ts";
import { type AttemptHandle, openDetails } from "../../flow/attempt-handle.ts";
import type { PaymentsDeps } from "../../payments-deps.ts";
import type { AttemptRecord, CardSecret } from "../../records.ts";

/**
 * One request's work on one attempt by card, with what it needs in hand. The CVC lives here only, in memory,
 * for as long as the request runs.
 */
export interface CardHandle extends AttemptHandle {
  readonly settings: OperatorSettings;
  readonly operatorName: string;
  readonly card: CardSecret;
  readonly cvc: string | undefined;
}

/** Opens the card of an attempt; see {@link openDetails}. */
export function openCard(
  deps: Pick<PaymentsDeps, "keyring">,
  operatorId: string,
  attempt: AttemptRecord,
): CardSecret | null {
  return openDetails<CardSecret>(deps, operatorId, attempt);
}
