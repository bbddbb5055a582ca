import type { NameDestination, NamedDestination } from "#contract/client/refund";
import { readCryptoAddress } from "#contract/crypto-address";
import { isRoutingNumber } from "#contract/routing-number";
import { type KnownCustomer, lockCustomer } from "../../../customers/profile/index.ts";
import { appendAudit } from "../../../operators/audit/index.ts";
import type { Tx } from "../../../platform/database/transaction.ts";
import { ApiError, fieldRefusal } from "../../../platform/http/api-error.ts";
import { minTransfer } from "../../../rails/coins/index.ts";
import type { PaymentsDeps } from "../../payments-deps.ts";
import { destinationPlace, type RefundRecord, type RefundTransfer } from "../records.ts";
import { moveRefund } from "../refund-store.ts";

/** The browser that names the destination. Sealed with it. */
export interface DestinationSource {
  readonly ipAddress: string;
  readonly userAgent: string;
}

type CryptoTransfer = RefundTransfer & {
  readonly asset: NonNullable<RefundTransfer["asset"]>;
  readonly network: NonNullable<RefundTransfer["network"]>;
};

/**
 * Screens the destination against the sanctions list; staff approve it next. Throws 400 with the field for an unusable
 * destination; 409 `refund_link_used` after the first, or once the refund ended; and what {@link unitsToSend} throws.
 */
export async function nameDestination(
  deps: PaymentsDeps,
  refund: RefundRecord,
  body: NameDestination,
  source: DestinationSource,
  alsoWrite: (tx: Tx, named: RefundRecord) => Promise<void>,
): Promise<RefundRecord> {
  const { operatorId, refundId, transfer } = refund;
  if (refund.step !== "awaiting_destination" || !transfer) throw new ApiError("refund_link_used");
  if (body.type !== transfer.type) throw fieldRefusal("invalid_value", "type");
  const units = await unitsToSend(deps, refund, body);
  const chosen = await checkDestination(deps, transfer, body);
  const at = new Date(deps.clock.nowMs()).toISOString();
  const named: NamedDestination = { ...chosen, from: { ...source, at } };
  const sealed = deps.keyring.encryptField(destinationPlace(refund), JSON.stringify(named));
  const list = await deps.sanctions.readList();
  let customer: KnownCustomer | undefined;
  const moved = await moveRefund(
    deps,
    refund,
    "destination_named",
    (locked) => ({
      transfer: locked.transfer && { ...locked.transfer, units, destinationSealed: sealed },
    }),
    {
      async first(tx) {
        customer = await lockCustomer(deps, tx, operatorId, refund.externalCustomerId);
      },
      // A newer link ends this one.
      isStill: (latest) => latest.transfer?.linkGeneration === transfer.linkGeneration,
      async alsoWrite(tx, latest) {
        // This only opens reviews: the customer does not learn about them.
        if (customer) await deps.sanctions.check(tx, { operatorId, customer }, list);
        await alsoWrite(tx, latest);
        await appendAudit(deps, tx, operatorId, {
          actor: { kind: "service" },
          action: "refund.destination_named",
          subject: { type: "refund", id: refundId },
          details: { type: transfer.type },
        });
      },
    },
  );
  if (!moved) throw new ApiError("refund_link_used");
  return moved;
}

/**
 * Base units: fixed for a deposit return, otherwise the quoted amount, at most the refund's share of what was received.
 * Null for a bank. Throws 409 `crypto_quote_expired`, and 400 `crypto_amount_too_small`.
 */
async function unitsToSend(
  deps: Pick<PaymentsDeps, "coins">,
  { operatorId, refundId, transfer }: RefundRecord,
  body: NameDestination,
): Promise<string | null> {
  if (body.type !== "crypto" || !isCrypto(transfer)) return null;
  const { asset, network, units } = transfer;
  if (units !== null) return units;
  const question = { operatorId, subject: refundId, asset, network };
  const { amount } = await deps.coins.acceptQuote(body.quoteId ?? "", question);
  return limitUnits(transfer, BigInt(amount)).toString();
}

/** Limits the amount to what the refund may send. Throws 400 `crypto_amount_too_small`. */
export function limitUnits(
  { asset, maxUnits }: Pick<CryptoTransfer, "asset" | "maxUnits">,
  units: bigint,
): bigint {
  const most = BigInt(maxUnits ?? 0);
  const limited = units < most ? units : most;
  if (limited < minTransfer[asset]) throw new ApiError("crypto_amount_too_small");
  return limited;
}

export function isCrypto(transfer: RefundTransfer | null): transfer is CryptoTransfer {
  return transfer?.type === "crypto" && transfer.asset !== null && transfer.network !== null;
}

async function checkDestination(
  deps: Pick<PaymentsDeps, "coins">,
  transfer: RefundTransfer,
  body: NameDestination,
) {
  if (body.type === "bank") {
    if (!isRoutingNumber(body.bank.routingNumber)) {
      throw fieldRefusal("routing_number_invalid", "bank.routingNumber");
    }
    return { type: "bank", bank: body.bank } as const;
  }
  if (!isCrypto(transfer)) throw fieldRefusal("invalid_value", "type");
  const { address } = readCryptoAddress(body.address, transfer.network);
  if (address === null) throw fieldRefusal("crypto_address_invalid", "address");
  const refusal = await deps.coins.addressRefusal(address);
  if (refusal === "ours") throw fieldRefusal("crypto_address_ours", "address");
  if (refusal === "token") throw fieldRefusal("crypto_address_token", "address");
  return { type: "crypto", address } as const;
}
