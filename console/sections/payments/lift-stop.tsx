import { useState } from "preact/hooks";
import type * as z from "zod/mini";
import { Button } from "../../../widgets/ui/button.tsx";
import { cardStopTexts } from "../../i18n/card-stop-texts.ts";
import { api, may } from "../../session/session.ts";
import { ReasonDialog } from "../../ui/reason-dialog.tsx";
import { showToast } from "../../ui/toasts.tsx";
import { useSubmit } from "../../ui/use-submit.ts";

interface LiftStopProps {
  /** The API path of the attempt, or of the saved card. */
  readonly path: string;
  /** The schema of the response. */
  readonly schema: z.ZodMiniType;
  /** The payments whose declines stop the card. If there are none, there is nothing to lift. */
  readonly seen: readonly string[];
  readonly reload: () => void;
}

/** Lets staff allow charges of a stopped card again, with a reason. */
export function LiftStop({ path, schema, seen, reload }: LiftStopProps) {
  const words = cardStopTexts.value;
  const [isLifting, setIsLifting] = useState(false);
  const canLift = seen.length > 0;
  const { isBusy, failure, submit } = useSubmit(
    async (reason: string) => {
      const done = await api.send("POST", `${path}/lift-stop`, schema, { reason, seen });
      reload();
      return done;
    },
    () => {
      showToast(words.opened);
      setIsLifting(false);
    },
  );
  return (
    <div tabIndex={-1} class="rail-box" data-testid="lift-stop-box">
      {canLift && may("cards.lift_stop") && (
        <div class="rail-actions">
          <Button quiet testId="lift-stop" onPress={() => setIsLifting(true)}>
            {words.lift}
          </Button>
        </div>
      )}
      {isLifting && (
        <ReasonDialog
          title={words.liftTitle}
          name="lift-stop"
          testId="lift-stop-dialog"
          label={words.reason}
          hint={words.reasonHint}
          missing={words.reasonMissing}
          confirm={words.lift}
          isBusy={isBusy}
          failure={failure}
          onSend={(reason) => void submit(reason)}
          onClose={() => setIsLifting(false)}
        >
          <p class="dialog-text">{words.liftText}</p>
        </ReasonDialog>
      )}
    </div>
  );
}
