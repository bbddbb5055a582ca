import type { PaymentMethodSummary } from "#contract/api/payment-intents";
import type { BankAccountInput } from "#contract/bank-account";
import type { ChooseDisbursementMethod } from "#contract/client/disbursements";
import { readCryptoAddress } from "#contract/crypto-address";
import { networksOf } from "#contract/crypto-networks";
import type { CryptoAddressInput, DebitCardInput } from "#contract/payout-methods";
import { isRoutingNumber } from "#contract/routing-number";
import { brandOfNumber, expiryProblem } from "../../payments/index.ts";
import { ApiError, fieldRefusal } from "../../platform/http/api-error.ts";
import { type KeptAccount, shownDigitsOf } from "../../rails/bank-login/index.ts";
import type { PayoutDestination } from "../records.ts";

/** A method that passed every check that needs no outside party. */
export interface CheckedMethod {
  readonly destination: PayoutDestination;
  /** The method as operators and staff see it. */
  readonly shown: PaymentMethodSummary;
  /** Identifies the destination. Stored only as a blind index. */
  readonly identity: string;
  /** The customer's consent to payouts by the bank login's vendor. */
  readonly consentId?: string | null;
}

/** Brands with debit cards that accept pushed money. */
const supportedBrands: ReadonlySet<string> = new Set(["visa", "mastercard", "maestro", "discover"]);

/**
 * Checks the routing number's check digit; a card's brand, length, Luhn digit and expiry; an address's form and
 * checksum on its network, which must carry the asset. Throws 400 with the field. Error texts never contain what was
 * typed.
 */
export function checkMethod(
  chosen: Exclude<ChooseDisbursementMethod, { type: "saved" | "pay_by_bank" }>,
  nowMs: number,
): CheckedMethod {
  switch (chosen.type) {
    case "bank":
      return checkBank(chosen.bank);
    case "card":
      return checkCard(chosen.card, nowMs);
    case "crypto":
      return checkCrypto(chosen.crypto);
  }
}

/** Makes a method of a shared account. It needs no check, because nobody typed it. */
export function methodOfSharedAccount(shared: KeptAccount): CheckedMethod {
  const { bankName, routingNumber, accountNumber, accountType, holderName, isRevocable } = shared;
  return {
    destination: {
      type: "pay_by_bank",
      bank: { routingNumber, accountNumber, accountType, holderName },
      ...(isRevocable && { isRevocable }),
    },
    shown: { bankName, accountType, last4: shownDigitsOf(shared) },
    identity: `bank ${routingNumber} ${accountNumber} ${accountType}`,
    consentId: shared.consentId ?? null,
  };
}

function checkBank(bank: BankAccountInput): CheckedMethod {
  const { routingNumber, accountNumber, accountType } = bank;
  if (!isRoutingNumber(routingNumber)) {
    throw fieldRefusal("routing_number_invalid", "bank.routingNumber");
  }
  return {
    destination: { type: "bank", bank },
    shown: { bankName: null, accountType, last4: accountNumber.slice(-4) },
    identity: `bank ${routingNumber} ${accountNumber} ${accountType}`,
  };
}

function checkCard(card: DebitCardInput, nowMs: number): CheckedMethod {
  const { number, expiryMonth, expiryYear } = card;
  const brand = brandOfNumber(number);
  if (brand === null) throw fieldRefusal("card_number_invalid", "card.number");
  if (!supportedBrands.has(brand)) throw fieldRefusal("card_brand_unsupported", "card.number");
  const problem = expiryProblem(expiryMonth, expiryYear, nowMs);
  if (problem) throw fieldRefusal(problem, "card.expiryMonth");
  return {
    destination: { type: "card", card: { ...card, brand } },
    shown: { brand, last4: number.slice(-4), expiryMonth, expiryYear },
    identity: `card ${number}`,
  };
}

function checkCrypto({ asset, network, address: typed }: CryptoAddressInput): CheckedMethod {
  if (!networksOf(asset).includes(network)) {
    throw fieldRefusal("crypto_network_unsupported", "crypto.network");
  }
  const { address } = readCryptoAddress(typed, network);
  if (address === null) throw fieldRefusal("crypto_address_invalid", "crypto.address");
  const crypto = { asset, network, address };
  return {
    destination: { type: "crypto", crypto },
    shown: crypto,
    identity: `crypto ${asset} ${network} ${address}`,
  };
}

/** Throws 400 `card_expired` if a saved card has expired. */
export function requireUsable(destination: PayoutDestination, nowMs: number): void {
  if (destination.type !== "card") return;
  const { expiryMonth, expiryYear } = destination.card;
  if (expiryProblem(expiryMonth, expiryYear, nowMs)) throw new ApiError("card_expired");
}
