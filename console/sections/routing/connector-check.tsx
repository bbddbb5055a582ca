import { type ConnectorCheckView, consoleRouting } from "#contract/console/routing";
import { listText } from "../../../widgets/i18n/list-text.ts";
import { Button } from "../../../widgets/ui/button.tsx";
import { language } from "../../i18n/current-texts.ts";
import { routingTexts } from "../../i18n/routing-texts.ts";
import { api, may } from "../../session/session.ts";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { humanize } from "../../ui/status-badge.tsx";
import { showToast } from "../../ui/toasts.tsx";
import { useSubmit } from "../../ui/use-submit.ts";

interface Props {
  readonly processor: { readonly name: string; readonly check: ConnectorCheckView };
  /** `services` neither take card payments nor send payouts. */
  readonly kind?: "processors" | "payouts" | "services";
  readonly reload: () => void;
}

/** The result of a connector's last check, and the button that starts one. */
export function ConnectorCheck({ processor: { name, check }, kind = "processors", reload }: Props) {
  const words = routingTexts.value.health.check;
  const { start, text } = words.starts[kind];
  const { isBusy, failure, submit } = useSubmit(
    async () => {
      const path = `/routing/${kind}/${encodeURIComponent(name)}/check`;
      const result = await api.send("POST", path, consoleRouting);
      reload();
      return result;
    },
    () => showToast(words.started),
  );
  const shown = failure && {
    ...failure,
    message: words.refusals[failure.code] ?? failure.message,
  };
  const canStart = may("routing.write") && check.state !== "running";
  return (
    <>
      <span class="small" data-testid={`check-${name}`} data-state={check.state}>
        {words.states[check.state] ?? humanize(check.state)}
        {check.checkedAt && (
          <>
            {" · "}
            <RelativeTime at={check.checkedAt} isFocusable />
          </>
        )}
      </span>
      {check.steps.length > 0 && (
        <details class="more small" data-testid={`check-steps-${name}`}>
          <summary>{words.title}</summary>
          <dl class="sum">
            {check.steps.map(({ step, result, codes }) => (
              <div key={step}>
                <dt>{words.steps[step] ?? humanize(step)}</dt>
                <dd>
                  <span class={result === "fails" ? "field-error" : undefined}>
                    {words.results[result] ?? humanize(result)}
                  </span>
                  {codes.length > 0 &&
                    `: ${listText(
                      codes.map((code) => words.codes[code] ?? code),
                      language.value,
                    )}`}
                </dd>
              </div>
            ))}
          </dl>
        </details>
      )}
      {canStart && check.isPossible && (
        <div>
          <Button quiet busy={isBusy} testId={`check-start-${name}`} onPress={() => void submit()}>
            {start}
          </Button>
          <p class="muted small">{text}</p>
        </div>
      )}
      {canStart && !check.isPossible && <span class="muted small">{words.live}</span>}
      {shown && <FailureNotice failure={shown} />}
    </>
  );
}
