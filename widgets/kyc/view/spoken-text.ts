import type { ApiFailure } from "../../client/api-failure.ts";
import type { KycTexts } from "../../i18n/kyc-texts.ts";
import type { KycState } from "../machine/state.ts";
import type { KycPlace } from "./kyc-view.tsx";
import { percentOf } from "./sending.tsx";

/** The texts of a refused secret. The advice depends on the secret's source. */
export function refusedWords(
  failure: ApiFailure | null,
  place: KycPlace,
  { refused }: KycTexts,
): { title: string; text: string } {
  const code = failure?.code ?? "client_secret_missing";
  if (code === "client_secret_missing") return refused.missing;
  if (code === "client_secret_expired") {
    if (place === "phone") return refused.expiredPhone;
    return place === "link" ? refused.expiredLink : refused.expired;
  }
  if (code !== "client_secret_invalid") return refused.other;
  // Only a link can be incomplete or replaced; the next code replaces a phone's link.
  if (place === "phone") return refused.expiredPhone;
  return place === "link" ? refused.invalid : refused.other;
}

interface Spoken {
  readonly state: KycState;
  readonly texts: KycTexts;
  readonly place: KycPlace;
}

/** What screen readers announce in addition to the focused element: progress, waiting, results. */
export function spokenText({ state, texts, place }: Spoken): string {
  switch (state.step) {
    case "upload": {
      if (!state.sending) return "";
      if (state.sending.stalled) return texts.upload.stalled.title;
      // Quarters are enough to follow the progress.
      const quarter = Math.floor(percentOf(state.sending) / 25) * 25;
      return quarter === 100 ? texts.upload.checking : texts.upload.percent(quarter);
    }
    case "side":
      return state.preparing ? texts.take.preparing : "";
    case "review":
      return state.picture?.source === "camera" ? texts.camera.taken : "";
    case "submitting":
      return texts.submitting;
    case "reading":
      return state.stalled ? texts.stalled : texts.reading.title;
    case "refused":
      return refusedWords(state.failure, place, texts).title;
    case "unreachable":
      return texts.unreachable.title;
    case "handoff":
      return state.session?.handoff?.openedAt ? texts.handoff.opened.title : "";
    case "result":
      return resultTitle(state, texts);
    default:
      return "";
  }
}

function resultTitle({ session }: KycState, { result }: KycTexts): string {
  const status = session?.status ?? "";
  if (status.startsWith("verified")) return result.verified.title;
  if (status === "under_review" || status === "rejected_manually" || status === "expired") {
    return result[status].title;
  }
  return status === "rejected" ? result.rejected.title : "";
}
