import type { OperatorSettings } from "../../../operators/accounts/index.ts";
import { type AttemptHandle, openDetails } from "../../flow/attempt-handle.ts";
import type { PaymentsDeps } from "../../payments-deps.ts";
import type { AttemptRecord, CardSecret } from "../../records.ts";

/** A handle with the card and the operator's settings. The CVC exists only here, in memory, until the request ends. */
export interface CardHandle extends AttemptHandle {
  readonly settings: OperatorSettings;
  readonly operatorName: string;
  readonly card: CardSecret;
  readonly cvc: string | undefined;
}

/** Decrypts the attempt's card; null once it is erased. Load the operator's key first. */
export function openCard(
  deps: Pick<PaymentsDeps, "keyring">,
  operatorId: string,
  attempt: AttemptRecord,
): CardSecret | null {
  return openDetails<CardSecret>(deps, operatorId, attempt);
}
