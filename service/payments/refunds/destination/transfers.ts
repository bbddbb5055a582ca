/**
 * Sends refunds through the payout processor, or as a credit in our ACH files. The key is the refund's id, as for every
 * refund.
 */

import type { NamedDestination } from "#contract/client/refund";
import type { WirePayoutDestination } from "#contract/connectors/payout";
import { totalOfParts } from "#contract/refund-parts";
import { readProfile } from "../../../customers/profile/index.ts";
import type { OperatorSettings } from "../../../operators/accounts/index.ts";
import { inTransaction } from "../../../platform/database/transaction.ts";
import { awaitUnlessBroken, unlessBroken } from "../../../platform/secrets/seal.ts";
import {
  canSend,
  type PayoutOutcome,
  type PayoutProvider,
} from "../../../providers/payout/index.ts";
import { maxAchMinor } from "../../../rails/ach/index.ts";
import { toUnits } from "../../../rails/coins/index.ts";
import type { PaymentsDeps } from "../../payments-deps.ts";
import { achRecall, lookUpAchEntry } from "../ach-entry-outcome.ts";
import { destinationPlace, type RefundRecord, type RefundTransfer } from "../records.ts";
import { lockUnheld } from "../refund-queue.ts";
import type { RefundOutcome, RefundRail } from "../refund-rail.ts";

/** The name of our ACH files in stored refunds. Must never change. */
export const achName = "ach";

export interface Transfers {
  /** The provider that can send a refund of this kind for the operator now; undefined if there is none. */
  providerFor(
    refund: Pick<RefundRecord, "currency" | "parts"> & { transfer: Pick<RefundTransfer, "type"> },
    settings: Pick<OperatorSettings, "bankPayoutRail">,
  ): string | undefined;
  /** The rail of a refund; undefined if its provider is not configured. */
  railOf(refund: RefundRecord): TransferRail | undefined;
}

type TransferRail = Pick<RefundRail, "send" | "lookUp" | "lookUps" | "recall">;

/** Nobody can send to a destination that cannot be decrypted. The refund fails, so that it can be made again. */
const unreadable = { type: "rejected", failureCode: "destination_unreadable" } as const;

type Needs = Pick<PaymentsDeps, "ach" | "database" | "keyring" | "operators" | "payoutProcessors">;

/** Creates transfers over the payout processors and our ACH files. */
export function createTransfers(deps: Needs): Transfers {
  return {
    providerFor({ transfer, currency, parts }, { bankPayoutRail }) {
      const amountMinor = totalOfParts(parts);
      const usesFiles = transfer.type === "bank" && bankPayoutRail === "nacha";
      if (!usesFiles) {
        const processor = deps.payoutProcessors.forMethod(transfer.type);
        const fits = processor && canSend(processor, transfer.type, { amountMinor, currency });
        return fits ? processor.name : undefined;
      }
      // ACH files contain US dollars only.
      const fits = currency === "USD" && amountMinor <= maxAchMinor;
      return deps.ach.isConfigured && fits ? achName : undefined;
    },
    railOf(refund) {
      const provider = refund.transfer?.provider;
      if (provider === achName) return deps.ach.isConfigured ? achRail(deps, refund) : undefined;
      const processor = provider ? deps.payoutProcessors.byName(provider) : undefined;
      return processor && processorRail(deps, refund, processor);
    },
  };
}

/** Decrypts the destination; null after an erasure. Needs the operator's key. */
export function openDestination(
  { keyring }: Pick<PaymentsDeps, "keyring">,
  refund: RefundRecord,
): NamedDestination | null {
  const sealed = refund.transfer?.destinationSealed;
  if (!sealed) return null;
  return JSON.parse(keyring.decryptField(destinationPlace(refund), sealed)) as NamedDestination;
}

