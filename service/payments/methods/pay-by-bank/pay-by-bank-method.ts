import type { NextAction, SubmitPayByBank } from "#contract/client/payments";
import { payByBankProcessor } from "../../../ledger/index.ts";
import type { AllowedPages } from "../../../operators/accounts/index.ts";
import { toIsoTime } from "../../../platform/clock.ts";
import { fieldRefusal } from "../../../platform/http/api-error.ts";
import { unlessBroken } from "../../../platform/secrets/seal.ts";
import type { OpenBanking } from "../../../rails/open-banking/index.ts";
import { disputePartReturn } from "../../disputes/part-return.ts";
import {
  type AttemptHandle,
  attemptOfHandle,
  finishRequest,
  move,
  openDetails,
  patch,
  sealDetails,
} from "../../flow/attempt-handle.ts";
import type { PaymentsDeps } from "../../payments-deps.ts";
import type { AttemptRecord, IntentRecord } from "../../records.ts";
import { endRefundsOfUndone } from "../../refunds/payment-undone.ts";
import type { PaymentMethod } from "../payment-method.ts";
import { applyBankUpdate } from "./apply-bank-update.ts";
import { describePayer } from "./describe-payer.ts";
import { bankPaymentRefunds } from "./refund-bank-payment.ts";

interface PayByBankDetail {
  readonly window: SubmitPayByBank["window"];
  readonly payee: string;
  /** Until when the customer can confirm. */
  readonly expiresAtMs: number;
}

/** Stored sealed, because the operator's URL may contain personal data. */
interface PayByBankSecret {
  readonly returnUrl: string;
}

/** Banks show this many characters of a payee. */
const longestPayee = 70;

/**
 * The customer confirms at their bank, which then sends the money. The attempt waits until service/rails/open-banking
 * reports the outcome.
 */
export function createPayByBankMethod(
  deps: PaymentsDeps,
  openBanking: OpenBanking,
): PaymentMethod<"pay_by_bank"> {
  openBanking.listen(async (update) => {
    await applyBankUpdate(deps, update);
    if (update.status === "settled") await disputePartReturn(deps, update);
    if (update.status === "returned") await endRefundsOfUndone(deps, update);
  });
  openBanking.describePayer((payment) => describePayer(deps, payment));

  /** Begins the payment at the bank, where the customer confirms it. Safe to repeat. */
  async function awaitCustomer(handle: AttemptHandle, intent: IntentRecord): Promise<IntentRecord> {
    const attempt = attemptOfHandle(handle, intent);
    const { operatorId, paymentId } = handle;
    const secret = unlessBroken(() => openDetails<PayByBankSecret>(deps, operatorId, attempt));
    if (secret === null) return finishRequest(handle, intent);
    if (secret) await begin(handle, intent, secret);
    else if (!(await openBanking.find(operatorId, paymentId))) return failDamaged(handle);
    const awaited = await move(handle, {
      event: "customer_awaited",
      // From here on the bank's updates move the attempt.
      patch: { nextCheckAtMs: null },
      key: "last",
    });
    return awaited.written ? awaited.intent : finishRequest(handle, awaited.intent);
  }

  function begin(
    handle: AttemptHandle,
    intent: IntentRecord,
    { returnUrl }: PayByBankSecret,
  ): Promise<void> {
    const attempt = attemptOfHandle(handle, intent);
    const { window, payee, expiresAtMs } = detailOf(attempt);
    return openBanking.begin({
      operatorId: handle.operatorId,
      paymentIntentId: handle.paymentIntentId,
      paymentId: handle.paymentId,
      order: {
        amountMinor: attempt.price.totalMinor,
        currency: attempt.price.currency,
        payee,
        reference: intent.paymentDescriptor,
      },
      way: window,
      returnUrl,
      expiresAtMs,
    });
  }

  /** Nobody can begin a payment whose return address cannot be decrypted. */
  async function failDamaged(handle: AttemptHandle): Promise<IntentRecord> {
    const { paymentId } = handle;
    deps.log.error("a bank payment's return address cannot be decrypted", { paymentId });
    const reason = "processing_interrupted";
    const failed = await move(handle, { event: "refused", from: "started", reason, key: "last" });
    return failed.written ? failed.intent : finishRequest(handle, failed.intent);
  }

  return {
    type: "pay_by_bank",
    supports: () => openBanking.isConfigured,
    refunds: bankPaymentRefunds(openBanking),
    check({ body }) {
      const { window } = body;
      return {
        type: "pay_by_bank",
        start({ handle, operator }) {
          const returnUrl = checkReturnUrl(body.returnUrl, operator.pages);
          const payee = operator.name.trim().slice(0, longestPayee);
          const detail = { window, payee, expiresAtMs: openBanking.expiresAtMs() };
          const secret: PayByBankSecret = { returnUrl };
          return {
            processor: payByBankProcessor,
            paymentMethod: null,
            detail,
            detailsSealed: sealDetails(deps, handle.operatorId, handle.paymentId, secret),
            proceed: (stored) => awaitCustomer(handle, stored),
          };
        },
      };
    },
    async recover(handle, intent, attempt) {
      if (attempt.step === "started") await awaitCustomer(handle, intent);
      else await patch(handle, () => ({ nextCheckAtMs: null }));
    },
    nextAction(attempt, intent): NextAction | null {
      const { window, expiresAtMs } = detailOf(attempt);
      const canRedirect = attempt.step === "awaiting_customer" && deps.clock.nowMs() < expiresAtMs;
      if (!canRedirect) return null;
      const { operatorId } = intent;
      const { paymentId } = attempt;
      const url = openBanking.linkTo({ operatorId, paymentId });
      return { type: "redirect", window, url, expiresAt: toIsoTime(expiresAtMs) };
    },
    cancellation: {
      reason: "payment_canceled",
      isPossible: ({ step }) => step === "awaiting_customer",
      // The bank has no payment to cancel, and its authorization request expires.
      endAtRail: (tx, key) => openBanking.withdraw(tx, key),
    },
    async cancel({ paymentId }) {
      await openBanking.cancel(paymentId);
    },
  };
}

/** Accepts only the operator's pages, so that the link can't send customers elsewhere. */
function checkReturnUrl(given: string | undefined, pages: AllowedPages): string {
  if (given === undefined) throw fieldRefusal("return_url_missing", "returnUrl");
  const url = URL.canParse(given) ? new URL(given) : undefined;
  // A `blob:` URL has the origin of the page that created it.
  const isPage = url?.protocol === "https:" || url?.protocol === "http:";
  const isAllowed = url && !url.username && !url.password && pages.includes(url.origin);
  if (!isPage || !isAllowed) throw fieldRefusal("return_url_not_allowed", "returnUrl");
  return url.href;
}

function detailOf(attempt: AttemptRecord): PayByBankDetail {
  return attempt.detail as unknown as PayByBankDetail;
}
