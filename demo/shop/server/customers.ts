import { TesseraApiError, type TesseraClient } from "tessera/server";

/** Creates the customer unless they exist. */
export async function ensureCustomer(
  tessera: TesseraClient,
  externalCustomerId: string,
): Promise<void> {
  const data = { email: `${externalCustomerId}@example.com` };
  try {
    await tessera.createCustomer({ externalCustomerId, data });
  } catch (error) {
    const isThere =
      error instanceof TesseraApiError && error.code === "duplicate_external_customer_id";
    if (!isThere) throw error;
  }
}
