import { useEffect, useState } from "preact/hooks";
import { consoleSession } from "#contract/console/session";
import { Button } from "../../widgets/ui/button.tsx";
import { texts } from "../i18n/current-texts.ts";
import { Dialog } from "../ui/dialog.tsx";
import { hasActivity, idleEndsAt, markActivity } from "./activity.ts";
import { api, readSession, reentry, session, takeSession } from "./session.ts";

/** How long before the end the warning appears. */
const warnMs = 60_000;
/** Minimum time between two reports of a page without calls. */
const reportEveryMs = 60_000;

/**
 * Keeps the session open while the person is active, warns a minute before it ends, and then opens a new sign-in. Any
 * activity ends the warning.
 */
export function IdleWarning() {
  const [leftMs, setLeftMs] = useState<number | null>(null);
  const isOpen = session.value?.stage === "ready" && reentry.value === null;
  useEffect(() => {
    if (!isOpen) {
      setLeftMs(null);
      return;
    }
    let reportedAt = Date.now();
    const look = () => {
      const endsAt = idleEndsAt.value;
      if (endsAt === null) return;
      const left = endsAt - Date.now();
      if (left <= 0) {
        void readSession();
        return;
      }
      const isLate = left <= warnMs || Date.now() - reportedAt >= reportEveryMs;
      if (hasActivity() && isLate) {
        reportedAt = Date.now();
        void report();
      }
      setLeftMs(left <= warnMs ? left : null);
    };
    const timer = setInterval(look, 1000);
    document.addEventListener("visibilitychange", look);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, [isOpen]);
  if (leftMs === null || !isOpen) return null;
  const { idle } = texts.value;
  const stay = () => {
    markActivity();
    void report();
  };
  return (
    <Dialog title={idle.title} testId="idle-warning" onClose={stay}>
      <p class="dialog-text">{idle.text}</p>
      <p class="idle-left" role="timer" aria-live="off">
        {idle.left(Math.ceil(leftMs / 1000))}
      </p>
      <div class="dialog-actions">
        <Button testId="stay" onPress={stay}>
          {idle.stay}
        </Button>
      </div>
    </Dialog>
  );
}

async function report(): Promise<void> {
  const result = await api.send("POST", "/session/activity", consoleSession);
  if (result.ok) takeSession(result.value);
}
