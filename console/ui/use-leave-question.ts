import { useLayoutEffect } from "preact/hooks";
import { texts } from "../i18n/current-texts.ts";
import { guardLeaving } from "../router/place.ts";
import { ask } from "./ask.tsx";

interface LeaveQuestion {
  readonly title: string;
  readonly text: string;
  readonly yes: string;
}

/**
 * Asks before the person leaves the page while it, or a dialog on it, has `unsaved` changes. Returns a function that
 * asks, for a dialog to call before it closes.
 */
export function useLeaveQuestion(
  unsaved: number,
  question = defaultQuestion(unsaved),
): () => Promise<boolean> {
  const { title, text, yes } = question;
  const askToLeave = () => ask({ title, text, yes, danger: true });
  // Before the paint, so that the page also asks if the person leaves right after an edit.
  useLayoutEffect(() => {
    if (unsaved === 0) return;
    return guardLeaving(askToLeave);
  }, [unsaved, title, text, yes]);
  return askToLeave;
}

function defaultQuestion(unsaved: number): LeaveQuestion {
  const { leaveTitle, leaveText, leave } = texts.value.settings;
  return { title: leaveTitle, text: leaveText(unsaved), yes: leave };
}
