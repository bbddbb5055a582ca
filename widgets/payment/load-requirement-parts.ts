import type { Language } from "#contract/languages";
import { loadStepTexts } from "../steps/load-step-texts.ts";
import type { StepsApi } from "../steps/steps-api.ts";
import type { RequirementParts } from "./requirement-slot.tsx";

export async function loadRequirementParts(
  language: Language,
  credentials: StepsApi["credentials"],
): Promise<RequirementParts> {
  const [{ RequirementSteps }, { createStepsApi }, texts] = await Promise.all([
    import("../steps/requirement-steps.tsx"),
    import("../steps/steps-api.ts"),
    loadStepTexts(language),
  ]);
  return { Steps: RequirementSteps, texts, api: createStepsApi(credentials) };
}
