import { useState } from "preact/hooks";
import { pinnedDates } from "../i18n/date-text.ts";
import type { W9Texts } from "../i18n/w9-texts.ts";
import { Button } from "../ui/button.tsx";
import { AwaitedHeading } from "../ui/heading-level.tsx";
import { Notice } from "../ui/notice.tsx";
import { check } from "../ui/outcome-icons.ts";
import { Step } from "../ui/step.tsx";
import type { ReadCompleted, W9Failure, W9Result } from "./w9-api.ts";
import { W9Problem } from "./w9-problem.tsx";

/** The build puts this into the page. */
export function W9Loading({ texts }: { texts: W9Texts }) {
  return (
    <>
      <AwaitedHeading title={texts.intro.title} />
      <p class="w9-loading" role="status" data-testid="w9-loading">
        <span class="spinner" aria-hidden="true" />
        {texts.loading}
      </p>
    </>
  );
}

interface SignedProps {
  readonly texts: W9Texts;
  readonly operatorName: string;
  readonly completed: ReadCompleted;
  readonly locale: string;
  readonly copy: (receipt: string) => Promise<W9Result<Blob>>;
  /** Saves the file through the browser. */
  readonly save: (file: Blob) => void;
  readonly onClose: () => void;
  readonly closeLabel: string | undefined;
}

/** The signed form in short, and the customer's copy. */
export function Signed(props: SignedProps) {
  const { texts, operatorName, completed, locale, copy, save, onClose, closeLabel } = props;
  const words = texts.done;
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);
  const download = async () => {
    setBusy(true);
    setFailed(false);
    const result = await copy(completed.receipt);
    setBusy(false);
    if (result.ok) save(result.value);
    else setFailed(true);
  };
  const signedAt = new Intl.DateTimeFormat(locale, {
    dateStyle: "long",
    timeStyle: "short",
    ...pinnedDates,
  });
  return (
    <Step
      testId="w9-signed"
      tone="success"
      icon={check}
      title={words.title}
      lines={[words.text(operatorName)]}
    >
      <dl class="w9-summary">
        <div>
          <dt>{words.name}</dt>
          <dd>{completed.name}</dd>
        </div>
        <div>
          <dt>{words.number}</dt>
          <dd class="w9-number" dir="ltr">
            {completed.tin}
          </dd>
        </div>
        <div>
          <dt>{words.signedAt}</dt>
          <dd>{signedAt.format(new Date(completed.completedAt))}</dd>
        </div>
      </dl>
      {completed.backupWithholding && (
        <Notice testId="w9-withheld" tone="warning" title={words.withheld} lines={[]} />
      )}
      <div role="alert">
        {failed && (
          <Notice testId="w9-copy-problem" tone="danger" title={words.downloadFailed} lines={[]} />
        )}
      </div>
      <div class="w9-actions">
        <Button testId="w9-download" busy={busy} onPress={() => void download()}>
          {words.download}
        </Button>
        <Button testId="w9-close" quiet onPress={onClose}>
          {closeLabel ?? words.close}
        </Button>
      </div>
      {closeLabel === undefined && <p class="step-text">{words.goBack}</p>}
    </Step>
  );
}

interface NotUsPersonProps {
  readonly texts: W9Texts;
  readonly operatorName: string;
  /** True if the customer already declared it; then only a mistake can be corrected. */
  readonly isDeclared: boolean;
  /** Resolves with the reason of a failure. */
  readonly declare: (notUsPerson: boolean) => Promise<W9Failure | null>;
  readonly onBack: () => void;
}

/** Tells a customer who must not sign a W-9 what to do instead. */
export function NotUsPerson({
  texts,
  operatorName,
  isDeclared,
  declare,
  onBack,
}: NotUsPersonProps) {
  const words = texts.notUs;
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<W9Failure | null>(null);
  const say = async (notUsPerson: boolean) => {
    setBusy(true);
    setFailure(await declare(notUsPerson));
    setBusy(false);
  };
  const problem = <W9Problem failure={failure} texts={texts} />;
  if (isDeclared) {
    return (
      <Step
        key="declared"
        testId="w9-not-us-declared"
        tone="neutral"
        icon={check}
        title={words.done.title}
        lines={words.done.lines}
      >
        {problem}
        <div class="w9-actions">
          <Button testId="w9-not-us-mistake" quiet busy={busy} onPress={() => void say(false)}>
            {words.mistake}
          </Button>
        </div>
      </Step>
    );
  }
  return (
    <Step
      key="ask"
      testId="w9-not-us"
      tone="neutral"
      icon="info"
      title={words.title}
      lines={[...words.lines, words.stored(operatorName)]}
    >
      {problem}
      <div class="w9-actions">
        <Button testId="w9-not-us-confirm" busy={busy} onPress={() => void say(true)}>
          {words.confirm}
        </Button>
        <Button testId="w9-not-us-back" quiet onPress={onBack}>
          {words.back}
        </Button>
      </div>
    </Step>
  );
}
