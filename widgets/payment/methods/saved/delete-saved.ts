import { clientHeaders } from "../../../client/client-headers.ts";

interface Credentials {
  readonly clientSecretKey: string;
  readonly publishableKey: string | null;
}

const deadlineMs = 15_000;

/** Deletes a saved method. Resolves with true even if it was already gone. Never throws. */
export async function deleteSaved(
  { clientSecretKey, publishableKey }: Credentials,
  paymentMethodId: string,
  send: typeof fetch = fetch,
): Promise<boolean> {
  try {
    const { ok, status } = await send(
      `/v1/client/payment-methods/${encodeURIComponent(paymentMethodId)}`,
      {
        method: "DELETE",
        headers: clientHeaders(clientSecretKey, publishableKey),
        cache: "no-store",
        credentials: "omit",
        signal: AbortSignal.timeout(deadlineMs),
      },
    );
    return ok || status === 404;
  } catch {
    return false;
  }
}
