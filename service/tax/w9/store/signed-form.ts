import type { CustomerData } from "#contract/api/customers";
import type { W9Draft } from "#contract/client/w9";
import type { TinBox, TinType } from "#contract/tin";
import type {
  ExemptPayeeCode,
  LlcClassification,
  W9Classification,
  W9Hint,
} from "#contract/w9-form";
import type { Keyring } from "../../../platform/secrets/keyring.ts";
import type { W9FormRow } from "../tables.ts";

/** The signed form without the TIN. Stored sealed. */
export interface SignedForm {
  revision: string;
  classification: W9Classification;
  llcClassification: LlcClassification | null;
  otherClassification: string | null;
  /** The name on line 1. */
  name: string;
  /** Line 1 in parts; null for entities. */
  person: { firstName: string; middleName: string; lastName: string; suffix: string } | null;
  /** The name on line 2. */
  businessName: string | null;
  exemptPayeeCode: ExemptPayeeCode | null;
  address: NonNullable<CustomerData["address"]>;
  /** The number on line 7. */
  accountNumber: string;
  requesterName: string;
  tinType: TinType;
  tinBox: TinBox;
  tinLast4: string;
  /** Whether item 2 is crossed out. */
  backupWithholding: boolean;
  /** The full text above the signature. */
  certification: string;
  signature: string;
  /** YYYY-MM-DD in the operator's time zone. */
  signedOn: string;
  ipAddress: string;
  userAgent: string;
  /** Why name and TIN may not match. */
  hints: W9Hint[];
}

type SealedColumn = "form_sealed" | "tin_sealed" | "draft_sealed";

export function sealColumn(
  keyring: Pick<Keyring, "encryptField">,
  row: Pick<W9FormRow, "operator_id" | "w9_id">,
  column: SealedColumn,
  text: string,
): string {
  return keyring.encryptField(placeOf(row, column), text);
}

/** Decrypts the form; null until it is signed. */
export function openSignedForm(
  keyring: Pick<Keyring, "decryptField">,
  row: W9FormRow,
): SignedForm | null {
  const text = openColumn(keyring, row, "form_sealed");
  return text === null ? null : JSON.parse(text);
}

/** Nine digits; null until signed. Log the access before you show them. */
export function openTin(keyring: Pick<Keyring, "decryptField">, row: W9FormRow): string | null {
  return openColumn(keyring, row, "tin_sealed");
}

/** Decrypts the draft; null if there is none. Load the operator's key first. */
export function openDraft(keyring: Pick<Keyring, "decryptField">, row: W9FormRow): W9Draft | null {
  const text = openColumn(keyring, row, "draft_sealed");
  return text === null ? null : JSON.parse(text);
}

function openColumn(
  keyring: Pick<Keyring, "decryptField">,
  row: W9FormRow,
  column: SealedColumn,
): string | null {
  const sealed = row[column];
  return sealed === null ? null : keyring.decryptField(placeOf(row, column), sealed);
}

function placeOf(row: Pick<W9FormRow, "operator_id" | "w9_id">, column: SealedColumn) {
  return { operatorId: row.operator_id, table: "w9_forms", column, id: row.w9_id };
}
