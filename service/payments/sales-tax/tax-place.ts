import type { FieldPlace, Keyring } from "../../platform/secrets/keyring.ts";
import type { TaxPlace } from "../../providers/sales-tax/index.ts";

interface PaymentOf {
  readonly operatorId: string;
  readonly paymentId: string;
}

/** Seals the address of a sale. The operator's data key must be loaded. */
export function sealTaxPlace(
  keyring: Pick<Keyring, "encryptField">,
  payment: PaymentOf,
  place: TaxPlace,
): string {
  return keyring.encryptField(fieldOf(payment), JSON.stringify(place));
}

/** Opens the address of a sale. */
export function openTaxPlace(
  keyring: Pick<Keyring, "decryptField">,
  payment: PaymentOf,
  sealed: string,
): TaxPlace {
  return JSON.parse(keyring.decryptField(fieldOf(payment), sealed));
}

function fieldOf({ operatorId, paymentId }: PaymentOf): FieldPlace {
  return { operatorId, table: "payments", column: "tax_address_sealed", id: paymentId };
}
