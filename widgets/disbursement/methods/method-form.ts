import type { ComponentType } from "preact";
import type { PayoutOption } from "#contract/client/disbursements";
import type { ReadPayoutMethod } from "../../client/disbursement-answers.ts";
import type { FieldReading } from "../../fields/field-reading.ts";
import type { PayoutRequest } from "../machine/state.ts";

type WithoutSave<T> = T extends unknown ? Omit<T, "save"> : never;

/** Typed data, as it is sent and as it is shown. */
export interface FilledMethod {
  readonly details: WithoutSave<Exclude<PayoutRequest, { type: "saved" }>>;
  readonly method: ReadPayoutMethod;
}

/** Props of every payout method's form. */
export interface MethodFormProps {
  readonly option: PayoutOption;
  /** The form was submitted, so missing fields are errors now */
  readonly asked: boolean;
  readonly nowMs: () => number;
  readonly onReading: (reading: FieldReading<FilledMethod>) => void;
}

/** A form loaded with its texts. */
export type MethodForm = ComponentType<MethodFormProps>;
