import { type HomeWaiting, homeWaiting } from "#contract/console/home";
import { useQuery } from "../../client/use-query.ts";
import { language, texts } from "../../i18n/current-texts.ts";
import { homeTexts } from "../../i18n/home-texts.ts";
import { Link } from "../../router/link.tsx";
import { api } from "../../session/session.ts";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { Panel } from "../../ui/page.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { humanize } from "../../ui/status-badge.tsx";
import { processorText } from "../payments/method-text.ts";
import { countText, fullMoney } from "./figure-texts.ts";

const everyMs = 15_000;

/** The list for each kind of work. Other kinds are shown without a link. */
const places: Readonly<Record<string, { to: string; query?: Record<string, string> }>> = {
  deadlines: { to: "/disputes" },
  outcomes: { to: "/payments" },
  approvals: { to: "/approvals" },
  refunds: { to: "/refunds", query: { which: "waiting", sort: "oldest" } },
  batches: { to: "/payments/batches" },
  disputes: { to: "/disputes" },
  breaks: { to: "/reconciliation" },
  notices: { to: "/reconciliation/notices" },
  reviews: { to: "/reviews" },
  sanctions: { to: "/approvals/sanctions" },
  deliveries: { to: "/deliveries", query: { status: "dead" } },
};

/** What waits for a person, and the health of what payments depend on. */
export function Waiting() {
  const { value, failure, reload } = useQuery(
    "/home/waiting",
    (signal) => api.get("/home/waiting", homeWaiting, signal),
    { everyMs },
  );
  const { waiting } = homeTexts.value;
  return (
    <div class="home-top">
      <Panel title={waiting.title} testId="waiting">
        {failure && <FailureNotice failure={failure} onRetry={reload} />}
        {value ? (
          <Work work={value.work} />
        ) : (
          !failure && (
            <p class="loading" aria-busy="true">
              {texts.value.loading}
            </p>
          )
        )}
      </Panel>
      {value && value.processors.length + value.chains.length > 0 && <Health {...value} />}
    </div>
  );
}

function Work({ work }: { work: HomeWaiting["work"] }) {
  const { waiting } = homeTexts.value;
  const open = work.filter(({ count }) => count > 0);
  if (open.length === 0) {
    return (
      <p class="muted" data-testid="nothing-waiting">
        {waiting.nothing}
      </p>
    );
  }
  return (
    <ul class="plain-list">
      {open.map(({ kind, count, oldestAt, dueAt, amounts }) => {
        const place = places[kind];
        const name = waiting.kinds[kind] ?? humanize(kind);
        const sums = amounts.map(({ amount, currency }) => fullMoney(amount, currency));
        return (
          <li class="line work" key={kind} data-testid={`work-${kind}`}>
            <span class="work-count">{countText(count)}</span>
            <span class="two-lines">
              {place ? (
                <Link to={place.to} query={place.query ?? {}}>
                  {name}
                </Link>
              ) : (
                <span>{name}</span>
              )}
              <span class="muted small">
                {oldestAt && (
                  <>
                    {waiting.oldest} <RelativeTime at={oldestAt} />
                  </>
                )}
                {dueAt && ` · ${waiting.due} ${timeText(dueAt)}`}
                {sums.length > 0 && ` · ${sums.join(" · ")}`}
              </span>
            </span>
          </li>
        );
      })}
    </ul>
  );
}

function timeText(at: string): string {
  return new Intl.DateTimeFormat(language.value, { dateStyle: "medium" }).format(new Date(at));
}

const tones: Readonly<Record<string, string>> = { closed: "good", half_open: "wait", open: "bad" };

function Health({ processors, chains }: Pick<HomeWaiting, "processors" | "chains">) {
  const { health } = homeTexts.value;
  return (
    <Panel title={health.title} testId="health">
      <ul class="plain-list">
        {processors.map(({ name, breaker, answered, failed }) => (
          <li class="line" key={name} data-testid={`health-${name}`}>
            <span class="two-lines">
              <Link to="/routing">{processorText(name)}</Link>
              <span class="muted small">{health.recent(answered, failed)}</span>
            </span>
            <span class="badge" data-tone={tones[breaker] ?? "quiet"} data-status={breaker}>
              {health.states[breaker] ?? humanize(breaker)}
            </span>
          </li>
        ))}
        {chains.map(({ network, blockNumber, followedAt, isBehind }) => (
          <li class="line" key={network} data-testid={`health-${network}`}>
            <span class="two-lines">
              <Link to="/payments" query={{ processor: network }}>
                {processorText(network)}
              </Link>
              <span class="muted small">
                {blockNumber === null ? health.noBlock : health.block(countText(blockNumber))}
                {followedAt && (
                  <>
                    {" · "}
                    <RelativeTime at={followedAt} />
                  </>
                )}
              </span>
            </span>
            <span class="badge" data-tone={isBehind ? "bad" : "good"}>
              {isBehind ? health.behind : health.following}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
