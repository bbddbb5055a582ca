import { useEffect, useRef, useState } from "preact/hooks";
import type { Language } from "#contract/languages";
import { loadW9Texts } from "../i18n/load-w9-texts.ts";
import type { PersonalTexts } from "../i18n/personal-texts.ts";
import type { W9Texts } from "../i18n/w9-texts.ts";
import { Button } from "../ui/button.tsx";
import { LazyPart } from "../ui/lazy-part.tsx";
import { Notice } from "../ui/notice.tsx";
import { saveFile } from "../ui/save-file.ts";
import { Step } from "../ui/step.tsx";
import { createW9Api, type W9Api } from "../w9/w9-api.ts";
import { watchWindow } from "../w9/watch-window.ts";
import "../../styles/choice.css";
import "../../styles/step.css";
import "../../styles/w9.css";
import { clock } from "../ui/outcome-icons.ts";

interface W9StepProps {
  readonly w9CaptureUrl: string;
  readonly texts: PersonalTexts;
  readonly locale: string;
  readonly nowMs: () => number;
  /** Signed, or the link expired: ask the service what comes next. */
  readonly onDone: () => void;
  readonly w9Texts: W9Texts;
  /** Opens the window in the click; null if the browser blocks it. */
  readonly openWindow?: (url: string) => Pick<Window, "closed" | "focus" | "close"> | null;
  readonly api?: W9Api;
}

type View = "ready" | "left" | "waiting" | "inline" | "blocked" | "notUs";

const pollEveryMs = 500;

export async function loadW9Step(language: string) {
  return { W9Step, w9Texts: await loadW9Texts(language as Language) };
}

/**
 * Opens the W-9 in its own window, in the click. If the browser blocks that, or the customer prefers to stay, the form
 * is inline. The step asks the server for the result.
 */
export function W9Step(props: W9StepProps) {
  const { w9CaptureUrl, texts, w9Texts, locale, nowMs, onDone } = props;
  const { openWindow = openOwnWindow } = props;
  const words = w9Texts.step;
  const [view, setView] = useState<View>("ready");
  const [api] = useState(
    () => props.api ?? createW9Api({ clientSecret: w9CaptureUrl.split("#")[1] ?? "" }),
  );
  const opened = useRef<ReturnType<typeof openWindow>>(null);

  useEffect(() => {
    if (view !== "waiting") return;
    const watch = watchWindow({
      api,
      nowMs,
      w9Id: "",
      after(ms, run) {
        const timer = setTimeout(run, ms);
        return () => clearTimeout(timer);
      },
      onOutcome({ type }) {
        if (type === "canceled") setView("left");
        else if (type === "not_us_person") setView("notUs");
        else onDone();
      },
    });
    const look = () => watch.handle(opened.current?.closed ?? true);
    look();
    const timer = setInterval(look, pollEveryMs);
    const onVisible = () => {
      if (!document.hidden) watch.look();
    };
    document.addEventListener("visibilitychange", onVisible);
    return () => {
      watch.stop();
      clearInterval(timer);
      document.removeEventListener("visibilitychange", onVisible);
    };
  }, [view]);

  const open = () => {
    opened.current = openWindow(asHere(w9CaptureUrl, locale));
    setView(opened.current ? "waiting" : "blocked");
  };

  if (view === "inline" || view === "blocked") {
    return (
      <div class="w9-inline" data-testid="w9-inline">
        {view === "blocked" && (
          <Notice testId="w9-blocked" tone="info" title={words.blocked} lines={[]} />
        )}
        <InlineForm
          api={api}
          texts={texts}
          w9Texts={w9Texts}
          locale={locale}
          nowMs={nowMs}
          onDone={onDone}
        />
      </div>
    );
  }
  if (view === "notUs") {
    const { title, lines } = w9Texts.notUs.done;
    return (
      <Step
        testId="w9-step-not-us"
        tone="neutral"
        icon="info"
        title={title}
        lines={lines.slice(0, 1)}
      />
    );
  }
  const isWaiting = view === "waiting";
  return (
    <Step
      key={isWaiting ? "waiting" : "ready"}
      testId={isWaiting ? "w9-step-waiting" : "w9-step"}
      tone="neutral"
      icon={isWaiting ? clock : "lock"}
      title={isWaiting ? words.waiting : words.title}
      lines={[isWaiting ? words.waitingText : words.text]}
    >
      <div role="alert">
        {view === "left" && (
          <Notice testId="w9-left" tone="warning" title={words.left} lines={[]} />
        )}
      </div>
      <div class="w9-actions">
        {isWaiting ? (
          <Button testId="w9-open-again" quiet onPress={open}>
            {words.openAgain}
          </Button>
        ) : (
          <Button testId="w9-open" onPress={open}>
            {words.open}
          </Button>
        )}
        <button type="button" class="link" data-testid="w9-here" onClick={() => setView("inline")}>
          {words.inline}
        </button>
      </div>
    </Step>
  );
}

interface InlineProps extends Pick<W9StepProps, "texts" | "locale" | "nowMs" | "onDone"> {
  readonly api: W9Api;
  readonly w9Texts: W9Texts;
}

function InlineForm({ api, texts, w9Texts, locale, nowMs, onDone }: InlineProps) {
  useEffect(() => () => api.leave(), []);
  const load = async () => (await import("../w9/w9-app.tsx")).W9App;
  return (
    <LazyPart testId="w9-form" load={load} title={w9Texts.intro.title} words={w9Texts}>
      {(App) => (
        <App
          api={api}
          locale={locale}
          nowMs={nowMs}
          texts={w9Texts}
          personal={texts}
          storage={() => sessionStorage}
          save={(file) => saveFile(file, "form-w-9.pdf")}
          closeLabel={texts.steps.continue}
          onClose={onDone}
        />
      )}
    </LazyPart>
  );
}

/** Passes the widget's language and, because a window inherits none, its color scheme. */
function asHere(url: string, locale: string): string {
  const scheme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  return url.replace("#", `?locale=${encodeURIComponent(locale)}&scheme=${scheme}#`);
}

function openOwnWindow(url: string): Window | null {
  const popup = window.open(url, "_blank", "popup,width=640,height=880");
  return popup && !popup.closed ? popup : null;
}
