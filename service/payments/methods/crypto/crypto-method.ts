import type { CryptoDepositAction } from "#contract/client/payments";
import { ApiError } from "../../../platform/http/api-error.ts";
import type { Coins, DepositTerms, DepositView } from "../../../rails/coins/index.ts";
import {
  type AttemptHandle,
  attemptOfHandle,
  finishRequest,
  move,
  patch,
} from "../../flow/attempt-handle.ts";
import type { PaymentsDeps } from "../../payments-deps.ts";
import type { IntentRecord } from "../../records.ts";
import { endRefundsOfUndone } from "../../refunds/payment-undone.ts";
import type { PaymentMethod } from "../payment-method.ts";
import { applyDepositUpdate } from "./apply-deposit-update.ts";
import { depositOf, newDetail, termsOf, withDeposit } from "./crypto-detail.ts";
import { depositRefunds } from "./refund-deposit.ts";
import { screenSenders } from "./screen-senders.ts";

/**
 * How long to try to open a deposit while the network or the service is down. Then the attempt fails, because the
 * rate has expired. The customer has sent nothing.
 */
const openWithinMs = 2 * 60_000;

/** Each payment has its own address. service/rails/coins watches it and reports transfers. */
export function createCryptoMethod(deps: PaymentsDeps, coins: Coins): PaymentMethod<"crypto"> {
  coins.listen(async (update) => {
    await applyDepositUpdate(deps, update);
    const { status } = update.view;
    if (status === "reorganised" || status === "late") await endRefundsOfUndone(deps, update);
    await screenSenders(deps, update);
  });

  /** Opens the deposit and shows its address. Safe to repeat. */
  async function awaitDeposit(handle: AttemptHandle, intent: IntentRecord): Promise<IntentRecord> {
    const attempt = attemptOfHandle(handle, intent);
    const deposit = await coins.openDeposit(handle, termsOf(attempt));
    const { asset, network, address } = deposit;
    const awaited = await move(handle, {
      event: "customer_awaited",
      patch: {
        detail: withDeposit(attempt, deposit),
        paymentMethod: { asset, network, address },
        // From here on updates from the chain move the attempt.
        nextCheckAtMs: null,
      },
      key: "last",
    });
    if (!awaited.written) return finishRequest(handle, awaited.intent);
    // Updates before the attempt waited were dropped, so apply the last one now.
    const { operatorId, paymentId } = handle;
    const view = await coins.depositOf(paymentId);
    if (view && view.status !== "waiting") {
      await applyDepositUpdate(deps, { operatorId, paymentId, view });
    }
    return awaited.intent;
  }

  return {
    type: "crypto",
    supports: () => coins.offered().length > 0,
    session: async () => ({ cryptoAssets: coins.offered() }),
    async quote({ operatorId, paymentIntentId }, { asset, network }, price) {
      const { totalMinor: amountMinor, currency } = price;
      const question = { operatorId, subject: paymentIntentId, asset, network };
      return { crypto: await coins.quote({ ...question, amountMinor, currency }) };
    },
    async check({ intent, body }) {
      const { operatorId, paymentIntentId: subject } = intent;
      const { asset, network, quoteId } = body;
      const cryptoQuoteRow = await coins.acceptQuote(quoteId, {
        operatorId,
        subject,
        asset,
        network,
      });
      const terms: DepositTerms = {
        network,
        asset,
        amount_minor: cryptoQuoteRow.amount_minor,
        currency: cryptoQuoteRow.currency,
        amount: cryptoQuoteRow.amount,
        tolerance: cryptoQuoteRow.tolerance,
        rate: cryptoQuoteRow.rate,
      };
      return {
        type: "crypto",
        start({ handle, price }) {
          // The price may have changed since the quote.
          const isOfPrice =
            terms.amount_minor === price.totalMinor && terms.currency === price.currency;
          if (!isOfPrice) throw new ApiError("crypto_quote_expired");
          return {
            processor: network,
            paymentMethod: null,
            detail: newDetail(terms),
            proceed: (stored) => awaitDeposit(handle, stored),
          };
        },
      };
    },
    async recover(handle, intent, attempt) {
      if (attempt.step !== "started") {
        await patch(handle, () => ({ nextCheckAtMs: null }));
        return;
      }
      const isInTime = deps.clock.nowMs() - attempt.createdAtMs < openWithinMs;
      if (isInTime || (await coins.depositOf(attempt.paymentId))) {
        await awaitDeposit(handle, intent);
        return;
      }
      await move(handle, { event: "refused", from: "started", reason: "network_unavailable" });
    },
    async cancel(handle, { paymentId }) {
      if (!(await coins.cancel(paymentId))) return;
      await move(handle, {
        event: "refused",
        from: "awaiting_customer",
        reason: "deposit_canceled",
      });
    },
    refunds: depositRefunds(deps),
    cancellation: {
      reason: "payment_canceled",
      isPossible(attempt) {
        const status = depositOf(attempt)?.status ?? "waiting";
        return attempt.step === "awaiting_customer" && status === "waiting";
      },
      // Money that arrives afterwards is still noticed, as `paid_late`.
      endAtRail: (tx, { paymentId }) => coins.cancel(paymentId, tx),
    },
    nextAction(attempt) {
      const isWaiting = attempt.step === "awaiting_customer" || attempt.step === "settling";
      const deposit = isWaiting ? depositOf(attempt) : null;
      return deposit && depositAction(deposit);
    },
  };
}

function depositAction(deposit: DepositView): CryptoDepositAction {
  const { status, asset, network, address, amount, received, missing, uri, expiresAt } = deposit;
  return {
    type: "crypto_deposit",
    asset,
    network,
    address,
    amount,
    received,
    missing,
    uri,
    expiresAt,
    state: status === "waiting" && deposit.hasWrongAsset ? "wrong_asset" : status,
    confirmations: deposit.confirmations,
    requiredConfirmations: deposit.required,
    // Deposits stored before `rate` existed have a held rate.
    rate: deposit.rate ?? "held",
  };
}
