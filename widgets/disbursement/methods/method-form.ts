import type { ComponentType } from "preact";
import type { PayoutOption } from "#contract/client/disbursements";
import type { ReadPayoutMethod } from "../../client/disbursement-answers.ts";
import type { FieldReading } from "../../fields/field-reading.ts";
import type { PayoutRequest } from "../machine/state.ts";

type WithoutSave<T> = T extends unknown ? Omit<T, "save"> : never;

/** What was typed, as it is sent and as it is shown. */
export interface FilledMethod {
  readonly details: WithoutSave<Exclude<PayoutRequest, { type: "saved" }>>;
  readonly method: ReadPayoutMethod;
}

/** What every form for a way to be paid takes. */
export interface MethodFormProps {
  readonly option: PayoutOption;
  /** The form was sent: what is missing says so from now on */
  readonly asked: boolean;
  readonly nowMs: () => number;
  readonly onReading: (reading: FieldReading<FilledMethod>) => void;
}

/** A form that is loaded with its words. */
export type MethodForm = ComponentType<MethodFormProps>;
