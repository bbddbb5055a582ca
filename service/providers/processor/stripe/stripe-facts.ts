import type { ChargeFacts } from "#contract/connectors/charge-facts";
import type { TransStatus } from "#contract/connectors/three-ds";
import type { NativeAuthentication } from "../card-processor.ts";
import type { AvsResult } from "../kit/card-checks.ts";
import { factsOf } from "../kit/charge-facts.ts";
import { type DeclineReason, reasonOf } from "../kit/reasons.ts";
import type { Checks, PaymentError, StripeCharge } from "./stripe-objects.ts";

/** What the network and Stripe say about a charge. `error` is why it failed. */
export function factsOfCharge(
  charge: StripeCharge | undefined,
  error?: PaymentError | null,
): ChargeFacts | undefined {
  const card = charge?.payment_method_details?.card;
  const checks = card?.checks ?? error?.payment_method?.card?.checks;
  return factsOf({
    networkTransactionId: card?.network_transaction_id ?? undefined,
    authorisationCode: card?.authorization_code ?? undefined,
    networkDeclineCode:
      error?.network_decline_code ?? charge?.outcome?.network_decline_code ?? undefined,
    adviceCode: error?.network_advice_code ?? charge?.outcome?.network_advice_code ?? undefined,
    avsResult: avsResultOf(checks),
    cvcResult: cvcResultOf(checks?.cvc_check),
    vendorCode: error?.decline_code ?? error?.code ?? undefined,
  });
}

/** What Stripe's own 3-D Secure found, by its `result`. Undefined if it did not take place. */
export function authenticationOf(charge: StripeCharge | null): NativeAuthentication | undefined {
  const found = charge?.payment_method_details?.card?.three_d_secure;
  const transStatus = statusByResult[found?.result ?? ""];
  if (!found || !transStatus) return undefined;
  const { version, electronic_commerce_indicator: eci, transaction_id: dsTransId } = found;
  return {
    transStatus,
    challenged: found.authentication_flow === "challenge",
    ...(version && { version }),
    ...(eci && { eci }),
    ...(dsTransId && { dsTransId }),
  };
}

/** `not_supported` is absent: the card does not support 3-D Secure. */
const statusByResult: Readonly<Record<string, TransStatus>> = {
  authenticated: "Y",
  attempt_acknowledged: "A",
  exempted: "I",
  failed: "N",
  processing_error: "U",
};

export function reasonOfError(error: PaymentError): DeclineReason {
  return reasonOf("stripe", error.decline_code ?? error.code ?? "");
}

function avsResultOf(checks: Checks): AvsResult | undefined {
  const { address_line1_check: line, address_postal_code_check: code } = checks ?? {};
  if (!line && !code) return undefined;
  if (line === "pass") return code === "pass" ? "match" : "address_only";
  if (code === "pass") return "postal_code_only";
  return line === "fail" || code === "fail" ? "no_match" : "not_checked";
}

function cvcResultOf(check: string | null | undefined): ChargeFacts["cvcResult"] {
  if (!check) return undefined;
  return check === "pass" ? "match" : check === "fail" ? "no_match" : "not_checked";
}