function processorRail(
  deps: Needs,
  refund: RefundRecord,
  processor: PayoutProvider,
): Pick<RefundRail, "send" | "lookUp" | "lookUps"> {
  const { operatorId, currency, parts, providerRefundId: payoutId } = refund;
  const amount = assetAmountOf(refund);
  // The exact amount of an asset counts; only an order's refund has a value in money.
  const ordered = { operatorId, amountMinor: totalOfParts(parts), currency };
  const expected = {
    ...ordered,
    payoutId,
    ...(amount !== undefined && { assetAmount: amount }),
  };
  return {
    lookUps: processor.capabilities.lookUps,
    async send(_, key) {
      const named = unlessBroken(() => openDestination(deps, refund));
      if (named === undefined) return unreadable;
      const destination = wireDestination(named, refund);
      if (!destination) return { type: "unreached", waitsFor: null };
      const { settings } = await deps.operators.get(operatorId);
      const { externalCustomerId } = refund;
      const email = processor.capabilities.needsEmail
        ? await awaitUnlessBroken(() => emailOf(deps, operatorId, externalCustomerId))
        : null;
      // Waits until the operator sets the address again.
      if (email === undefined) return { type: "unreached", waitsFor: null };
      const order = {
        ...ordered,
        merchantReference: key,
        destination,
        descriptor: settings.paymentDescriptor,
        payee: { externalCustomerId, email },
      };
      return toOutcome(await processor.send(order, key));
    },
    lookUp: async (_, key) => toOutcome(await processor.lookUp(key, expected)),
  };
}

/** Null for an erased customer. */
async function emailOf(deps: Needs, operatorId: string, externalCustomerId: string) {
  const profile = await readProfile(deps, operatorId, externalCustomerId);
  return profile?.email ?? null;
}

function assetAmountOf({ transfer }: RefundRecord): string | undefined {
  const { asset, units } = transfer ?? {};
  return asset && units ? toUnits(BigInt(units), asset) : undefined;
}

function wireDestination(
  named: NamedDestination | null,
  refund: RefundRecord,
): WirePayoutDestination | null {
  if (named?.type === "bank") return { type: "bank", ...named.bank };
  const { asset, network } = refund.transfer ?? {};
  const amount = assetAmountOf(refund);
  if (named?.type !== "crypto" || !asset || !network || amount === undefined) return null;
  return { type: "crypto", asset, network, address: named.address, amount };
}

function toOutcome(outcome: PayoutOutcome): RefundOutcome {
  switch (outcome.type) {
    case "paid":
    case "pending":
      return {
        type: outcome.type === "paid" ? "success" : "pending",
        providerRefundId: outcome.payoutId,
        kind: "transfer",
        reference:
          outcome.transactionHash === undefined
            ? null
            : { type: "transaction", value: outcome.transactionHash },
      };
    case "declined":
    case "failed":
    case "canceled":
    case "returned":
      return {
        type: "failed",
        providerRefundId: outcome.payoutId,
        kind: "transfer",
        failureCode: outcome.reasonCode,
      };
    case "rejected":
      return outcome.isAboutOurAccount
        ? { type: "credentials_refused" }
        : { type: "rejected", failureCode: "refund_failed" };
    case "mismatch":
      // Another amount may have been sent: only people can settle that.
      return { type: "unknown", reason: "mismatch" };
    default:
      return outcome;
  }
}

function achRail(deps: Needs, refund: RefundRecord): TransferRail {
  const { operatorId, parts } = refund;
  const amountMinor = totalOfParts(parts);
  const lookUp: RefundRail["lookUp"] = (_, key) =>
    lookUpAchEntry(deps, "transfer", { operatorId, amountMinor }, key);
  return {
    lookUp,
    recall: achRecall(deps),
    async send(order, key) {
      const named = unlessBroken(() => openDestination(deps, refund));
      if (named === undefined) return unreadable;
      if (named?.type !== "bank") return { type: "unreached", waitsFor: null };
      const { settings } = await deps.operators.get(operatorId);
      const isOrdered = await inTransaction(deps.database, async (tx) => {
        if (!(await lockUnheld(tx, refund))) return false;
        await deps.ach.order(tx, {
          ...named.bank,
          operatorId,
          source: "refund",
          entryKey: key,
          direction: "credit",
          amountMinor,
          companyName: settings.paymentDescriptor,
        });
        return true;
      });
      return isOrdered ? lookUp(order, key) : { type: "unreached", waitsFor: null };
    },
  };
}
