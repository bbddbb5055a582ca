import { useLayoutEffect } from "preact/hooks";
import { texts } from "../i18n/current-texts.ts";
import { guardLeaving } from "../router/place.ts";
import { ask } from "./ask.tsx";

interface LeaveQuestion {
  readonly title: string;
  readonly text: string;
  readonly yes: string;
}

/** Asks before the person leaves the page while it has `unsaved` changes. */
export function useLeaveQuestion(unsaved: number, question = usualQuestion(unsaved)): void {
  const { title, text, yes } = question;
  // Before the paint, so that the page also asks if the person leaves directly after an edit.
  useLayoutEffect(() => {
    if (unsaved === 0) return;
    return guardLeaving(() => ask({ title, text, yes, danger: true }));
  }, [unsaved, title, text, yes]);
}

function usualQuestion(unsaved: number): LeaveQuestion {
  const { leaveTitle, leaveText, leave } = texts.value.settings;
  return { title: leaveTitle, text: leaveText(unsaved), yes: leave };
}
