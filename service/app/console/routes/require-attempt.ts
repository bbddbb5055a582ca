import { readPayment } from "../../../payments/index.ts";
import { ApiError } from "../../../platform/http/api-error.ts";
import type { ConsoleDeps } from "../console-deps.ts";

/** Returns the attempt's id. Throws 404 unless it belongs to the operator's intent. */
export async function requireAttempt(
  deps: ConsoleDeps,
  operatorId: string,
  { paymentIntentId, paymentId }: { paymentIntentId: string; paymentId: string },
): Promise<string> {
  const { attempts } = await readPayment(deps.payments, operatorId, paymentIntentId);
  if (!attempts.some((attempt) => attempt.paymentId === paymentId)) {
    throw new ApiError("resource_not_found");
  }
  return paymentId;
}
