import type { PersonalTexts } from "../i18n/personal-texts.ts";
import { LazyPart } from "../ui/lazy-part.tsx";
import { CustomerDataStep } from "./customer-data-step.tsx";
import { IdentityStep } from "./identity-step.tsx";
import { SmsStep } from "./sms-step.tsx";
import type { OwedStep, StepsApi } from "./steps-api.ts";
import type { W9Step } from "./w9-step.tsx";

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
export function hasStep({ type, w9CaptureUrl }: OwedStep): boolean {
  if (type === "w9") return typeof w9CaptureUrl === "string";
  return ["customer_data", "sms_verification", "kyc", "identity_document"].includes(type);
}

/** The step for one requirement; null for kinds that this version does not know. */
export function RequirementStep({ owed, ...rest }: RequirementStepProps) {
  // A W-9 is filled in with the secret of its own link.
  const { api: _api, ...withoutApi } = rest;
  switch (owed.type) {
    case "customer_data":
      return <CustomerDataStep {...rest} fields={owed.fields ?? []} address={owed.address} />;
    case "sms_verification":
      return (
        <SmsStep
          {...rest}
          phoneNumber={owed.phoneNumber ?? null}
          canChangeNumber={owed.canChangeNumber ?? true}
        />
      );
    case "kyc":
    case "identity_document":
      return <IdentityStep {...rest} />;
    case "w9":
      return <LaterW9Step {...withoutApi} w9CaptureUrl={owed.w9CaptureUrl ?? ""} />;
    default:
      return null;
  }
}

/** Its code and its words are loaded when somebody owes a W-9. */
function LaterW9Step(props: Omit<Parameters<typeof W9Step>[0], "w9Texts">) {
  const { steps, language } = props.texts;
  const load = async () => (await import("./w9-step.tsx")).loadW9Step(language);
  return (
    <LazyPart testId="steps" load={load} title={steps.next} words={{ lost: steps.lost }}>
      {({ W9Step, w9Texts }) => <W9Step {...props} w9Texts={w9Texts} />}
    </LazyPart>
  );
}
