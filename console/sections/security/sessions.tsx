import { type StaffSession, sessionList } from "#contract/console/session";
import { Button } from "../../../widgets/ui/button.tsx";
import { useQuery } from "../../client/use-query.ts";
import { texts } from "../../i18n/current-texts.ts";
import { api } from "../../session/session.ts";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { Panel } from "../../ui/page.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { showToast } from "../../ui/toasts.tsx";
import { useSubmit } from "../../ui/use-submit.ts";
import { browserName } from "./browser-name.ts";

/** The person's sessions. They can end each one, or all others at once. */
export function Sessions() {
  const { security, loading } = texts.value;
  const reading = useQuery("/me/sessions", (signal) =>
    api.get("/me/sessions", sessionList, signal),
  );
  const { value, failure, reload, replace } = reading;
  const others = useSubmit(
    () => api.send("POST", "/me/sessions/end-others", sessionList),
    (list) => {
      replace(list);
      showToast(security.othersEnded);
    },
  );
  const one = useSubmit(
    (id: string) => api.send("DELETE", `/me/sessions/${encodeURIComponent(id)}`, sessionList),
    (list) => {
      replace(list);
      showToast(security.sessionEnded);
    },
  );
  const hasOthers = (value?.data.length ?? 0) > 1;
  return (
    <Panel
      title={security.sessions}
      testId="sessions"
      actions={
        hasOthers && (
          <Button
            quiet
            busy={others.isBusy}
            testId="end-others"
            onPress={() => void others.submit()}
          >
            {security.endOthers}
          </Button>
        )
      }
    >
      {failure && <FailureNotice failure={failure} onRetry={reload} />}
      {(others.failure ?? one.failure) && (
        <FailureNotice failure={(others.failure ?? one.failure) as never} />
      )}
      {!value && !failure && <p class="loading">{loading}</p>}
      <ul class="plain-list" tabIndex={-1}>
        {value?.data.map((session) => (
          <SessionLine
            session={session}
            onEnd={() => void one.submit(session.sessionId)}
            key={session.sessionId}
          />
        ))}
      </ul>
    </Panel>
  );
}

function SessionLine({ session, onEnd }: { session: StaffSession; onEnd: () => void }) {
  const { security, nothing } = texts.value;
  const name = browserName(session.userAgent) ?? security.unknownBrowser;
  return (
    <li class="line">
      <span class="two-lines">
        <span class="strong" title={session.userAgent ?? undefined}>
          {name}
        </span>
        <span class="muted small">
          {session.ipAddress ?? nothing} · {security.lastSeen}{" "}
          <RelativeTime at={session.lastSeenAt} isFocusable />
        </span>
      </span>
      {session.isCurrent ? (
        <span class="badge" data-tone="good">
          {security.thisOne}
        </span>
      ) : (
        <button
          type="button"
          class="text-button"
          aria-label={security.endOne(name)}
          onClick={onEnd}
        >
          {security.end}
        </button>
      )}
    </li>
  );
}
