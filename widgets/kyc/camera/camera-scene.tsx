import type { ComponentChildren, Ref } from "preact";
import type { KycTexts } from "../../i18n/kyc-texts.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { BackLink } from "../view/back-link.tsx";
import { camera } from "../view/kyc-icons.ts";
import { Panel } from "../view/panel.tsx";
import { sideName } from "../view/side-name.ts";
import type { CameraProblem } from "./camera.ts";
import type { LiveHint } from "./live-hint.ts";

export type CameraPhase =
  | { readonly type: "ask" }
  | { readonly type: "opening" }
  | { readonly type: "live"; readonly hint: LiveHint | null }
  | { readonly type: "preparing" }
  | { readonly type: "problem"; readonly problem: CameraProblem };

interface CameraSceneProps {
  readonly phase: CameraPhase;
  readonly side: string;
  readonly texts: KycTexts;
  readonly video?: Ref<HTMLVideoElement>;
  readonly onAllow: () => void;
  readonly onShutter: () => void;
  /** Shown next to the camera at all times. */
  readonly file: ComponentChildren;
  readonly onBack: () => void;
}

/** The camera step in each phase, without a camera. */
export function CameraScene(props: CameraSceneProps) {
  const { phase, side, texts, onAllow, onShutter, onBack, file } = props;
  const words = texts.camera;
  const title = texts.take.title(sideName(side, texts));
  const backLink = <BackLink texts={texts} onBack={onBack} />;
  if (phase.type === "ask") {
    return (
      <Panel key="ask" testId="kyc-camera-ask" title={words.ask.title} text={words.ask.text}>
        <Button testId="kyc-camera-allow" onPress={onAllow}>
          <Icon name={camera} />
          {words.ask.allow}
        </Button>
        {file}
        {backLink}
      </Panel>
    );
  }
  if (phase.type === "problem") {
    const problemTexts = words[phase.problem];
    return (
      <Panel
        key={phase.problem}
        testId={`kyc-camera-${phase.problem}`}
        title={problemTexts.title}
        text={problemTexts.text}
      >
        {phase.problem === "denied" && (
          <ol class="kyc-steps">
            {words.denied.steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        )}
        {file}
        {phase.problem !== "absent" && (
          <Button testId="kyc-camera-retry" quiet onPress={onAllow}>
            {words.retry}
          </Button>
        )}
        {backLink}
      </Panel>
    );
  }
  const isLive = phase.type === "live";
  const hint = isLive ? phase.hint : null;
  const status =
    phase.type === "preparing"
      ? texts.take.preparing
      : isLive
        ? words.hints[hint ?? "fit"]
        : words.opening;
  return (
    <Panel key="camera" testId="kyc-camera" title={title} text={texts.take.text[side]}>
      <div class="kyc-camera" data-hint={hint ?? undefined} data-live={isLive ? "" : undefined}>
        <video
          ref={props.video ?? null}
          class="kyc-video"
          aria-label={words.name(sideName(side, texts))}
          autoplay
          muted
          playsInline
        />
        <span
          class="kyc-guide"
          data-shape={side === "photo_page" ? "passport" : "card"}
          aria-hidden="true"
        />
        <p class="kyc-hint" data-testid="kyc-hint">
          {!isLive && <span class="spinner" aria-hidden="true" />}
          {status}
        </p>
      </div>
      <Button testId="kyc-shutter" busy={!isLive} onPress={onShutter}>
        {isLive && <Icon name={camera} />}
        {words.shutter}
      </Button>
      {file}
      {backLink}
    </Panel>
  );
}
