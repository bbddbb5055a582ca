import type { ComponentChild } from "preact";
import { useEffect } from "preact/hooks";
import type { KycTexts } from "../../i18n/kyc-texts.ts";
import { Button } from "../../ui/button.tsx";
import { IconLine } from "../../ui/icon-line.tsx";
import { LiveRegion } from "../../ui/live-region.tsx";
import { Notice } from "../../ui/notice.tsx";
import { OperatorLogo } from "../../ui/operator-logo.tsx";
import { clock } from "../../ui/outcome-icons.ts";
import { Step } from "../../ui/step.tsx";
import { useLoaded } from "../../ui/use-loaded.ts";
import type { Camera } from "../camera/camera.ts";
import type { CameraViewComponent } from "../camera/camera-view.tsx";
import type { HandoffViewComponent } from "../handoff/handoff-view.tsx";
import type { KycEvent, KycState } from "../machine/state.ts";
import type { Pixels } from "../picture/measure-picture.ts";
import type { BarcodeFinding } from "../picture/picture.ts";
import { BackLink } from "./back-link.tsx";
import { Choose } from "./choose.tsx";
import { FileButton } from "./file-button.tsx";
import { Panel } from "./panel.tsx";
import { failureText } from "./problem-words.ts";
import { Result } from "./result.tsx";
import { Review } from "./review.tsx";
import { Sending } from "./sending.tsx";
import { refusedWords, spokenText } from "./spoken-text.ts";
import { TakeSide } from "./take-side.tsx";

/** A host page, a step of another widget, or our own page. */
export type KycPlace = "frame" | "step" | "link" | "phone";

/** Parts that load only when needed. */
export interface KycParts {
  readonly camera: Camera;
  readonly checkBarcode: (pixels: Pixels) => Promise<BarcodeFinding>;
  loadCamera(): Promise<CameraViewComponent>;
  loadHandoff(): Promise<HandoffViewComponent>;
  /** The form for missing customer data; null if this place cannot ask for it. */
  readonly dataStep:
    | ((
        state: KycState,
        words: { readonly title: string; readonly lost: string; readonly retry: string },
        onDone: () => void,
      ) => ComponentChild)
    | null;
}

/** The running widget and the gallery pass the same properties. */
export interface KycViewProps {
  readonly state: KycState;
  readonly texts: KycTexts;
  readonly locale: string;
  readonly place: KycPlace;
  readonly online: boolean;
  readonly offersPhone: boolean;
  readonly parts: KycParts;
  readonly send: (event: KycEvent) => void;
}

const isPage = (place: KycPlace) => place === "link" || place === "phone";

const leavable = ["camera", "review", "handoff"];

/** Shows one screen at a time, with one live region that outlives the screens. */
export function KycView(props: KycViewProps) {
  const { state, texts, place, send } = props;
  useEffect(() => {
    if (!leavable.includes(state.step)) return;
    const leave = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.defaultPrevented) return;
      event.preventDefault();
      send({ type: "back" });
    };
    addEventListener("keydown", leave);
    return () => removeEventListener("keydown", leave);
  }, [state.step]);
  useEffect(() => {
    // On every screen: the browser would open the file in place of the widget, and lose a picture that is being sent.
    const hold = (event: DragEvent) => {
      const types = event.dataTransfer?.types ?? [];
      if (types.includes("Files") || types.includes("text/uri-list")) event.preventDefault();
    };
    const drop = (event: DragEvent) => {
      hold(event);
      const source = event.dataTransfer?.files[0];
      if (source) send({ type: "pictureGiven", source });
    };
    addEventListener("dragover", hold);
    addEventListener("drop", drop);
    return () => {
      removeEventListener("dragover", hold);
      removeEventListener("drop", drop);
    };
  }, []);
  const content = (
    <>
      {isPage(place) && (
        <>
          <OperatorLogo operator={state.session?.operator} />
          {state.session && (
            <IconLine class="kyc-for" icon="lock" data-testid="kyc-for">
              {state.session.operator.name}
            </IconLine>
          )}
        </>
      )}
      <Failure {...props} />
      <Screen {...props} />
      <LiveRegion message={spokenText(props)} />
    </>
  );
  const data = {
    "data-testid": "kyc",
    "data-step": state.step,
    "data-status": state.session?.status,
  };
  return place === "step" ? (
    <div class="kyc-nested" {...data}>
      {content}
    </div>
  ) : (
    <main class="kyc" {...data} aria-label={texts.title}>
      {content}
    </main>
  );
}

function Failure({ state, texts, locale }: KycViewProps) {
  const shown = ["choose", "side", "data", "handoff"].includes(state.step) ? state.failure : null;
  return (
    <div role="alert" class="kyc-alert">
      {shown && (
        <Notice
          testId="kyc-failure"
          tone="warning"
          code={shown.code}
          title={failureText(shown, texts, locale)}
          lines={[]}
        />
      )}
    </div>
  );
}

