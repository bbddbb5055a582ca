import type { KycTexts } from "../../i18n/kyc-texts.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { IconLine } from "../../ui/icon-line.tsx";
import { Notice } from "../../ui/notice.tsx";
import { check } from "../../ui/outcome-icons.ts";
import type { KycEvent, KycState } from "../machine/state.ts";
import { DocumentDrawing } from "./document-drawing.tsx";
import { FileButton } from "./file-button.tsx";
import { camera, phone } from "./kyc-icons.ts";
import { Panel } from "./panel.tsx";
import { fileProblemText, pictureProblems } from "./problem-words.ts";
import { sideName } from "./side-name.ts";

interface TakeSideProps {
  readonly state: KycState;
  readonly texts: KycTexts;
  /** Whether this device can hand off to a phone; false on a phone. */
  readonly offersPhone: boolean;
  readonly send: (event: KycEvent) => void;
}

/** One side of the document, and the options to take its picture. */
export function TakeSide({ state, texts, offersPhone, send }: TakeSideProps) {
  const { session, preparing, fileProblem, problems, busy } = state;
  const side = state.side ?? "";
  const words = texts.take;
  const sides = session?.sides ?? [];
  const at = sides.findIndex((each) => each.side === side) + 1;
  const received = sides.filter(({ upload }) => upload?.state === "received");
  return (
    <Panel
      key={side}
      testId="kyc-side"
      title={words.title(sideName(side, texts))}
      text={words.text[side]}
      progress={sides.length > 1 ? words.progress(at, sides.length) : undefined}
    >
      <div role="alert" class="kyc-alert">
        {fileProblem !== null && (
          <Notice
            testId="kyc-file-problem"
            tone="danger"
            code={fileProblem.code}
            title={texts.fileProblem.title}
            lines={[fileProblemText(fileProblem, texts)]}
          />
        )}
        {problems.length > 0 && (
          <Notice
            testId="kyc-problems"
            tone="danger"
            code={problems[0]?.code}
            title={texts.refusedPicture}
            lines={pictureProblems(problems, texts)}
          />
        )}
      </div>
      <div class="kyc-target">
        <DocumentDrawing side={side} />
        <ul class="kyc-tips">
          {words.tips.map((tip) => (
            <li key={tip}>
              <Icon name={check} />
              <span>{tip}</span>
            </li>
          ))}
        </ul>
      </div>
      <div class="kyc-ways">
        <Button
          testId="kyc-use-camera"
          busy={preparing}
          onPress={() => send({ type: "cameraWanted" })}
        >
          {!preparing && <Icon name={camera} />}
          {preparing ? words.preparing : words.camera}
        </Button>
        <FileButton
          label={words.file}
          quiet
          busy={false}
          onFile={(source) => send({ type: "pictureGiven", source })}
        />
        {offersPhone && (
          <button
            type="button"
            class="kyc-phone"
            data-testid="kyc-use-phone"
            aria-disabled={busy ? "true" : undefined}
            onClick={() => send({ type: "handoffWanted" })}
          >
            <Icon name={phone} sizePx={22} />
            <span class="kyc-document-words">
              <span class="kyc-document-name">{words.phone}</span>
              <span class="field-hint">{words.phoneText}</span>
            </span>
            {busy && <span class="spinner" aria-hidden="true" />}
          </button>
        )}
      </div>
      {received.map((each) => (
        <IconLine class="kyc-kept" icon={check} key={each.side}>
          {words.kept(sideName(each.side, texts))}
        </IconLine>
      ))}
      {state.requestedType === null && (
        <button
          type="button"
          class="link kyc-back"
          data-testid="kyc-other-document"
          onClick={() => send({ type: "changeDocument" })}
        >
          {words.otherDocument}
        </button>
      )}
    </Panel>
  );
}
