import { useState } from "preact/hooks";
import { type W9Case, type W9Summary, w9Case, w9List } from "#contract/console/w9";
import { Button } from "../../../widgets/ui/button.tsx";
import { useQuery } from "../../client/use-query.ts";
import { texts } from "../../i18n/current-texts.ts";
import { Link } from "../../router/link.tsx";
import { api, may } from "../../session/session.ts";
import { ask } from "../../ui/ask.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Facts } from "../../ui/facts.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { Panel } from "../../ui/page.tsx";
import { humanize, StatusBadge } from "../../ui/status-badge.tsx";
import { dateText, TimeText } from "../../ui/time-text.tsx";
import { showToast } from "../../ui/toasts.tsx";
import { useSubmit } from "../../ui/use-submit.ts";

/** The customer's W-9s, newest first. Staff who decide payouts can open them. */
export function W9Forms({ path }: { path: string }) {
  const { w9Forms, loading } = texts.value;
  const listPath = `${path}/w9s`;
  const { value, failure, reload } = useQuery(listPath, (signal) =>
    api.get(listPath, w9List, signal),
  );
  const [opened, setOpened] = useState<string | null>(null);
  const asking = useSubmit(
    (w9Id: string) => api.send("POST", `/w9s/${encodeURIComponent(w9Id)}/request-again`, w9List),
    () => showToast(w9Forms.requestedAgain),
  );
  const requestAgain = async ({ w9Id }: W9Summary) => {
    const { title, text, yes } = w9Forms.askQuestion;
    if (!(await ask({ title, text, yes, danger: true }))) return;
    await asking.submit(w9Id);
    // Also after a failure: the service may have created the form although its response was lost.
    reload();
  };
  return (
    <Panel title={w9Forms.title} testId="w9-forms">
      {asking.failure && <FailureNotice failure={asking.failure} />}
      {failure && <FailureNotice failure={failure} onRetry={reload} />}
      {!value && !failure && <p class="loading">{loading}</p>}
      {value?.data.length === 0 && <p class="muted">{w9Forms.none}</p>}
      <ol class="timeline">
        {value?.data.map((form) => (
          <li class="timeline-item" key={form.w9Id} data-testid={`w9-${form.status}`}>
            <div class="timeline-head">
              <StatusBadge status={form.status} text={w9Forms.statuses[form.status]} />
              <TimeText at={form.completedAt ?? form.createdAt} />
            </div>
            <p class="muted small">{remarksOf(form).join(" · ")}</p>
            {form.status === "completed" && may("payouts.decide") && (
              <div class="w9-form-actions">
                <Button quiet testId="w9-open" onPress={() => setOpened(form.w9Id)}>
                  {w9Forms.open}
                </Button>
                <Button
                  quiet
                  testId="w9-request-again"
                  busy={asking.isBusy}
                  onPress={() => void requestAgain(form)}
                >
                  {w9Forms.requestAgain}
                </Button>
              </div>
            )}
          </li>
        ))}
      </ol>
      {opened !== null && <OpenedForm w9Id={opened} onClose={() => setOpened(null)} />}
    </Panel>
  );
}

/** The summary of a form before it is opened. */
function remarksOf(form: W9Summary): string[] {
  const { w9Forms } = texts.value;
  return [
    ...(form.status === "completed"
      ? [w9Forms.tinMatch[form.tinMatch] ?? humanize(form.tinMatch)]
      : []),
    ...(form.backupWithholding ? [w9Forms.backupWithholding] : []),
    ...(form.notUsPerson ? [w9Forms.notUsPerson] : []),
  ];
}

/** Shows an opened form. The service records the opening. */
function OpenedForm({ w9Id, onClose }: { w9Id: string; onClose: () => void }) {
  const { w9Forms, loading } = texts.value;
  const path = `/w9s/${encodeURIComponent(w9Id)}`;
  const { value, failure, reload } = useQuery(path, (signal) => api.get(path, w9Case, signal));
  return (
    <Dialog title={w9Forms.title} testId="w9-opened" onClose={onClose} isDrawer>
      {failure && <FailureNotice failure={failure} onRetry={reload} />}
      {!value && !failure && <p class="loading">{loading}</p>}
      {value && <FormFacts form={value} />}
      {value && may("tax.file") && (
        <p>
          <a href={`/console/api${path}/copy`} download data-testid="w9-copy">
            {w9Forms.copy}
          </a>
        </p>
      )}
    </Dialog>
  );
}

function FormFacts({ form: found }: { form: W9Case }) {
  const { w9Forms } = texts.value;
  const { form } = found;
  if (!form) return null;
  const { address } = form;
  const place = [address.city, address.state, address.postalCode].filter(Boolean).join(" ");
  const lines = (all: readonly (string | null)[]) => (
    <span class="lines">
      {all.filter(Boolean).map((line) => (
        <span key={line}>{line}</span>
      ))}
    </span>
  );
  return (
    <>
      <Facts
        facts={[
          { name: w9Forms.name, value: form.name },
          { name: w9Forms.businessName, value: form.businessName },
          { name: w9Forms.classification, value: humanize(form.classification) },
          { name: w9Forms.address, value: lines([address.line1, address.line2, place]) },
          { name: w9Forms.number, value: <bdi class="unbroken">{form.maskedTin}</bdi> },
          {
            name: w9Forms.matching,
            value: w9Forms.tinMatch[found.tinMatch] ?? humanize(found.tinMatch),
          },
          {
            name: w9Forms.sameNumber,
            value: found.sameNumber.length > 0 && (
              <span class="lines">
                {found.sameNumber.map((id) => (
                  <Link key={id} to={`/customers/${encodeURIComponent(id)}`}>
                    {id}
                  </Link>
                ))}
              </span>
            ),
          },
          {
            name: w9Forms.confirmed,
            value: w9Forms.confirmedBy[found.confirmedBy ?? "nobody"],
          },
          {
            name: w9Forms.remarks,
            value: form.hints.length > 0 && form.hints.map(humanize).join(" · "),
          },
          { name: w9Forms.signature, value: `${form.signature}, ${dateText(form.signedOn)}` },
          { name: w9Forms.from, value: lines([form.ipAddress, form.userAgent]) },
          { name: w9Forms.certification, value: lines(form.certification.split("\n")) },
        ].map((fact) => ({ ...fact, value: fact.value || null }))}
      />
      <h3 class="panel-title">{w9Forms.accesses}</h3>
      <ol class="timeline">
        {found.accesses.map(({ actor, action, at, ipAddress }) => (
          <li class="timeline-item" key={`${at} ${action}`}>
            <div class="timeline-head">
              <span>{`${w9Forms.actors[actor] ?? actor}: ${humanize(action)}`}</span>
              <TimeText at={at} />
            </div>
            {ipAddress && <p class="muted small">{ipAddress}</p>}
          </li>
        ))}
      </ol>
    </>
  );
}
