import type { KycTexts } from "../../i18n/kyc-texts.ts";
import { Button } from "../../ui/button.tsx";
import { type Drawn, Icon, type IconName } from "../../ui/icon.tsx";
import { IconLine } from "../../ui/icon-line.tsx";
import { Notice } from "../../ui/notice.tsx";
import { check, clock, cross } from "../../ui/outcome-icons.ts";
import { Step } from "../../ui/step.tsx";
import type { KycSession } from "../kyc-responses.ts";
import { sideName } from "./side-name.ts";
import { timeText } from "./time-text.ts";

interface ResultProps {
  readonly session: KycSession;
  readonly texts: KycTexts;
  readonly locale: string;
  /** True on our own page, where nothing waits for the result. */
  readonly isPage: boolean;
  readonly busy: boolean;
  /** Why the last action had no result. */
  readonly problem: string | null;
  readonly onRetry: () => void;
}

type Look = {
  readonly tone: "success" | "danger" | "warning" | "neutral";
  readonly icon: IconName | Drawn;
};

const looks: Readonly<Record<string, Look>> = {
  verified: { tone: "success", icon: check },
  verified_manually: { tone: "success", icon: check },
  under_review: { tone: "neutral", icon: clock },
  rejected: { tone: "warning", icon: "alert" },
  rejected_manually: { tone: "danger", icon: cross },
  expired: { tone: "warning", icon: clock },
};

/** The result, check by check, and whether trying again helps. */
export function Result(props: ResultProps) {
  const { session, texts, locale, isPage, busy, problem, onRetry } = props;
  const { status, checks, reasons, canRetry, retryAt } = session;
  const words = texts.result;
  const { title, text } = wordsOf(session, texts);
  const look = looks[status] ?? { tone: "neutral", icon: "info" };
  const isVerified = status.startsWith("verified");
  const reasonTexts =
    status === "rejected" ? reasons.map((reason) => reasonText(reason, texts)) : [];
  // The service names a time only until it has come. The device's clock may be wrong.
  const isLater = retryAt !== null;
  return (
    <Step
      key={`${session.kycVerificationId} ${status}`}
      testId={`kyc-result-${status}`}
      tone={look.tone}
      icon={look.icon}
      title={title}
      lines={[
        ...new Set([text, ...reasonTexts, ...(isPage && isVerified ? [words.closeTab] : [])]),
      ]}
    >
      {checks.length > 0 && <Checks checks={checks} texts={texts} />}
      {problem !== null && (
        <div role="alert" class="kyc-alert">
          <Notice testId="kyc-failure" tone="warning" title={problem} lines={[]} />
        </div>
      )}
      {canRetry && !isLater && (
        <Button testId="kyc-retry" busy={busy} onPress={onRetry}>
          {retryText(session, texts)}
        </Button>
      )}
      {canRetry && !isLater && keepsOne(session) && <p class="field-hint">{words.keeps}</p>}
      {canRetry && isLater && (
        <IconLine class="kyc-later" icon={clock} data-testid="kyc-retry-at">
          {words.retryAt(timeText(retryAt, locale, Date.parse(session.serverTime)))}
        </IconLine>
      )}
    </Step>
  );
}

function wordsOf({ status, canRetry, reasons }: KycSession, { result: words }: KycTexts) {
  switch (status) {
    case "verified":
    case "verified_manually":
      return words.verified;
    case "expired":
      return reasons.some(({ code }) => code === "identity_changed")
        ? words.changed
        : words.expired;
    case "rejected":
      return canRetry ? words.rejected : words.rejectedForGood;
    case "under_review":
    case "rejected_manually":
      return words[status];
    default:
      return words.unknown(status);
  }
}

function reasonText({ code, message }: { code: string; message: string }, texts: KycTexts): string {
  const { reason } = texts.result;
  return (Object.hasOwn(reason, code) ? reason[code] : undefined) ?? texts.anyReason ?? message;
}

/** Names the side if only one failed. */
function retryText({ retakeSides, sides }: KycSession, texts: KycTexts): string {
  const [only] = retakeSides;
  return retakeSides.length === 1 && sides.length > 1 && only !== undefined
    ? texts.result.retrySide(sideName(only, texts))
    : texts.result.retry;
}

const keepsOne = ({ retakeSides, sides, status }: KycSession) =>
  status === "rejected" && retakeSides.length > 0 && retakeSides.length < sides.length;

function Checks({ checks, texts }: { checks: KycSession["checks"]; texts: KycTexts }) {
  const { check: words, marks, checks: title } = texts.result;
  return (
    <section class="kyc-checks" aria-label={title}>
      <h2 class="kyc-checks-title">{title}</h2>
      <ul class="kyc-list">
        {checks.map(({ code, result, message }) => {
          const known = Object.hasOwn(words, code) ? words[code]?.[result] : undefined;
          const mark = Object.hasOwn(marks, result) ? marks[result] : result;
          return (
            <li key={code} data-testid={`kyc-check-${code}`} data-result={result}>
              <span class="kyc-list-mark" data-result={result}>
                <Icon name={checkIcons[result] ?? "info"} />
                <span class="visually-hidden">{mark}</span>
              </span>
              <span class="kyc-list-name">{known ?? texts.anyReason ?? message}</span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

const checkIcons: Readonly<Record<string, Drawn>> = { passed: check, failed: cross };
