import { call, freshId } from "./operator-api.ts";
import type { StackAddresses } from "./start-stack.ts";

export interface SentDocument {
  externalCustomerId: string;
  name: string;
  kycVerificationId: string;
}

const dateOfBirth = "1990-12-10";
const chunkBytes = 512 * 1024;

/**
 * Submits a SPECIMEN license for a new customer of that name. Its date of birth differs from the profile, so a
 * reviewer must decide. Resolves when the service has read it.
 */
export async function sendDocument(
  stack: StackAddresses,
  firstName: string,
  lastName: string,
): Promise<SentDocument> {
  const externalCustomerId = freshId("reviewed");
  await call(stack, "POST", "/v1/customers", {
    externalCustomerId,
    data: { email: `${externalCustomerId}@example.com`, firstName, lastName, dateOfBirth },
  });
  const { clientSecret } = await call<{ clientSecret: string }>(
    stack,
    "GET",
    `/v1/customers/${externalCustomerId}/kyc-info`,
  );
  const ask = clientOf(stack, clientSecret);
  await ask("POST", "consent", { documentType: "drivers_license", consent: true });
  for (const side of ["front", "back"]) {
    const query = new URLSearchParams({ firstName, lastName, dateOfBirth });
    query.set("outcome", "other_birth_date");
    const specimen = await fetch(`${stack.sandboxUrl}/specimens/${side}?${query}`);
    const bytes = new Uint8Array(await specimen.arrayBuffer());
    const { uploadId } = await ask<{ uploadId: string }>("POST", "uploads", {
      side,
      sizeBytes: bytes.length,
    });
    let upload: { state?: string; problems?: object[] } = {};
    for (let offset = 0; offset < bytes.length; offset += chunkBytes) {
      const piece = bytes.subarray(offset, offset + chunkBytes);
      upload = await ask("POST", `uploads/${uploadId}?offset=${offset}`, piece);
    }
    if (upload.state !== "received")
      throw new Error(`The picture of the ${side} was refused: ${JSON.stringify(upload.problems)}`);
  }
  const { kycVerificationId } = await ask<{ kycVerificationId: string }>("POST", "submit", {});
  for (;;) {
    const { status } = await ask<{ status: string }>("GET", "status");
    if (status === "under_review") break;
    if (status !== "pending") throw new Error(`The specimen was ${status}.`);
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  return { externalCustomerId, name: `${firstName} ${lastName}`, kycVerificationId };
}

function clientOf(stack: StackAddresses, clientSecret: string) {
  return async <T>(method: string, path: string, body?: object | Uint8Array): Promise<T> => {
    const isBytes = body instanceof Uint8Array;
    const response = await fetch(`${stack.serviceUrl}/v1/client/kyc/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${clientSecret}`,
        "tessera-publishable-key": stack.operator.publishableKey,
        ...(body && { "content-type": isBytes ? "application/octet-stream" : "application/json" }),
      },
      ...(body && { body: isBytes ? Buffer.from(body) : JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} returned ${response.status}: ${text}`);
    return JSON.parse(text) as T;
  };
}
