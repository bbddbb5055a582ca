import type { PersonalTexts } from "../i18n/personal-texts.ts";
import { LazyPart } from "../ui/lazy-part.tsx";
import { CustomerDataStep } from "./customer-data-step.tsx";
import { IdentityStep } from "./identity-step.tsx";
import { SmsStep } from "./sms-step.tsx";
import type { ReadRequirement, StepResult, StepsApi } from "./steps-api.ts";
import type { W9Step } from "./w9-step.tsx";

interface RequirementStepProps {
  readonly requirement: ReadRequirement;
  readonly api: StepsApi;
  readonly texts: PersonalTexts;
  readonly locale: string;
  readonly nowMs: () => number;
  /** The customer completed the step: ask the service what comes next. */
  readonly onDone: () => void;
  /** The client secret has expired: the host widget renews it. */
  readonly onExpired: () => void;
}

/** Whether this version has a step for the requirement. If not, the widget says so. */
export function hasStep({ type, w9CaptureUrl }: ReadRequirement): boolean {
  if (type === "w9") return typeof w9CaptureUrl === "string";
  return ["customer_data", "sms_verification", "kyc", "identity_document"].includes(type);
}

/** The step of a requirement; nothing for an unknown type. */
export function RequirementStep({ requirement, onExpired, ...given }: RequirementStepProps) {
  const rest = { ...given, api: watched(given.api, onExpired) };
  // The W-9 uses its own link's secret.
  const { api: _api, ...withoutApi } = rest;
  switch (requirement.type) {
    case "customer_data":
      return (
        <CustomerDataStep
          {...rest}
          fields={requirement.fields ?? []}
          address={requirement.address}
        />
      );
    case "sms_verification":
      return (
        <SmsStep
          {...rest}
          phoneNumber={requirement.phoneNumber ?? null}
          canChangeNumber={requirement.canChangeNumber ?? true}
          sentCode={requirement.code ?? null}
        />
      );
    case "kyc":
    case "identity_document":
      return <IdentityStep {...rest} onExpired={onExpired} />;
    case "w9":
      return <LaterW9Step {...withoutApi} w9CaptureUrl={requirement.w9CaptureUrl ?? ""} />;
    default:
      return null;
  }
}

/** The same calls. Reports when one is refused because the client secret has expired. */
function watched(api: StepsApi, onExpired: () => void): StepsApi {
  const watch =
    <Given extends unknown[], T>(call: (...given: Given) => Promise<StepResult<T>>) =>
    async (...given: Given) => {
      const result = await call(...given);
      if (!result.ok && result.failure.code === "client_secret_expired") onExpired();
      return result;
    };
  return {
    ...api,
    fillIn: watch(api.fillIn),
    startSms: watch(api.startSms),
    checkSms: watch(api.checkSms),
  };
}

/** The W-9's step. Its code and texts load when a W-9 is required. */
function LaterW9Step(props: Omit<Parameters<typeof W9Step>[0], "w9Texts">) {
  const { steps, language } = props.texts;
  const load = async () => (await import("./w9-step.tsx")).loadW9Step(language);
  return (
    <LazyPart testId="steps" load={load} title={steps.next} words={{ lost: steps.lost }}>
      {({ W9Step, w9Texts }) => <W9Step {...props} w9Texts={w9Texts} />}
    </LazyPart>
  );
}
