import type { FieldPlace, Keyring } from "../../platform/secrets/keyring.ts";
import type { TaxPlace } from "../../providers/sales-tax/index.ts";

interface PaymentOf {
  readonly operatorId: string;
  readonly paymentId: string;
}

/** Encrypts the address of a taxed sale. Needs the operator's data key. */
export function sealTaxPlace(
  keyring: Pick<Keyring, "encryptField">,
  payment: PaymentOf,
  place: TaxPlace,
): string {
  return keyring.encryptField(fieldOf(payment), JSON.stringify(place));
}

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
