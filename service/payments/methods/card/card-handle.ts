import type { OperatorSettings } from "../../../operators/accounts/index.ts";
import { type AttemptHandle, openDetails } from "../../flow/attempt-handle.ts";
import type { PaymentsDeps } from "../../payments-deps.ts";
import type { AttemptRecord, CardSecret } from "../../records.ts";

/**
 * A handle on a card attempt, with the card and the operator's settings. The CVC exists only here,
 * in memory, until the request ends.
 */
export interface CardHandle extends AttemptHandle {
  readonly settings: OperatorSettings;
  readonly operatorName: string;
  readonly card: CardSecret;
  readonly cvc: string | undefined;
}

/** Opens the card of an attempt. See {@link openDetails}. */
export function openCard(
  deps: Pick<PaymentsDeps, "keyring">,
  operatorId: string,
  attempt: AttemptRecord,
): CardSecret | null {
  return openDetails<CardSecret>(deps, operatorId, attempt);
}
