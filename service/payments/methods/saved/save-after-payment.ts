import type { BrowserInfo } from "#contract/client/browser-info";
import { SealBroken } from "../../../platform/secrets/seal.ts";
import { handlerLeaseMs, type PaymentsDeps } from "../../payments-deps.ts";
import { type AttemptRecord, attemptOf, type IntentRecord } from "../../records.ts";
import {
  dropSaveRequest,
  type OpenSaveRequest,
  openSaveRequests,
  requestSave,
  type SavedBankAccount,
  type SavedCard,
  saveMethod,
} from "../../saved-methods/index.ts";
import { factsOfCharge } from "../card/charge-facts.ts";
import type { CheckedSubmission, PayingCustomer } from "../payment-method.ts";

const batchSize = 50;

/**
 * Saves the method for a customer who consented. The save request is stored before the attempt, and settled when its
 * outcome is known: at once if possible, otherwise by {@link settleSaveRequests}. Stores nothing if the operator does
 * not save methods, or no processor takes saved cards.
 */
export function saveAfterPayment(
  deps: PaymentsDeps,
  customer: PayingCustomer & { readonly browser: BrowserInfo },
  checked: CheckedSubmission,
  details: SavedCard | SavedBankAccount,
): CheckedSubmission {
  return {
    ...checked,
    async start(context) {
      const started = await checked.start(context);
      const { handle, operator } = context;
      const isSaved =
        operator.settings.savedPaymentMethods &&
        (details.type === "bank" || deps.routing.takesSavedCards);
      if (!isSaved || !started.paymentMethod) return started;
      await requestSave(deps, {
        operatorId: handle.operatorId,
        externalCustomerId: customer.intent.externalCustomerId,
        paymentId: handle.paymentId,
        details,
        shown: started.paymentMethod,
        consent: { ipAddress: customer.ipAddress, userAgent: customer.browser.userAgent },
      });
      return {
        ...started,
        async proceed(stored) {
          const after = await started.proceed(stored);
          await settle(deps, after, handle.paymentId).catch((error: unknown) =>
            // The payment matters more; the job tries again.
            deps.log.error("a payment method could not be saved", {
              paymentId: handle.paymentId,
              error,
            }),
          );
          return after;
        },
      };
    },
  };
}

/**
 * Settles open requests after a challenge, a late outcome or a crash. Requests and other processes may do the same at
 * the same time.
 */
export async function settleSaveRequests(deps: PaymentsDeps): Promise<undefined> {
  const beforeMs = deps.clock.nowMs();
  let after: OpenSaveRequest | undefined;
  do {
    const requests = await openSaveRequests(deps, { beforeMs, most: batchSize, after });
    for (const request of requests) {
      await settleOne(deps, request).catch((error: unknown) =>
        deps.log.errorHourly("a payment method could not be saved", {
          paymentId: request.paymentId,
          error,
        }),
      );
    }
    after = requests.length === batchSize ? requests.at(-1) : undefined;
  } while (after);
  return undefined;
}

async function settleOne(deps: PaymentsDeps, request: OpenSaveRequest): Promise<void> {
  await deps.keyring.load(request.operatorId);
  const found = await deps.store.findByPayment(request.paymentId);
  const intent = found && (await deps.store.read(found.paymentIntentId));
  if (intent) await settle(deps, intent, request.paymentId);
  else if (request.requestedAtMs + handlerLeaseMs(deps.times) < deps.clock.nowMs()) {
    // The payment was never stored, and will not be made.
    await dropSaveRequest(deps, request.paymentId);
  }
}

async function settle(deps: PaymentsDeps, intent: IntentRecord, paymentId: string): Promise<void> {
  const attempt = attemptOf(intent, paymentId);
  const decision = attempt ? saveDecision(attempt) : "wait";
  if (attempt && decision === "save") {
    const schemeId = factsOfCharge(attempt)?.networkTransactionId;
    await saveMethod(deps, paymentId, schemeId).catch(async (error: unknown) => {
      if (!(error instanceof SealBroken)) throw error;
      // It would fail each time. The customer can save the method with their next payment.
      await dropSaveRequest(deps, paymentId);
      deps.log.error("a damaged payment method is not saved", { paymentId, error });
    });
  }
  if (decision === "drop") await dropSaveRequest(deps, paymentId);
}

/**
 * Saves a card once its charge is approved, and a bank account once its debit is ordered, because a debit takes days.
 */
export function saveDecision({ type, step }: AttemptRecord): "save" | "drop" | "wait" {
  if (step === "success" || (type === "bank" && step === "settling")) return "save";
  return step === "failed" ? "drop" : "wait";
}
