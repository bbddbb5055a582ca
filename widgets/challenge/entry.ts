import "../../styles/challenge.css";
import {
  type challengeFrameMessages,
  challengePageMessages,
  readChallengeRequest,
} from "#contract/channel/challenge";
import { createPeer, type Peer } from "#contract/channel/peer";
import type { After } from "#contract/channel/port";
import type { Language } from "#contract/languages";
import { meetPage } from "../client/channel-handshake.ts";
import { loadChallengeTexts } from "../i18n/load-challenge-texts.ts";
import { showChallenge } from "./challenge.ts";

/** The challenge's frame: receives the payment frame's port from the page, then serves it. */
const after: After = (ms, run) => {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
};

const texts = loadChallengeTexts(document.documentElement.lang as Language);

const find = (id: string): HTMLElement => {
  const element = document.getElementById(id);
  if (!element) throw new Error(`index.html has no #${id}`);
  return element;
};

const serve = (port: MessagePort, onHeight: (heightPx: number) => void) => {
  let shown = false;
  port.addEventListener("message", async (event) => {
    const request = readChallengeRequest(event.data);
    if (!request || shown) return;
    shown = true;
    showChallenge(
      {
        title: find("title"),
        cancel: find("cancel"),
        stage: find("stage"),
        wait: find("wait"),
        live: find("live"),
      },
      await texts,
      request,
      { after, onHeight, onOutcome: (outcome) => port.postMessage(outcome) },
    );
  });
  port.start();
};

meetPage(window, {
  onIgnored: () => {}, // no host page is connected yet
  onPort(pagePort) {
    const page: Peer<typeof challengeFrameMessages, Record<string, never>> = createPeer({
      port: pagePort,
      calls: {},
      receives: challengePageMessages,
      answered: {},
      answers: {},
      after,
      onMessage(_init, [port]) {
        if (!(port instanceof MessagePort)) return;
        serve(port, (heightPx) => page.send({ type: "resize", heightPx }));
        page.send({ type: "ready" });
      },
    });
  },
});
