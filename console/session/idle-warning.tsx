import { useEffect, useState } from "preact/hooks";
import { Button } from "../../widgets/ui/button.tsx";
import { texts } from "../i18n/current-texts.ts";
import { Dialog } from "../ui/dialog.tsx";
import { hasActivity, idleEndsAt, markActivity } from "./activity.ts";
import { readSession, reentry, reportActivity, session } from "./session.ts";

/** How long before the end the warning appears. */
const warnMs = 60_000;
/** Minimum time between two reports of a page without calls. */
const reportEveryMs = 60_000;

/**
 * Keeps the session open while the person is active, warns a minute before it ends, and then opens a new sign-in. Any
 * activity ends the warning. Follows the session when the person comes back to the tab.
 */
export function IdleWarning() {
  const [leftMs, setLeftMs] = useState<number | null>(null);
  const isOpen = session.value?.stage === "ready" && reentry.value === null;
  useEffect(() => {
    // Another tab may have signed in or out: the browser has one session for all.
    const whenSeen = () => document.visibilityState === "visible" && void readSession();
    document.addEventListener("visibilitychange", whenSeen);
    return () => document.removeEventListener("visibilitychange", whenSeen);
  }, []);
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
        void reportActivity();
      }
      setLeftMs(left <= warnMs ? left : null);
    };
    const timer = setInterval(look, 1000);
    return () => clearInterval(timer);
  }, [isOpen]);
  if (leftMs === null || !isOpen) return null;
  const { idle } = texts.value;
  const stay = () => {
    markActivity();
    void reportActivity();
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
