import { useState } from "preact/hooks";
import type { KycTexts } from "../../i18n/kyc-texts.ts";
import { Button } from "../../ui/button.tsx";
import { copyText } from "../../ui/copy-text.ts";
import { Icon } from "../../ui/icon.tsx";
import { LiveRegion } from "../../ui/live-region.tsx";
import { Notice } from "../../ui/notice.tsx";
import { check, clock } from "../../ui/outcome-icons.ts";
import { QrCode } from "../../ui/qr-code.tsx";
import { qrPath } from "../../ui/qr-path.ts";
import type { KycEvent, KycState } from "../machine/state.ts";
import { Panel } from "../view/panel.tsx";
import { sideName } from "../view/side-name.ts";
import { timeText } from "../view/time-text.ts";

interface HandoffViewProps {
  readonly state: KycState;
  readonly texts: KycTexts;
  readonly locale: string;
  readonly send: (event: KycEvent) => void;
}

/** Shows the code for the phone, then the phone's progress. */
export function HandoffView({ state, texts, locale, send }: HandoffViewProps) {
  const words = texts.handoff;
  const { session, handoff, busy } = state;
  const alive = session?.handoff ?? null;
  const isOpened = alive?.openedAt != null;
  const isExpired = alive === null;
  const { title, text } = isExpired ? words.expired : isOpened ? words.opened : words;
  const fresh = () => send({ type: "handoffWanted" });
  return (
    <Panel
      key={isExpired ? "expired" : isOpened ? "opened" : "code"}
      testId="kyc-handoff"
      title={title}
      text={text}
    >
      {isExpired ? (
        <Button testId="kyc-fresh-code" busy={busy} onPress={fresh}>
          {words.fresh}
        </Button>
      ) : (
        <>
          {!isOpened && handoff && <Code handoff={handoff} texts={texts} locale={locale} />}
          {isOpened && <Sides state={state} texts={texts} />}
          {!isOpened && (
            <p class="kyc-waiting">
              <span class="spinner" aria-hidden="true" />
              <span>{words.waiting}</span>
            </p>
          )}
        </>
      )}
      {state.stalled && (
        <Notice testId="kyc-stalled" tone="warning" title={texts.stalled} lines={[]} />
      )}
      <div class="kyc-ways">
        {isOpened && (
          <button type="button" class="link kyc-back" data-testid="kyc-show-code" onClick={fresh}>
            {words.showAgain}
          </button>
        )}
        <Button testId="kyc-this-device" quiet onPress={() => send({ type: "back" })}>
          {words.here}
        </Button>
      </div>
    </Panel>
  );
}

function Code(props: {
  handoff: { url: string; expiresAt: string };
  texts: KycTexts;
  locale: string;
}) {
  const { handoff, texts, locale } = props;
  const words = texts.handoff;
  const [said, setSaid] = useState("");
  const copy = async () => {
    if (await copyText(handoff.url)) setSaid(words.copied);
  };
  return (
    <div class="kyc-code-card">
      <QrCode class="kyc-qr" code={qrPath(handoff.url)} label={words.qr} testId="kyc-qr" />
      <div class="kyc-link">
        <input
          class="input"
          readOnly
          dir="ltr"
          value={handoff.url}
          aria-label={words.link}
          data-testid="kyc-link"
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <Button testId="kyc-copy" quiet onPress={() => void copy()}>
          {said === "" ? words.copy : words.copied}
        </Button>
      </div>
      <p class="field-hint">{words.until(timeText(handoff.expiresAt, locale))}</p>
      <LiveRegion message={said} />
    </div>
  );
}

function Sides({ state, texts }: { state: KycState; texts: KycTexts }) {
  const words = texts.handoff.state;
  return (
    <ul class="kyc-list" data-testid="kyc-follow">
      {(state.session?.sides ?? []).map(({ side, upload }) => {
        const name = sideName(side, texts);
        const known = upload?.state === "received" || upload?.state === "refused";
        const at = known ? upload.state : upload ? "uploading" : "missing";
        const percent =
          at === "uploading" && upload && upload.sizeBytes > 0
            ? `\u00a0·\u00a0${texts.upload.percent(Math.floor((upload.offset / upload.sizeBytes) * 100))}`
            : "";
        return (
          <li key={side} data-testid={`kyc-follow-${side}`} data-state={at}>
            <span class="kyc-list-mark" data-result={at === "received" ? "passed" : "unknown"}>
              <Icon name={at === "received" ? check : clock} />
            </span>
            <span class="kyc-list-name">{name}</span>
            <span class="kyc-list-state">{words[at as keyof typeof words] + percent}</span>
          </li>
        );
      })}
    </ul>
  );
}

export type HandoffViewComponent = typeof HandoffView;
