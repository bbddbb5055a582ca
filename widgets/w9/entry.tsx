/**
 * The page of a W-9. In its own window it is the form, opened by a link with its secret after the `#`. In a frame of
 * the SDK it watches that window, or is the form in the SDK's dialog.
 */
import "../../styles/tokens.css";
import "../../styles/base.css";
import "../../styles/controls.css";
import "../../styles/choice.css";
import "../../styles/personal.css";
import "../../styles/step.css";
import "../../styles/w9.css";
import "../../styles/late-page.css";
import { render } from "preact";
import { ChannelError } from "#contract/channel/channel-error";
import { frameCalls } from "#contract/channel/messages";
import { type W9Tables, w9PageCalls, w9PageMessages } from "#contract/channel/w9-messages";
import type { Language } from "#contract/languages";
import { openPageChannel } from "../client/channel.ts";
import { reportEscape, reportHeight } from "../client/frame-reports.ts";
import { keepLoading } from "../client/keep-loading.ts";
import { reloadForLostScripts } from "../client/lost-scripts.ts";
import { followLinks, readLinkSecret } from "../client/read-link-secret.ts";
import { scrollToHeadings } from "../client/scroll-to-headings.ts";
import { smoothHeights } from "../client/smooth-heights.ts";
import { loadW9Texts } from "../i18n/load-w9-texts.ts";
import { readerLocale } from "../i18n/reader-locale.ts";
import { loadStepTexts } from "../steps/load-step-texts.ts";
import { ignoreHeldEnter } from "../ui/held-enter.ts";
import { saveFile } from "../ui/save-file.ts";
import { createW9Api, type W9Api } from "./w9-api.ts";
import { W9App } from "./w9-app.tsx";
import { type WindowWatch, watchWindow } from "./watch-window.ts";

const root = document.getElementById("widget") as HTMLElement;
const language = document.documentElement.lang as Language;

interface Shown {
  readonly api: W9Api;
  readonly locale: string;
  /** Shows a bar with a close button: there is no window to close. */
  readonly inDialog: boolean;
  readonly onClose: () => void;
  readonly onProgress?: Parameters<typeof W9App>[0]["onProgress"];
}

async function showForm({ api, locale, inDialog, onClose, onProgress }: Shown) {
  const [texts, personal] = await keepLoading(() =>
    Promise.all([loadW9Texts(language), loadStepTexts(language)]),
  );
  scrollToHeadings();
  smoothHeights(root);
  // Do not hydrate the build's HTML.
  root.replaceChildren();
  render(
    <>
      {inDialog && (
        <div class="w9-bar">
          <span lang="en">Form W‑9</span>
          <button type="button" class="link" data-testid="w9-close-bar" onClick={onClose}>
            {texts.closeBar}
          </button>
        </div>
      )}
      <main class="w9">
        <W9App
          api={api}
          texts={texts}
          personal={personal}
          locale={locale}
          onClose={onClose}
          {...(onProgress && { onProgress })}
          {...(inDialog && { closeLabel: texts.closeBar })}
          nowMs={Date.now}
          storage={() => sessionStorage}
          save={(file) => saveFile(file, "form-w-9.pdf")}
        />
      </main>
    </>,
    root,
  );
  reportLeaving(api);
}

/** Reports to the opener that the customer left, even if it cannot see this window. */
function reportLeaving(api: W9Api) {
  addEventListener("pagehide", () => api.leave());
  // Back from the browser's cache: it is open again.
  addEventListener("pageshow", (event) => {
    if (event.persisted) void api.session();
  });
}

function runInWindow() {
  document.documentElement.dataset["window"] = "";
  const secret = readLinkSecret(window);
  followLinks(window, secret);
  const api = createW9Api({ clientSecret: secret ?? "" });
  const wanted = new URLSearchParams(location.search).get("locale") ?? navigator.language;
  const locale = readerLocale(wanted, language);
  void showForm({ api, locale, inDialog: false, onClose: () => window.close() });
}

function runInFrame() {
  let watch: WindowWatch | null = null;
  const channel = openPageChannel<W9Tables>({
    pageMessages: w9PageMessages,
    pageCalls: w9PageCalls,
    frameCalls,
    answers: {
      async settle() {
        if (watch === null) throw lost("The frame has not begun yet.");
        try {
          return await watch.settle();
        } catch {
          throw lost("The form's status could not be read.");
        }
      },
    },
    onMessage(message) {
      if (message.type === "handle") watch?.handle(message.closed);
      if (message.type !== "init") return;
      const { clientSecretKey, showForm: isForm } = message;
      const locale = readerLocale(message.locale, language);
      const api = createW9Api({ clientSecret: clientSecretKey });
      watch = watchWindow({
        api,
        w9Id: clientSecretKey.split("_secret_")[0] ?? "",
        nowMs: Date.now,
        after(ms, run) {
          const timer = setTimeout(run, ms);
          return () => clearTimeout(timer);
        },
        onOutcome: (result) => channel.send({ type: "complete", result }),
      });
      document.addEventListener("visibilitychange", () => {
        if (!document.hidden) watch?.look();
      });
      if (isForm) {
        // The form is inline, so it is open as long as this frame.
        watch.handle(false);
        void showForm({
          api,
          locale,
          inDialog: true,
          onClose: () => channel.send({ type: "close" }),
          onProgress: () => watch?.look(),
        });
        reportEscape(channel);
      }
      reportHeight(root, channel);
    },
  });
}

function lost(message: string): ChannelError {
  return new ChannelError({ code: "network", party: "network", message });
}

reloadForLostScripts();
ignoreHeldEnter();
if (window.parent === window) runInWindow();
else runInFrame();
