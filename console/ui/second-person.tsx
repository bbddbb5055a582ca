import { useMemo } from "preact/hooks";
import { Button } from "../../widgets/ui/button.tsx";
import type { ApiFailure, ApiResult } from "../client/api.ts";
import { ask } from "./ask.tsx";
import { FailureNotice } from "./failure-notice.tsx";
import { showToast } from "./toasts.tsx";
import { useSubmit } from "./use-submit.ts";

interface SecondPersonProps {
  /** The prefix of test ids, which says what is decided: `refund-approve`. */
  readonly about: string;
  readonly words: {
    readonly approve: string;
    readonly approveTitle: string;
    readonly approved: string;
    readonly decline: string;
    readonly declineTitle: string;
    readonly declineText: string;
    readonly declined: string;
  };
  readonly approveText: string;
  /** Sends the decision and reads the page again. */
  readonly decide: (approve: boolean) => Promise<ApiResult<unknown>>;
  /** A refusal in the language on the screen. */
  readonly explain: (failure: ApiFailure | undefined) => ApiFailure | undefined;
}

/** The second person approves or declines someone else's request. Both buttons ask first. */
export function SecondPerson({ about, words, approveText, decide, explain }: SecondPersonProps) {
  const { isBusy, failure, submit } = useSubmit(
    (approve: boolean) => decide(approve),
    (_, approve) => showToast(approve ? words.approved : words.declined),
  );
  const shown = useMemo(() => explain(failure), [failure, explain]);
  const approve = async () => {
    const { approveTitle: title, approve: yes } = words;
    if (await ask({ title, text: approveText, yes })) await submit(true);
  };
  const decline = async () => {
    const { declineTitle: title, declineText: text, decline: yes } = words;
    if (await ask({ title, text, yes, danger: true })) await submit(false);
  };
  return (
    <>
      <span class="rail-actions">
        <Button quiet busy={isBusy} testId={`${about}-approve`} onPress={() => void approve()}>
          {words.approve}
        </Button>
        <Button quiet busy={isBusy} testId={`${about}-decline`} onPress={() => void decline()}>
          {words.decline}
        </Button>
      </span>
      {shown && <FailureNotice failure={shown} />}
    </>
  );
}
