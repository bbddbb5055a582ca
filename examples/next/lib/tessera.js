/** The secret key stays on the server: importing this file in a client component fails the build. */
import "server-only";
import { createTesseraClient } from "tessera/server";

const { env } = process;

let client;

/** Created on first use, not at import: builds also load this file and have no key. */
export function tessera() {
  client ??= createTesseraClient({
    serviceUrl: env.TESSERA_SERVICE_URL ?? "http://127.0.0.1:4000",
    secretKey: env.TESSERA_SECRET_KEY ?? "",
  });
  return client;
}

/** What the page may know. */
export const pageOptions = {
  publishableKey: env.TESSERA_PUBLISHABLE_KEY ?? "",
  apiUrl: env.TESSERA_URL ?? "http://pay.localhost:4000",
};

export const webhookSecret = env.TESSERA_WEBHOOK_SECRET ?? "";
