import { readPayment } from "../../../payments/index.ts";
import { ApiError } from "../../../platform/http/api-error.ts";
import type { ConsoleDeps } from "../console-deps.ts";

/** The attempt's id. Throws 404 unless the operator's intent has it. */
export async function requireAttempt(
  deps: ConsoleDeps,
  operatorId: string,
  { paymentIntentId, paymentId }: { paymentIntentId: string; paymentId: string },
): Promise<string> {
  const { attempts } = await readPayment(deps.payments, operatorId, paymentIntentId);
  if (!attempts.some((each) => each.paymentId === paymentId)) {
    throw new ApiError("resource_not_found");
  }
  return paymentId;
}
