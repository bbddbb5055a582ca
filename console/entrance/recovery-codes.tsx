import { useState } from "preact/hooks";
import { Button } from "../../widgets/ui/button.tsx";
import { IconLine } from "../../widgets/ui/icon-line.tsx";
import { texts } from "../i18n/current-texts.ts";
import { showToast } from "../ui/toasts.tsx";
import { EntranceTitle } from "./entrance-title.tsx";

/** Shows the recovery codes once. The person must confirm that they have stored them. */
export function RecoveryCodes({
  codes,
  onStored,
}: {
  codes: readonly string[];
  onStored: () => void;
}) {
  const { recovery } = texts.value;
  const [areStored, setAreStored] = useState(false);
  const [isReminded, setIsReminded] = useState(false);
  return (
    <>
      <EntranceTitle title={recovery.title} lead={recovery.lead} />
      <CodeList codes={codes} />
      <label class="check">
        <input
          type="checkbox"
          checked={areStored}
          aria-describedby={isReminded ? "codes-reminder" : undefined}
          onChange={({ currentTarget }) => setAreStored(currentTarget.checked)}
          data-testid="codes-stored"
        />
        <span>{recovery.stored}</span>
      </label>
      {isReminded && !areStored && (
        <IconLine class="field-error" icon="alert" id="codes-reminder" role="alert">
          {recovery.reminder}
        </IconLine>
      )}
      <Button
        testId="codes-continue"
        onPress={() => (areStored ? onStored() : setIsReminded(true))}
      >
        {recovery.go}
      </Button>
    </>
  );
}

export function CodeList({ codes }: { codes: readonly string[] }) {
  const { recovery, copied, notCopied } = texts.value;
  const text = `${codes.join("\n")}\n`;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      showToast(copied);
    } catch {
      showToast(notCopied);
    }
  };
  const download = () => {
    const url = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
    const link = document.createElement("a");
    link.href = url;
    link.download = "tessera-recovery-codes.txt";
    link.click();
    URL.revokeObjectURL(url);
  };
  return (
    <>
      <ol class="recovery-codes" data-testid="recovery-codes">
        {codes.map((code) => (
          <li key={code}>
            <code class="mono">{code}</code>
          </li>
        ))}
      </ol>
      <div class="button-row">
        <Button quiet testId="codes-copy" onPress={() => void copy()}>
          {recovery.copy}
        </Button>
        <Button quiet testId="codes-download" onPress={download}>
          {recovery.download}
        </Button>
      </div>
    </>
  );
}
