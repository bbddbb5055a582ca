/**
 * The disbursement frame: opens the channel to the page, loads its texts and runs the flow. Forms and steps
 * load when they are shown.
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
import {
  type DisbursementPageMessage,
  type DisbursementTables,
  disbursementPageMessages,
} from "#contract/channel/disbursement-messages";
import { frameCalls } from "#contract/channel/messages";
import type { Language } from "#contract/languages";
import { openPageChannel } from "../client/channel.ts";
import { createDisbursementApi } from "../client/disbursement-api.ts";
import { reportEscape, reportHeight } from "../client/frame-reports.ts";
import { reloadForLostScripts } from "../client/lost-scripts.ts";
import { reportHeadings } from "../client/report-headings.ts";
import { smoothHeights } from "../client/smooth-heights.ts";
import { loadDisbursementTexts } from "../i18n/load-disbursement-texts.ts";
import { readerLocale } from "../i18n/reader-locale.ts";
import { loadStepTexts } from "../steps/load-step-texts.ts";
import { createStepsApi } from "../steps/steps-api.ts";
import { DisbursementApp } from "./disbursement-app.tsx";
import { createDisbursementFlow } from "./disbursement-flow.ts";
import { loadMethodForm } from "./methods/load-method-form.ts";
import type { RequirementParts } from "./requirement-slot.tsx";

const root = document.getElementById("widget") as HTMLElement;
const language = document.documentElement.lang as Language;
let begin: (init: DisbursementPageMessage & { type: "init" }) => void;
const init = new Promise<DisbursementPageMessage & { type: "init" }>((resolve) => {
  begin = resolve;
});
let later: DisbursementPageMessage[] = [];
let receive = (message: DisbursementPageMessage) => void later.push(message);

const page = openPageChannel<DisbursementTables>({
  pageMessages: disbursementPageMessages,
  pageCalls: {},
  frameCalls,
  answers: {},
  onMessage(message) {
    if (message.type === "init") begin(message);
    else receive(message);
  },
});
reportEscape(page);
reloadForLostScripts();

async function run() {
  const [texts, { publishableKey, clientSecretKey, locale: wanted }] = await Promise.all([
    loadDisbursementTexts(language),
    init,
  ]);
  const locale = readerLocale(wanted, language);
  let secret = clientSecretKey;
  const api = createDisbursementApi({ publishableKey, clientSecretKey });
  const flow = createDisbursementFlow({
    api: {
      ...api,
      useSecret(next) {
        secret = next;
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
    const stepsApi = createStepsApi({ publishableKey, clientSecretKey: secret });
    return { Step: RequirementStep, hasStep, texts: personal, api: stepsApi };
  };
  const bankLogin = async () => {
    const { createBankLoginApi } = await import("../fields/bank-login/bank-login-api.ts");
    return createBankLoginApi({ publishableKey, clientSecretKey: secret, language });
  };
  hydrate(
    <DisbursementApp
      flow={flow}
      texts={texts}
      locale={locale}
      loadRequirement={loadRequirement}
      nowMs={Date.now}
      loadForm={(type) => loadMethodForm(type, language, { bankLogin })}
      removeSaved={(id) => api.removeSaved(id)}
    />,
    root,
  );
  reportHeight(root, page);
  reportHeadings(root, page);
  smoothHeights(root);
  flow.send({ type: "secretReceived" });

  receive = (message) => {
    if (message.type === "focus") {
      const controls = root.querySelectorAll<HTMLElement>(
        "input, select, textarea, button, a[href]",
      );
      [...controls].find(({ offsetParent }) => offsetParent !== null)?.focus();
    }
    if (message.type === "update" && message.clientSecretKey !== undefined) {
      flow.useSecret(message.clientSecretKey);
    }
  };
  for (const message of later) receive(message);
  later = [];
}

void run();
