import type { CryptoQuote } from "#contract/client/session";
import type { CryptoAsset, CryptoNetwork } from "#contract/crypto-networks";
import { ApiError, fieldRefusal } from "../../platform/http/api-error.ts";
import { newId } from "../../platform/randomness.ts";
import { RatesUnavailable } from "../../providers/rates/index.ts";
import { minTransfer, type Total, toCrypto, toleranceOf, toRateText, toUnits } from "./amounts.ts";
import { isOffered } from "./availability.ts";
import type { CoinsDeps } from "./coins-deps.ts";
import type { CryptoQuoteRow } from "./tables.ts";

/** `subject` is the intent to pay. */
export interface QuoteRequest extends Total {
  readonly operatorId: string;
  readonly subject: string;
  readonly asset: CryptoAsset;
  readonly network: CryptoNetwork;
}

/**
 * Makes a quote, which is binding until it expires. Throws ApiError `crypto_not_offered` (network or asset, now),
 * `crypto_currency_unsupported`, `crypto_rates_unavailable`, `crypto_amount_too_small`.
 */
export async function makeQuote(deps: CoinsDeps, request: QuoteRequest): Promise<CryptoQuote> {
  const { operatorId, subject, asset, network, amountMinor, currency } = request;
  if (!isOffered(deps, asset, network)) throw fieldRefusal("crypto_not_offered", "network");
  const rate = await deps.rates.rate(asset, currency).catch((error: unknown) => {
    if (!(error instanceof RatesUnavailable)) throw error;
    deps.log.warn("no rate is available", { type: asset, error });
    throw new ApiError("crypto_rates_unavailable");
  });
  if (!rate) throw new ApiError("crypto_currency_unsupported");
  const amount = toCrypto(request, asset, rate);
  if (amount < minTransfer[asset]) throw fieldRefusal("crypto_amount_too_small", "asset");
  const nowMs = deps.clock.nowMs();
  const row: CryptoQuoteRow = {
    crypto_quote_id: newId(deps, "cryptoQuote"),
    operator_id: operatorId,
    subject,
    network,
    asset,
    amount_minor: amountMinor,
    currency,
    amount: amount.toString(),
    tolerance: toleranceOf(asset, rate, currency).toString(),
    rate: toRateText(rate),
    created_at: new Date(nowMs),
    expires_at: new Date(nowMs + deps.times.quoteMs),
  };
  await deps.database.kysely.insertInto("crypto_quotes").values(row).execute();
  return {
    quoteId: row.crypto_quote_id,
    amount: toUnits(BigInt(row.amount), asset),
    rate: row.rate,
    expiresAt: row.expires_at.toISOString(),
  };
}

/**
 * Accepts a quote. Throws ApiError `crypto_quote_expired` when the quote has expired or belongs to another intent,
 * asset or network. The client can then get a new one.
 */
export async function acceptQuote(
  deps: Pick<CoinsDeps, "database" | "clock">,
  quoteId: string,
  wanted: Pick<QuoteRequest, "operatorId" | "subject" | "asset" | "network">,
): Promise<CryptoQuoteRow> {
  const row = await deps.database.kysely
    .selectFrom("crypto_quotes")
    .selectAll()
    .where("crypto_quote_id", "=", quoteId)
    .where("operator_id", "=", wanted.operatorId)
    .where("subject", "=", wanted.subject)
    .where("asset", "=", wanted.asset)
    .where("network", "=", wanted.network)
    .executeTakeFirst();
  if (!row || row.expires_at.getTime() <= deps.clock.nowMs()) {
    throw new ApiError("crypto_quote_expired");
  }
  return row;
}

/** Deletes expired quotes, because a client can create many. */
export async function deleteExpiredQuotes(
  deps: Pick<CoinsDeps, "database" | "clock">,
): Promise<void> {
  await deps.database.kysely
    .deleteFrom("crypto_quotes")
    .where("expires_at", "<=", new Date(deps.clock.nowMs()))
    .execute();
}
