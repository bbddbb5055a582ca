import type { KycTexts } from "../../i18n/kyc-texts.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import type { SendingState } from "../upload/send-picture.ts";
import { Panel } from "./panel.tsx";

interface SendingProps {
  readonly sending: SendingState;
  readonly texts: KycTexts;
  readonly onCancel: () => void;
}

/** An upload in percent, or waiting for the connection. */
export function Sending({ sending, texts, onCancel }: SendingProps) {
  const words = texts.upload;
  const percent = percentOf(sending);
  const isWhole = percent === 100;
  return (
    <Panel testId="kyc-upload" title={words.title} text={words.text}>
      <div class="kyc-sending">
        <progress class="kyc-bar" max={100} value={percent} aria-label={words.title} />
        <p class="kyc-percent" data-testid="kyc-percent">
          {isWhole && <span class="spinner" aria-hidden="true" />}
          {isWhole ? words.checking : words.percent(percent)}
        </p>
      </div>
      {sending.stalled && (
        <Notice
          testId="kyc-stalled"
          tone="warning"
          title={words.stalled.title}
          lines={[words.stalled.text]}
        />
      )}
      <Button testId="kyc-cancel" quiet onPress={onCancel}>
        {texts.cancel}
      </Button>
    </Panel>
  );
}

export function percentOf({ sentBytes, totalBytes }: SendingState): number {
  return totalBytes === 0 ? 0 : Math.min(100, Math.floor((sentBytes / totalBytes) * 100));
}
