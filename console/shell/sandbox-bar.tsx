import { consoleClock } from "#contract/console/sandbox-clock";
import { Button } from "../../widgets/ui/button.tsx";
import { resumeReading, useQuery } from "../client/use-query.ts";
import { sandboxTexts } from "../i18n/sandbox-texts.ts";
import { noteServerTime } from "../session/server-time.ts";
import { api } from "../session/session.ts";
import { ask } from "../ui/ask.tsx";
import { FailureNotice } from "../ui/failure-notice.tsx";
import { TimeText } from "../ui/time-text.tsx";
import { showToast } from "../ui/toasts.tsx";
import { useSubmit } from "../ui/use-submit.ts";

/** How often the bar is read again, because others may move the time. */
const everyMs = 30_000;

/** The bar above every page. Staff who may move the time can go to the next day. */
export default function SandboxBar() {
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
  const { isBusy, failure, submit } = useSubmit(
    () => api.send("POST", "/sandbox-clock/next-day", consoleClock),
    (moved) => {
      noteServerTime(moved.time);
      clock.replace(moved);
      resumeReading();
      showToast(moved.settled ? words.moved : words.unsettled);
    },
  );
  if (!clock.value) return null;
  const goToNextDay = async () => {
    if (await ask({ title: words.title, text: words.text, yes: words.nextDay })) await submit();
  };
  return (
    <section class="sandbox-bar" aria-label={words.label} data-testid="sandbox-bar">
      <span>
        {words.time}: <TimeText at={clock.value.time} />
      </span>
      {clock.value.mayMove && (
        <Button quiet busy={isBusy} testId="next-day" onPress={() => void goToNextDay()}>
          {isBusy ? words.moving : words.nextDay}
        </Button>
      )}
      {failure && <FailureNotice failure={failure} />}
    </section>
  );
}
