import type { CompleteW9, W9Draft } from "#contract/client/w9";
import type { TinBox } from "#contract/tin";
import {
  type ExemptPayeeCode,
  isSignatureOf,
  type LlcClassification,
  type W9Classification,
  type W9Lines,
  w9LinesOf,
} from "#contract/w9-form";

/** Boxes of line 3a for entities. */
export type EntityClassification = Exclude<W9Classification, "individual">;

/** The known parts of an address, without empty ones. */
export type AddressParts = Readonly<Record<string, string>>;

/** The form's contents as typed, without the TIN. */
export interface W9Values {
  readonly who: "person" | "entity";
  readonly usPerson: boolean | null;
  readonly classification: EntityClassification | null;
  readonly llcClassification: LlcClassification | null;
  readonly otherClassification: string;
  readonly firstName: string;
  readonly middleName: string;
  readonly lastName: string;
  readonly suffix: string;
  readonly entityName: string;
  readonly hasBusinessName: boolean;
  readonly businessName: string;
  readonly exemptPayeeCode: ExemptPayeeCode | null;
  /** Null until complete. */
  readonly address: AddressParts | null;
  readonly tinBox: TinBox | null;
  readonly backupWithholding: boolean | null;
  readonly signature: string;
}

/** The form's values from a draft or from known customer data. */
export function valuesOf(draft: W9Draft | null): W9Values {
  const given = draft ?? {};
  const { classification } = given;
  return {
    who: classification === undefined || classification === "individual" ? "person" : "entity",
    usPerson: null,
    classification: classification === "individual" ? null : (classification ?? null),
    llcClassification: given.llcClassification ?? null,
    otherClassification: given.otherClassification ?? "",
    firstName: given.firstName ?? "",
    middleName: given.middleName ?? "",
    lastName: given.lastName ?? "",
    suffix: given.suffix ?? "",
    entityName: given.entityName ?? "",
    hasBusinessName: Boolean(given.businessName),
    businessName: given.businessName ?? "",
    exemptPayeeCode: given.exemptPayeeCode ?? null,
    address: null,
    tinBox: given.tinBox ?? null,
    backupWithholding: given.backupWithholding ?? null,
    signature: "",
  };
}

/** The lines of the form that the choices require. */
export function linesOf({ who, classification, hasBusinessName, businessName }: W9Values): W9Lines {
  const chosen = who === "person" ? "individual" : (classification ?? "c_corporation");
  const has = hasBusinessName && (who === "entity" || businessName.trim() !== "");
  return w9LinesOf(chosen, { hasBusinessName: has });
}

/** The box of Part I: the chosen one if it is offered, otherwise the default. */
export function boxIn(values: W9Values): TinBox {
  const { tinBoxes } = linesOf(values);
  return values.tinBox !== null && tinBoxes.includes(values.tinBox) ? values.tinBox : tinBoxes[0];
}

/** Line 1 as the form will show it. */
export function nameIn(values: W9Values): string {
  if (values.who === "entity") return values.entityName.trim();
  const { firstName, middleName, lastName, suffix } = values;
  return [firstName, middleName, lastName, suffix]
    .map((each) => each.trim())
    .filter(Boolean)
    .join(" ");
}

/** Whether the typed signature is the signer's name. Any authorized person may sign for an entity. */
export function isSigned(values: W9Values): boolean {
  const signature = values.signature.trim();
  return values.who === "person" ? isSignatureOf(signature, values) : signature.length > 1;
}

/** The radio button for an answer. */
export function yesNo(value: boolean | null): "yes" | "no" | null {
  return value === null ? null : value ? "yes" : "no";
}

/** The part that may be stored: neither the TIN nor the signature. */
export function draftOf(values: W9Values, address: AddressParts): W9Draft {
  const { who, classification, backupWithholding, tinBox } = values;
  const box = who === "person" ? "individual" : classification;
  return {
    ...textLines(values),
    ...(box === null ? {} : { classification: box }),
    ...(Object.keys(address).length > 0 ? { address } : {}),
    ...(tinBox === null ? {} : { tinBox }),
    ...(backupWithholding === null ? {} : { backupWithholding }),
  };
}

/** The body of the request that completes the form. All fields must have been validated. */
export function bodyOf(values: W9Values, tin: string, formRevision: string): CompleteW9 {
  const { who, classification, address, backupWithholding, signature } = values;
  return {
    ...textLines(values),
    classification: who === "person" ? "individual" : (classification ?? "other"),
    formRevision,
    usPerson: true,
    tin,
    signature: signature.trim(),
    address: address ?? {},
    tinBox: boxIn(values),
    backupWithholding: backupWithholding ?? false,
  };
}

/** The filled text lines. */
function textLines(values: W9Values): Partial<CompleteW9> {
  const lines = linesOf(values);
  const { llcClassification, exemptPayeeCode } = values;
  const texts = {
    ...(lines.isPerson
      ? {
          firstName: values.firstName,
          middleName: values.middleName,
          lastName: values.lastName,
          suffix: values.suffix,
        }
      : { entityName: values.entityName }),
    ...(values.hasBusinessName ? { businessName: values.businessName } : {}),
    ...(lines.otherClassification ? { otherClassification: values.otherClassification } : {}),
  };
  const filled = Object.entries(texts)
    .map(([name, text]) => [name, text.trim()])
    .filter(([, text]) => text !== "");
  return {
    ...Object.fromEntries(filled),
    ...(lines.llcClassification && llcClassification !== null ? { llcClassification } : {}),
    ...(lines.exemptPayeeCode && exemptPayeeCode !== null ? { exemptPayeeCode } : {}),
  };
}
