import { call, freshId } from "./operator-api.ts";
import type { StackAddresses } from "./start-stack.ts";

type Addresses = Pick<StackAddresses, "serviceUrl" | "operator">;

export interface Payee {
  externalCustomerId: string;
  /** The link as the operator's server receives it. */
  w9CaptureUrl: string;
  /** The link as the widget of an open intent receives it: the form is prefilled. */
  widgetUrl: string;
}

/** Jane Doe of Reno, born 1985-04-23, with a payout that needs a W-9. */
export async function createPayee(stack: Addresses, data: object = {}): Promise<Payee> {
  const externalCustomerId = freshId("payee");
  await call(stack, "POST", "/v1/customers", {
    externalCustomerId,
    data: {
      email: `${externalCustomerId}@example.com`,
      firstName: "Jane",
      lastName: "Doe",
      dateOfBirth: "1985-04-23",
      address: {
        line1: "1 Main Street",
        city: "Reno",
        state: "NV",
        postalCode: "89501",
        country: "US",
      },
      ...data,
    },
  });
  const intent = await call<{ clientSecretKey: string; w9CaptureUrl: string }>(
    stack,
    "POST",
    "/v1/disbursement-intents",
    {
      externalDisbursementIntentId: freshId("payout"),
      externalCustomerId,
      amount: 120,
      currency: "USD",
    },
  );
  const response = await fetch(`${stack.serviceUrl}/v1/client/session`, {
    headers: {
      Authorization: `Bearer ${intent.clientSecretKey}`,
      "Tessera-Publishable-Key": stack.operator.publishableKey,
    },
  });
  const session = (await response.json()) as {
    requirements: { type: string; w9CaptureUrl?: string }[];
  };
  const requirement = session.requirements.find(({ type }) => type === "w9");
  return {
    externalCustomerId,
    w9CaptureUrl: intent.w9CaptureUrl,
    widgetUrl: requirement?.w9CaptureUrl ?? "",
  };
}

export async function readW9(
  stack: Addresses,
  { externalCustomerId }: Payee,
): Promise<{ status: string; formRevision: string | null; notUsPerson: boolean }> {
  const customer = await call<{ w9: Awaited<ReturnType<typeof readW9>> }>(
    stack,
    "GET",
    `/v1/customers/${externalCustomerId}`,
  );
  return customer.w9;
}
