import { useState } from "preact/hooks";
import { consoleClock } from "#contract/console/sandbox-clock";
import { Button } from "../../widgets/ui/button.tsx";
import { resumeReading, useQuery } from "../client/use-query.ts";
import { texts } from "../i18n/current-texts.ts";
import { sandboxTexts } from "../i18n/sandbox-texts.ts";
import { noteServerTime } from "../session/server-time.ts";
import { api } from "../session/session.ts";
import { ask } from "../ui/ask.tsx";
import { TimeText } from "../ui/time-text.tsx";
import { showToast } from "../ui/toasts.tsx";

/** How often the bar is read again, because others may move the time. */
const everyMs = 30_000;

/** The bar above every page. Staff who may move the time can go to the next day. */
export default function SandboxBar() {
  const [isMoving, setIsMoving] = useState(false);
  const clock = useQuery(
    "/sandbox-clock",
    async (signal) => {
      const result = await api.get("/sandbox-clock", consoleClock, signal);
      if (result.ok) noteServerTime(result.value.time);
      return result;
    },
    { everyMs, isKept: false },
  );
  const words = sandboxTexts.value;
  if (!clock.value) return null;
  const goToNextDay = async () => {
    if (!(await ask({ title: words.title, text: words.text, yes: words.nextDay }))) return;
    setIsMoving(true);
    const result = await api.send("POST", "/sandbox-clock/next-day", consoleClock, {});
    setIsMoving(false);
    if (!result.ok) return showToast(texts.value.failures.unknown);
    noteServerTime(result.value.time);
    clock.replace(result.value);
    resumeReading();
    showToast(result.value.settled ? words.moved : words.unsettled);
  };
  return (
    <section class="sandbox-bar" aria-label={words.label} data-testid="sandbox-bar">
      <span>
        {words.time}: <TimeText at={clock.value.time} />
      </span>
      {clock.value.mayMove && (
        <Button quiet busy={isMoving} testId="next-day" onPress={() => void goToNextDay()}>
          {isMoving ? words.moving : words.nextDay}
        </Button>
      )}
    </section>
  );
}