function Screen(props: KycViewProps) {
  const { state, texts, locale, place, online, offersPhone, parts, send } = props;
  const { session, picture, side, sending } = state;
  switch (state.step) {
    case "loading":
      return <Waiting testId="kyc-loading" title={texts.loading} holdsPlace />;
    case "unreachable":
      return (
        <Step
          testId="kyc-unreachable"
          tone="warning"
          icon="alert"
          title={texts.unreachable.title}
          lines={[online ? texts.unreachable.text : texts.unreachable.offline]}
        >
          <Button testId="kyc-try-now" quiet onPress={() => send({ type: "again" })}>
            {texts.unreachable.retry}
          </Button>
        </Step>
      );
    case "refused": {
      const { title, text } = refusedWords(state.failure, place, texts);
      return <Step testId="kyc-refused" tone="warning" icon={clock} title={title} lines={[text]} />;
    }
    case "data": {
      const { title, text } = texts.phoneFirst;
      const words = { title, lost: texts.failed.lost, retry: texts.unreachable.retry };
      return (
        parts.dataStep?.(state, words, () => send({ type: "requirementsMet" })) ?? (
          <Step testId="kyc-phone-first" tone="neutral" icon="info" title={title} lines={[text]} />
        )
      );
    }
    case "choose":
      return session ? (
        <Choose
          key={state.requestedType}
          session={session}
          texts={texts}
          requestedType={state.requestedType}
          busy={state.busy}
          onConsent={(documentType) => send({ type: "consented", documentType })}
        />
      ) : null;
    case "side":
      return <TakeSide state={state} texts={texts} offersPhone={offersPhone} send={send} />;
    case "camera":
      return <LoadedCamera {...props} />;
    case "review":
      return picture && side !== null ? (
        <Review
          side={side}
          picture={picture}
          texts={texts}
          onUse={() => send({ type: "pictureAccepted" })}
          onDrop={() => send({ type: "pictureDropped" })}
        />
      ) : null;
    case "upload":
      return sending ? (
        <Sending sending={sending} texts={texts} onCancel={() => send({ type: "back" })} />
      ) : (
        <Waiting testId="kyc-loading" title={texts.loading} />
      );
    case "handoff":
      return <LoadedHandoff {...props} />;
    case "submitting":
      return (
        <Waiting testId="kyc-submitting" title={texts.submitting} state={state} texts={texts} />
      );
    case "reading":
      return <Reading {...props} />;
    case "result":
      return session ? (
        <Result
          session={session}
          texts={texts}
          locale={locale}
          isPage={isPage(place)}
          busy={state.busy}
          problem={state.failure && failureText(state.failure, texts, locale)}
          onRetry={() => send({ type: "retryWanted" })}
        />
      ) : null;
  }
}

interface WaitingProps {
  readonly testId: string;
  readonly title: string;
  readonly lines?: readonly string[];
  readonly holdsPlace?: boolean;
  readonly state?: KycState;
  readonly texts?: KycTexts;
}

function Waiting({ testId, title, lines = [], holdsPlace, state, texts }: WaitingProps) {
  return (
    <Step
      testId={testId}
      title={title}
      lines={lines}
      holdsPlace={holdsPlace}
      tone="neutral"
      icon={null}
    >
      {state?.stalled && texts && (
        <Notice testId="kyc-stalled" tone="warning" title={texts.stalled} lines={[]} />
      )}
    </Step>
  );
}

/** After this many polls, about twenty seconds, the wait counts as long; usually it takes two. */
const longPolls = 14;

function Reading({ state, texts }: KycViewProps) {
  const { title, text, long, leave } = texts.reading;
  const lines = state.polls > longPolls ? [long, leave] : [text];
  return <Waiting testId="kyc-reading" title={title} lines={lines} state={state} texts={texts} />;
}

function LoadedCamera(props: KycViewProps) {
  const { state, texts, parts, send } = props;
  const camera = useLoaded(async () => ({ View: await parts.loadCamera() }));
  const file = (
    <FileButton
      label={texts.camera.file}
      quiet
      onFile={(source) => send({ type: "pictureGiven", source })}
    />
  );
  if (camera.isLost) {
    const { title, text } = texts.camera.absent;
    return (
      <Panel testId="kyc-camera-absent" title={title} text={text}>
        {file}
        <BackLink texts={texts} onBack={() => send({ type: "back" })} />
      </Panel>
    );
  }
  if (camera.part === null) {
    return <Waiting testId="kyc-loading" title={texts.camera.opening} holdsPlace />;
  }
  const { View: Camera } = camera.part;
  return (
    <Camera
      camera={parts.camera}
      side={state.side ?? ""}
      texts={texts}
      file={file}
      preparing={state.preparing}
      checkBarcode={parts.checkBarcode}
      onTaken={(source) => send({ type: "pictureGiven", source })}
      onBack={() => send({ type: "back" })}
    />
  );
}

function LoadedHandoff(props: KycViewProps) {
  const { state, texts, locale, parts, send } = props;
  const handoff = useLoaded(async () => ({ View: await parts.loadHandoff() }));
  if (handoff.isLost) {
    return (
      <Panel testId="kyc-handoff-lost" title={texts.failed.lost}>
        <Button testId="kyc-this-device" quiet onPress={() => send({ type: "back" })}>
          {texts.handoff.here}
        </Button>
      </Panel>
    );
  }
  if (handoff.part === null) {
    return <Waiting testId="kyc-loading" title={texts.handoff.making} holdsPlace />;
  }
  const { View: Handoff } = handoff.part;
  return <Handoff state={state} texts={texts} locale={locale} send={send} />;
}
