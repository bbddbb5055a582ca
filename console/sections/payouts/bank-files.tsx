import { useState } from "preact/hooks";
import { type BankFile, type BankFileList, bankFileList } from "#contract/console/bank-files";
import { Button } from "../../../widgets/ui/button.tsx";
import { useQuery } from "../../client/use-query.ts";
import { bankFileTexts } from "../../i18n/bank-file-texts.ts";
import { api, may } from "../../session/session.ts";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { Money } from "../../ui/money.tsx";
import { Panel } from "../../ui/page.tsx";
import { ReasonDialog } from "../../ui/reason-dialog.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { showToast } from "../../ui/toasts.tsx";
import { useSubmit } from "../../ui/use-submit.ts";

type Decision = "confirmed" | "released";

/** ACH files that the bank may or may not have received. */
export function BankFiles() {
  const words = bankFileTexts.value;
  const path = "/bank-files";
  const { value, failure, reload, replace } = useQuery(path, (signal) =>
    api.get(path, bankFileList, signal),
  );
  const [toConfirm, setToConfirm] = useState<{ file: BankFile; decision: Decision } | null>(null);
  const notice = failure && <FailureNotice failure={failure} onRetry={reload} />;
  // A read that finds no file left must not close the dialog, which may show a refusal.
  const dialog = toConfirm && (
    <DecisionDialog
      {...toConfirm}
      reload={reload}
      onDecided={(list) => {
        setToConfirm(null);
        replace(list);
        showToast(words[toConfirm.decision]);
      }}
      onClose={() => setToConfirm(null)}
    />
  );
  if (!value || value.data.length === 0) {
    return (
      <>
        {notice}
        {dialog}
      </>
    );
  }
  return (
    <Panel title={words.title} testId="bank-files">
      {notice}
      <p>{words.lead}</p>
      <p class="strong">{words.steps}</p>
      <ul class="plain-list">
        {value.data.map((file) => (
          <FileLine
            file={file}
            onDecide={(decision) => setToConfirm({ file, decision })}
            key={file.achFileId}
          />
        ))}
      </ul>
      {dialog}
    </Panel>
  );
}

function FileLine({ file, onDecide }: { file: BankFile; onDecide: (decision: Decision) => void }) {
  const words = bankFileTexts.value;
  const mayDecide = may("bank_files.decide") && !file.isShared;
  return (
    <li class="line" data-testid="bank-file">
      <span class="two-lines">
        <span class="mono break">{file.name}</span>
        <span class="muted small">
          {words.entries(file.entryCount)} · {words.out}{" "}
          <Money amount={file.paidOut} currency="USD" /> · {words.in}{" "}
          <Money amount={file.debited} currency="USD" />
          {file.since !== null && (
            <>
              {" "}
              · {words.since} <RelativeTime at={file.since} isFocusable />
            </>
          )}
        </span>
        {file.isShared && <span class="small">{words.shared}</span>}
      </span>
      {mayDecide && (
        <>
          <Button quiet testId="confirm-file" onPress={() => onDecide("confirmed")}>
            {words.confirm}
          </Button>
          <Button quiet testId="release-file" onPress={() => onDecide("released")}>
            {words.release}
          </Button>
        </>
      )}
      {!mayDecide && !file.isShared && <span class="muted small">{words.adminDecides}</span>}
    </li>
  );
}

interface DecisionDialogProps {
  readonly file: BankFile;
  readonly decision: Decision;
  readonly reload: () => void;
  readonly onDecided: (list: BankFileList) => void;
  readonly onClose: () => void;
}

function DecisionDialog(props: DecisionDialogProps) {
  const { file, decision, reload, onDecided, onClose } = props;
  const words = bankFileTexts.value;
  const isRelease = decision === "released";
  const { isBusy, failure, submit } = useSubmit(async (reason: string) => {
    const path = `/bank-files/${encodeURIComponent(file.achFileId)}/decision`;
    const result = await api.send("POST", path, bankFileList, { decision, reason });
    // Someone else may have decided.
    if (!result.ok) reload();
    return result;
  }, onDecided);
  return (
    <ReasonDialog
      title={isRelease ? words.releaseTitle : words.confirmTitle}
      name="decide-file"
      testId="decide-file"
      label={words.reason}
      hint={words.reasonHint}
      missing={words.reasonMissing}
      confirm={isRelease ? words.release : words.confirm}
      isDanger={isRelease}
      isBusy={isBusy}
      failure={failure}
      onSend={(reason) => void submit(reason)}
      onClose={onClose}
    >
      <p class="dialog-text">
        <span class="mono break">{file.name}</span>
      </p>
      <p class="dialog-text">{isRelease ? words.releaseText : words.confirmText}</p>
    </ReasonDialog>
  );
}
