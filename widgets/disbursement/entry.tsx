/**
 * The payout frame's main script: takes over from boot.ts, loads its texts and runs the flow. Forms and steps load
 * later.
 */
import "../../styles/tokens.css";
import "../../styles/base.css";
import "../../styles/controls.css";
import "../../styles/step.css";
import "../../styles/personal.css";
import "../../styles/choice.css";
import "../../styles/disbursement.css";
import "../../styles/saved-methods.css";
import { hydrate } from "preact";
import type { DisbursementTables } from "#contract/channel/disbursement-messages";
import type { Language } from "#contract/languages";
import type { BootedFrame } from "../client/boot-frame.ts";
import { createDisbursementApi } from "../client/disbursement-api.ts";
import { reloadForLostScripts } from "../client/lost-scripts.ts";
import { reportHeadings } from "../client/report-headings.ts";
import { smoothHeights } from "../client/smooth-heights.ts";
import { loadDisbursementTexts } from "../i18n/load-disbursement-texts.ts";
import { readerLocale } from "../i18n/reader-locale.ts";
import { loadStepTexts } from "../steps/load-step-texts.ts";
import { createStepsApi } from "../steps/steps-api.ts";
import { ignoreHeldEnter } from "../ui/held-enter.ts";
import { DisbursementApp } from "./disbursement-app.tsx";
import { createDisbursementFlow } from "./disbursement-flow.ts";
import { loadMethodForm } from "./methods/load-method-form.ts";
import type { RequirementParts } from "./requirement-slot.tsx";

const language = document.documentElement.lang as Language;

async function run({ root, page, init, session, need, takeOver }: BootedFrame<DisbursementTables>) {
  reloadForLostScripts();
  ignoreHeldEnter();
  const [texts, { publishableKey, clientSecretKey, locale: wanted }] = await Promise.all([
    need(() => loadDisbursementTexts(language)),
    init,
  ]);
  const locale = readerLocale(wanted, language);
  const credentials = { publishableKey, clientSecretKey };
  let begunSession: Promise<Response> | undefined = session;
  // The service's time: a device's clock may be years off.
  let offsetMs = 0;
  const api = createDisbursementApi(credentials);
  const flow = createDisbursementFlow({
    api: {
      ...api,
      async session() {
        const sessionRequest = begunSession;
        begunSession = undefined;
        const result = await api.session(sessionRequest);
        if (result.ok) offsetMs = Date.parse(result.value.serverTime) - Date.now();
        return result;
      },
      useSecret(next) {
        begunSession = undefined;
        credentials.clientSecretKey = next;
        api.useSecret(next);
      },
    },
    page,
    instanceId: crypto.randomUUID(),
    after(ms, then) {
      const timer = setTimeout(then, ms);
      return () => clearTimeout(timer);
    },
  });
  const loadRequirement = async (): Promise<RequirementParts> => {
    const [{ RequirementStep, hasStep }, personal] = await Promise.all([
      import("../steps/requirement-step.tsx"),
      loadStepTexts(language),
    ]);
    return { Step: RequirementStep, hasStep, texts: personal, api: createStepsApi(credentials) };
  };
  const bankLogin = async () => {
    const { createBankLoginApi } = await import("../fields/bank-login/bank-login-api.ts");
    return createBankLoginApi({ credentials, language });
  };
  hydrate(
    <DisbursementApp
      flow={flow}
      texts={texts}
      locale={locale}
      loadRequirement={loadRequirement}
      nowMs={() => Date.now() + offsetMs}
      loadForm={(type) => loadMethodForm(type, language, { bankLogin })}
      removeSaved={(id) => api.removeSaved(id)}
    />,
    root,
  );
  reportHeadings(root, page);
  smoothHeights(root);
  flow.send({ type: "secretReceived" });

  takeOver((message) => {
    if (message.type === "focus") {
      const controls = root.querySelectorAll<HTMLElement>(
        "input, select, textarea, button, a[href]",
      );
      [...controls].find(({ offsetParent }) => offsetParent !== null)?.focus();
    }
    if (message.type === "update" && message.clientSecretKey !== undefined) {
      flow.useSecret(message.clientSecretKey);
    }
  });
}

if (window.tesseraFrame) void run(window.tesseraFrame as BootedFrame<DisbursementTables>);
