import type { BrowserInfo } from "#contract/client/browser-info";
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
import type { CheckedSubmission, PayingCustomer } from "../payment-method.ts";

/** Wishes looked at together. */
const batchSize = 50;

/**
 * The same payment, of a customer who wants to keep what they pay with. The wish is noted before the
 * attempt is stored, and settled when the attempt tells: at once where it can, else by
 * {@link settleSaveRequests}. Where the operator keeps no methods, nothing is noted and the payment goes on.
 */
export function saveAfterPayment(
  deps: PaymentsDeps,
  payer: PayingCustomer & { readonly browser: BrowserInfo },
  checked: CheckedSubmission,
  details: SavedCard | SavedBankAccount,
): CheckedSubmission {
  return {
    ...checked,
    async start(context) {
      const started = await checked.start(context);
      const { handle, operator } = context;
      if (!operator.settings.savedPaymentMethods || !started.paymentMethod) return started;
      await requestSave(deps, {
        operatorId: handle.operatorId,
        externalCustomerId: payer.intent.externalCustomerId,
        paymentId: handle.paymentId,
        details,
        shown: started.paymentMethod,
        consent: { ipAddress: payer.ipAddress, userAgent: payer.browser.userAgent },
      });
      return {
        ...started,
        async proceed(stored) {
          const after = await started.proceed(stored);
          await settle(deps, after, handle.paymentId).catch((error: unknown) =>
            // The payment is what counts; the job tries again.
            deps.log.error("what was paid with could not be kept", {
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
 * Settles the wishes that are open: after a challenge, an outcome that came late, a crash at any point.
 * What it does may be done again, beside a request or another process.
 */
export async function settleSaveRequests(deps: PaymentsDeps): Promise<undefined> {
  const beforeMs = deps.clock.nowMs();
  let after: OpenSaveRequest | undefined;
  do {
    const wishes = await openSaveRequests(deps, { beforeMs, most: batchSize, after });
    for (const wish of wishes) {
      await settleOne(deps, wish).catch((error: unknown) =>
        deps.log.error("what was paid with could not be kept", {
          paymentId: wish.paymentId,
          error,
        }),
      );
    }
    after = wishes.length === batchSize ? wishes.at(-1) : undefined;
  } while (after);
  return undefined;
}

async function settleOne(deps: PaymentsDeps, wish: OpenSaveRequest): Promise<void> {
  await deps.keyring.load(wish.operatorId);
  const found = await deps.store.findByPayment(wish.paymentId);
  const intent = found && (await deps.store.read(found.paymentIntentId));
  if (intent) await settle(deps, intent, wish.paymentId);
  else if (wish.requestedAtMs + handlerLeaseMs(deps.times) < deps.clock.nowMs()) {
    // Refused before it was stored, or cut off: there is no such payment and there will be none.
    await dropSaveRequest(deps, wish.paymentId);
  }
}

async function settle(deps: PaymentsDeps, intent: IntentRecord, paymentId: string): Promise<void> {
  const attempt = attemptOf(intent, paymentId);
  const fate = attempt ? saveDecision(attempt) : "wait";
  if (fate === "keep") await saveMethod(deps, paymentId);
  else if (fate === "drop") await dropSaveRequest(deps, paymentId);
}

/** A card is kept once it is approved; a bank account once its debit is ordered, which takes days. */
export function saveDecision({ type, step }: AttemptRecord): "keep" | "drop" | "wait" {
  if (step === "success" || (type === "bank" && step === "settling")) return "keep";
  return step === "failed" ? "drop" : "wait";
}
