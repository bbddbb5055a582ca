import type { ComponentType } from "preact";
import type { PayoutOption } from "#contract/client/disbursements";
import type { ReadPayoutMethod } from "../../client/disbursement-responses.ts";
import type { FieldReading } from "../../fields/field-reading.ts";
import type { PayoutRequest } from "../machine/state.ts";

type WithoutSave<T> = T extends unknown ? Omit<T, "save"> : never;

export interface FilledMethod {
  readonly details: WithoutSave<Exclude<PayoutRequest, { type: "saved" }>>;
  readonly method: ReadPayoutMethod;
}

export interface MethodFormProps {
  readonly option: PayoutOption;
  /** The form was submitted, so missing fields are errors now. */
  readonly isSubmitted: boolean;
  readonly nowMs: () => number;
  readonly onReading: (reading: FieldReading<FilledMethod>) => void;
}

export type MethodForm = ComponentType<MethodFormProps>;
