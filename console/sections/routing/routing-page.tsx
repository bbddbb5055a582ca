import "../../../styles/console/routing.css";
import { useState } from "preact/hooks";
import { type ConsoleRouting, consoleRouting } from "#contract/console/routing";
import { checkRoutingRules, type RoutingRule } from "#contract/routing-rules";
import { Button } from "../../../widgets/ui/button.tsx";
import { Notice } from "../../../widgets/ui/notice.tsx";
import { useEditBase } from "../../client/use-edit-base.ts";
import { type Reading, useQuery } from "../../client/use-query.ts";
import { texts } from "../../i18n/current-texts.ts";
import { routingTexts } from "../../i18n/routing-texts.ts";
import { api, may } from "../../session/session.ts";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { Page, Panel } from "../../ui/page.tsx";
import { TimeText } from "../../ui/time-text.tsx";
import { showToast } from "../../ui/toasts.tsx";
import { useLeaveQuestion } from "../../ui/use-leave-question.ts";
import { useSubmit } from "../../ui/use-submit.ts";
import { DryRunPanel } from "./dry-run-panel.tsx";
import { ProcessorsPanel } from "./processors-panel.tsx";
import { RuleDialog } from "./rule-dialog.tsx";
import { newRule } from "./rule-input.ts";
import { RuleList } from "./rule-list.tsx";
import { ruleName } from "./rule-words.ts";

/** Staff edit the rules as a draft, try them on last week's payments, and save them together. */
export default function RoutingPage() {
  const { sections, settings } = texts.value;
  const routing = routingTexts.value;
  const reading = useQuery("/routing", (signal) => api.get("/routing", consoleRouting, signal));
  const { value } = reading;
  return (
    <Page title={sections.routing} lead={routing.lead} testId="routing" reading={reading}>
      {!may("routing.write") && (
        <Notice
          tone="info"
          title={settings.readOnly}
          lines={[routing.readOnlyText]}
          testId="read-only"
        />
      )}
      {value && <RoutingForm base={value} reading={reading} />}
    </Page>
  );
}

/** A rule that is being edited. New rules are not in the list yet. */
interface Editing {
  readonly rule: RoutingRule;
  readonly isNew: boolean;
}

function RoutingForm({
  base: read,
  reading,
}: {
  base: ConsoleRouting;
  reading: Reading<ConsoleRouting>;
}) {
  const { settings } = texts.value;
  const words = routingTexts.value;
  const [draft, setDraft] = useState<readonly RoutingRule[] | null>(null);
  const [editing, setEditing] = useState<Editing | null>(null);
  const [conflict, setConflict] = useState<"rules" | "none" | null>(null);
  const isReadOnly = !may("routing.write");
  const { base, rebase } = useEditBase(read, draft !== null);
  const rules = draft ?? base.rules;
  const names = base.processors.map(({ name }) => name);
  const problems = checkRoutingRules(rules, base.processors);
  const change = (next: readonly RoutingRule[]) => setDraft(isSame(next, base.rules) ? null : next);

  const { isBusy, failure, submit, forget } = useSubmit(
    async () => {
      const body = { version: base.version, rules };
      const result = await api.send("PUT", "/routing", consoleRouting, body);
      if (result.ok || result.failure.code !== "conflicting_state") return result;
      const now = await api.get("/routing", consoleRouting);
      if (!now.ok) return result;
      setConflict(isSame(now.value.rules, base.rules) ? "none" : "rules");
      rebase(now.value);
      reading.replace(now.value);
      return result;
    },
    (saved) => {
      setDraft(null);
      setConflict(null);
      reading.replace(saved);
      showToast(words.saved);
    },
  );
  const discard = () => {
    setDraft(null);
    setConflict(null);
    forget();
  };
  const isDirty = draft !== null;
  useLeaveQuestion(isDirty ? 1 : 0);
  // Without the newer rules the refusal itself says what to do.
  const isExplained = failure?.code === "conflicting_state" && conflict !== null;
  return (
    <>
      <div class="editor" tabIndex={-1}>
        <div class="notices" aria-live="polite">
          {conflict !== null && isDirty && (
            <Notice
              tone="warning"
              title={words.conflict}
              lines={[conflict === "rules" ? words.conflictRules : words.conflictNone]}
              testId="routing-conflict"
            />
          )}
        </div>
        {failure && !isExplained && <FailureNotice failure={failure} />}
        <div class="columns">
          {/* An edit during the call would be lost when its response arrives. */}
          <div class="column-main" inert={isBusy}>
            <Panel
              title={words.rules}
              testId="rules-panel"
              actions={
                !isReadOnly && (
                  <Button
                    quiet
                    testId="add-rule"
                    onPress={() => setEditing({ rule: newRule(rules, names), isNew: true })}
                  >
                    {words.add}
                  </Button>
                )
              }
            >
              <RuleList
                rules={rules}
                problems={problems}
                processors={names}
                isReadOnly={isReadOnly}
                onChange={change}
                onEdit={(at) => {
                  const rule = rules[at];
                  if (rule) setEditing({ rule, isNew: false });
                }}
              />
              <p class="muted small">
                {settings.changedAt} <TimeText at={base.updatedAt} />
              </p>
            </Panel>
            {!isReadOnly && <DryRunPanel rules={rules} />}
          </div>
          <div class="column-side">
            <ProcessorsPanel />
          </div>
        </div>
        {isDirty && (
          <section class="save-bar" aria-label={words.unsaved} data-testid="save-bar">
            <p class="save-count">{words.unsaved}</p>
            <Button quiet testId="discard" onPress={discard}>
              {conflict === "rules" ? words.showTheirs : settings.discard}
            </Button>
            <Button busy={isBusy} testId="save" onPress={() => void submit()}>
              {conflict === "rules" ? settings.saveAnyway : settings.save}
            </Button>
          </section>
        )}
      </div>
      {editing && (
        <RuleDialog
          rule={editing.rule}
          isNew={editing.isNew}
          rules={editing.isNew ? [...rules, editing.rule] : rules}
          processors={base.processors}
          onClose={() => setEditing(null)}
          onApply={(rule) => {
            const next = editing.isNew
              ? [...rules, rule]
              : rules.map((each) => (each.id === editing.rule.id ? rule : each));
            change(next);
            setEditing(null);
            showToast(words.applied(ruleName(rule)));
          }}
        />
      )}
    </>
  );
}

function isSame(a: readonly RoutingRule[], b: readonly RoutingRule[]): boolean {
  return JSON.stringify(a.map(inFixedOrder)) === JSON.stringify(b.map(inFixedOrder));
}

/** A rule's members in a fixed order, for comparison. */
function inFixedOrder({ id, name, enabled, when, to }: RoutingRule) {
  const conditions = Object.entries(when).sort(([a], [b]) => a.localeCompare(b));
  return [id, name, enabled, conditions, to.map(({ processor, weight }) => [processor, weight])];
}
