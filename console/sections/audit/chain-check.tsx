import "../../../styles/console/audit.css";
import { useState } from "preact/hooks";
import { type AuditVerification, auditVerification } from "#contract/console/audit";
import { Button } from "../../../widgets/ui/button.tsx";
import { auditTexts } from "../../i18n/audit-texts.ts";
import { api } from "../../session/session.ts";
import { CopyId } from "../../ui/copy-id.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { Glyph } from "../../ui/glyph.tsx";
import { fullTimeText } from "../../ui/time-text.tsx";
import { useSubmit } from "../../ui/use-submit.ts";

/** Verifies the whole chain and shows the result. */
export function ChainCheck() {
  const audit = auditTexts.value;
  const [found, setFound] = useState<AuditVerification>();
  const { isBusy, failure, submit } = useSubmit(
    () => api.send("POST", "/audit/verify", auditVerification),
    setFound,
  );
  const tone = found ? (found.intact ? "good" : "bad") : "quiet";
  return (
    <section class="chain" data-tone={tone} aria-label={audit.chain}>
      <Glyph name="security" sizePx={24} />
      <div class="chain-text" role="status" data-testid="chain-result">
        {found ? (
          <>
            <p class="strong">
              {found.intact ? audit.intact(found.entries) : audit.broken(found.problem?.sequence)}
            </p>
            <p class="muted">
              {found.problem
                ? (audit.problems[found.problem.kind] ?? found.problem.message)
                : audit.verifiedAt(fullTimeText(found.verifiedAt))}
            </p>
          </>
        ) : (
          <>
            <p class="strong">{audit.chain}</p>
            <p class="muted">{audit.chainText}</p>
          </>
        )}
      </div>
      <Button quiet busy={isBusy} testId="verify-chain" onPress={() => void submit()}>
        {found ? audit.verifyAgain : audit.verify}
      </Button>
      {found?.head && (
        <p class="chain-head small">
          {audit.head} <CopyId id={found.head.hash} label={audit.head} />
        </p>
      )}
      {failure && <FailureNotice failure={failure} />}
    </section>
  );
}
