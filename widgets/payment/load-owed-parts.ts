import type { Language } from "../i18n/languages.ts";
import { loadStepTexts } from "../steps/load-step-texts.ts";
import type { StepsApi } from "../steps/steps-api.ts";
import type { OwedParts } from "./owed.tsx";

/** Loads the steps for what is owed, for the secret that is in use now. */
export async function loadOwedParts(
  language: Language,
  credentials: StepsApi["credentials"],
): Promise<OwedParts> {
  const [{ OwedSteps }, { createStepsApi }, texts] = await Promise.all([
    import("../steps/owed-steps.tsx"),
    import("../steps/steps-api.ts"),
    loadStepTexts(language),
  ]);
  return { Steps: OwedSteps, texts, api: createStepsApi(credentials) };
}
