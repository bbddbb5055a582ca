import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { W9Draft } from "#contract/client/w9";
import { pinnedDates } from "../i18n/date-text.ts";
import type { PersonalTexts } from "../i18n/personal-texts.ts";
import type { W9Texts } from "../i18n/w9-texts.ts";
import { Button } from "../ui/button.tsx";
import { check, clock } from "../ui/outcome-icons.ts";
import { Step } from "../ui/step.tsx";
import { ConfirmStep } from "./confirm-step.tsx";
import { NotUsPerson, Signed, W9Loading } from "./end-screens.tsx";
import { storedDraftOf } from "./stored-draft.ts";
import type { ReadCompleted, ReadSession, W9Api } from "./w9-api.ts";
import { W9Form } from "./w9-form.tsx";

interface W9AppProps {
  readonly api: W9Api;
  readonly texts: W9Texts;
  readonly personal: PersonalTexts;
  readonly locale: string;
  readonly nowMs: () => number;
  readonly storage: () => Storage;
  readonly save: (file: Blob) => void;
  /** The customer is done here; the window or dialog may close. */
  readonly onClose: () => void;
  /** The close button's label. Default: it closes the window. */
  readonly closeLabel?: string;
  /**
   * Reported to the opener: the customer signed, declared that they are not a US person, or withdrew that declaration.
   */
  readonly onProgress?: (progress: { w9Id: string; status: string; notUsPerson: boolean }) => void;
}

type View =
  | { step: "loading" | "broken" | "expired" | "completed" }
  | { step: "confirm" | "form" | "notUs" | "declared" }
  | { step: "signed"; completed: ReadCompleted };

/** Milliseconds without typing before a draft goes to the server. */
const draftPauseMs = 2_000;

/** The W-9 from the link to the customer's copy. */
export function W9App(props: W9AppProps) {
  const { api, texts, personal, locale, nowMs, onProgress } = props;
  const [session, setSession] = useState<ReadSession | null>(null);
  const [view, setView] = useState<View>({ step: "loading" });
  const [round, setRound] = useState(0);
  const [isLost, setLost] = useState(false);
  const latest = useRef<W9Draft | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const kept = useMemo(
    () => (session === null ? null : storedDraftOf(session.w9Id, props.storage)),
    [session?.w9Id],
  );

  const open = async () => {
    setLost(false);
    const result = await api.session();
    if (!result.ok) {
      const { code } = result.failure;
      if (code === "client_secret_expired") setView({ step: "expired" });
      else if (code === "lost" || code === "rate_limited") setLost(true);
      else setView({ step: "broken" });
      return;
    }
    const { value } = result;
    setSession(value);
    if (value.status !== "pending") {
      setView({ step: value.status === "completed" ? "completed" : "expired" });
    } else if (value.notUsPerson) setView({ step: "declared" });
    else {
      const isKept = storedDraftOf(value.w9Id, props.storage).read() !== null;
      setView({ step: value.confirmBy.length > 0 && !isKept ? "confirm" : "form" });
    }
  };
  useEffect(() => {
    void open();
  }, [round]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const keep = (draft: W9Draft) => {
    latest.current = draft;
    kept?.keep(draft);
    clearTimeout(timer.current);
    if (!session?.isConfirmed) return;
    // Losing a draft does no harm: the window still has it.
    timer.current = setTimeout(() => void api.saveDraft(draft), draftPauseMs);
  };

  if (isLost) {
    const { title, lines } = texts.over.lost;
    return (
      <Step testId="w9-lost" tone="warning" icon="alert" title={title} lines={lines}>
        <div class="w9-actions">
          <Button testId="w9-retry" onPress={() => setRound(round + 1)}>
            {texts.retry}
          </Button>
        </div>
      </Step>
    );
  }
  if (view.step === "broken" || view.step === "expired" || view.step === "completed") {
    const { title, lines } = texts.over[view.step];
    const isDone = view.step === "completed";
    return (
      <Step
        testId={`w9-${view.step}`}
        tone={isDone ? "success" : "neutral"}
        icon={isDone ? check : clock}
        title={title}
        lines={lines}
      >
        {props.closeLabel !== undefined && (
          <div class="w9-actions">
            <Button testId="w9-close" onPress={props.onClose}>
              {props.closeLabel}
            </Button>
          </div>
        )}
      </Step>
    );
  }
  if (session === null || view.step === "loading") {
    return <W9Loading texts={texts} />;
  }
  const report = (status: string, notUsPerson: boolean) =>
    onProgress?.({ w9Id: session.w9Id, status, notUsPerson });

  if (view.step === "signed") {
    return (
      <Signed
        texts={texts}
        locale={locale}
        completed={view.completed}
        operatorName={session.operator.name}
        copy={(receipt) => api.copy(receipt)}
        save={props.save}
        onClose={props.onClose}
        closeLabel={props.closeLabel}
      />
    );
  }
  if (view.step === "confirm") {
    return (
      <ConfirmStep
        session={session}
        api={api}
        texts={texts}
        personal={personal}
        locale={locale}
        nowMs={nowMs}
        onByHand={() => setView({ step: "form" })}
        onConfirmed={(confirmation) => {
          api.useConfirmation(confirmation);
          setRound(round + 1);
        }}
      />
    );
  }
  if (view.step === "notUs" || view.step === "declared") {
    return (
      <NotUsPerson
        texts={texts}
        operatorName={session.operator.name}
        isDeclared={view.step === "declared"}
        onBack={() => setView({ step: "form" })}
        declare={async (notUsPerson) => {
          clearTimeout(timer.current);
          const result = await api.declareNotUsPerson(notUsPerson);
          if (!result.ok) return result.failure;
          if (notUsPerson) {
            kept?.forget();
            latest.current = null;
          }
          report("pending", notUsPerson);
          setView({ step: notUsPerson ? "declared" : "form" });
          return null;
        }}
      />
    );
  }
  return (
    <W9Form
      texts={texts}
      personal={personal}
      operatorName={session.operator.name}
      draft={latest.current ?? kept?.read() ?? (session.prefill as W9Draft | null)}
      knownName={session.knownName ?? ""}
      date={new Intl.DateTimeFormat(locale, { dateStyle: "long", ...pinnedDates }).format(
        new Date(session.serverTime),
      )}
      onDraft={keep}
      onNotUsPerson={() => setView({ step: "notUs" })}
      complete={async (body) => {
        clearTimeout(timer.current);
        const result = await api.complete(body);
        // Signed in another window, or here and the response was lost: there is nothing left to do in the form.
        if (!result.ok && result.failure.code === "w9_already_completed") {
          kept?.forget();
          setView({ step: "completed" });
          report("completed", false);
        }
        return result;
      }}
      onSigned={(completed) => {
        kept?.forget();
        setView({ step: "signed", completed });
        report(completed.status, false);
      }}
    />
  );
}
