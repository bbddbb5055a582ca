import { clientHeaders } from "../client/client-headers.ts";
import type { StepsApi } from "../steps/steps-api.ts";

const deadlineMs = 15_000;

/** The customer's copy of an ACH debit's authorization as a PDF. Throws on failure. */
export async function loadMandateCopy(
  paymentId: string,
  { clientSecretKey, publishableKey }: StepsApi["credentials"],
): Promise<Blob> {
  const response = await fetch(`/v1/client/mandates/${paymentId}`, {
    headers: clientHeaders(clientSecretKey, publishableKey),
    cache: "no-store",
    credentials: "omit",
    signal: AbortSignal.timeout(deadlineMs),
  });
  if (!response.ok) throw new Error(`answered ${response.status}`);
  return response.blob();
}
