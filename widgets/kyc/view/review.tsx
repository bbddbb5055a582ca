import type { KycTexts } from "../../i18n/kyc-texts.ts";
import { Button } from "../../ui/button.tsx";
import { IconLine } from "../../ui/icon-line.tsx";
import { Notice } from "../../ui/notice.tsx";
import { check } from "../../ui/outcome-icons.ts";
import type { ReadyPicture } from "../picture/picture.ts";
import { Panel } from "./panel.tsx";
import { PictureCanvas } from "./picture-canvas.tsx";
import { sideName } from "./side-name.ts";

interface ReviewProps {
  readonly side: string;
  readonly picture: ReadyPicture;
  readonly texts: KycTexts;
  readonly onUse: () => void;
  readonly onDrop: () => void;
}

/** The picture before it is sent, with the warnings found on the device. */
export function Review({ side, picture, texts, onUse, onDrop }: ReviewProps) {
  const words = texts.review;
  const name = sideName(side, texts);
  const { barcode, warnings, source } = picture;
  const doubts = warnings.map((warning) => words.warnings[warning]);
  const isUnreadable = barcode === "unreadable";
  const again = source === "camera" ? words.again : words.otherFile;
  const use = isUnreadable ? words.useAnyway : words.use;
  return (
    <Panel testId="kyc-review" title={words.title(name)} text={words.good}>
      <PictureCanvas {...picture} label={words.alt(name)} />
      {barcode === "readable" && (
        <IconLine class="kyc-good" icon={check} data-testid="kyc-barcode-readable">
          {words.barcodeReadable}
        </IconLine>
      )}
      {(isUnreadable || doubts.length > 0) && (
        <Notice
          testId="kyc-doubts"
          tone="warning"
          code={isUnreadable ? "barcode_unreadable" : warnings[0]}
          title={isUnreadable ? words.barcodeUnreadable.title : (doubts[0] ?? "")}
          lines={isUnreadable ? [words.barcodeUnreadable.text, ...doubts] : doubts.slice(1)}
        />
      )}
      <div class="kyc-ways" data-turned={isUnreadable ? "" : undefined}>
        <Button testId="kyc-use" quiet={isUnreadable} onPress={onUse}>
          {use}
        </Button>
        <Button testId="kyc-again" quiet={!isUnreadable} onPress={onDrop}>
          {again}
        </Button>
      </div>
    </Panel>
  );
}
