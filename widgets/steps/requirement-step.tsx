import type { PersonalTexts } from "../i18n/personal-texts.ts";
import { CustomerDataStep } from "./customer-data-step.tsx";
import { IdentityStep } from "./identity-step.tsx";
import { SmsStep } from "./sms-step.tsx";
import type { OwedStep, StepsApi } from "./steps-api.ts";

interface RequirementStepProps {
  readonly owed: OwedStep;
  readonly api: StepsApi;
  readonly texts: PersonalTexts;
  readonly locale: string;
  readonly nowMs: () => number;
  /** Met, as far as this step knows: ask the service what is next. */
  readonly onDone: () => void;
}

/** Whether there is a step for it; of others the widget says that it can't ask for them. */
export function hasStep({ type }: OwedStep): boolean {
  return ["customer_data", "sms_verification", "kyc", "identity_document"].includes(type);
}

/** The step for one requirement; null for kinds that this version does not know. */
export function RequirementStep({ owed, ...rest }: RequirementStepProps) {
  switch (owed.type) {
    case "customer_data":
      return <CustomerDataStep {...rest} fields={owed.fields ?? []} address={owed.address} />;
    case "sms_verification":
      return <SmsStep {...rest} phoneNumber={owed.phoneNumber ?? null} />;
    case "kyc":
    case "identity_document":
      return <IdentityStep {...rest} />;
    default:
      return null;
  }
}
