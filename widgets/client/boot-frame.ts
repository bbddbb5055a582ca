/**
 * The first script of a frame whose first screen waits for the session (payout, identity). It is inside the HTML, so
 * that page and session do not wait for the frame's own script:
 * 1. opens the channel to the page and says with its first message that the first screen is there;
 * 2. receives the secret and starts the session request;
 * 3. runs the frame's script, which loads meanwhile.
 */

import type { ChannelTables } from "#contract/channel/messages";
import { frameCalls, type initFields, type MessageOf } from "#contract/channel/messages";
import type { ObjectOf } from "#contract/channel/readers";
import { openPageChannel, type PageChannel } from "./channel.ts";
import { clientHeaders } from "./client-headers.ts";
import { reportEscape, reportHeight } from "./frame-reports.ts";
import { createMainLoader, type MainLoader } from "./load-main.ts";
import { createLostMessage } from "./lost-message.ts";

/** The tables of a widget without calls of its own. */
export interface WidgetTables extends ChannelTables {
  readonly pageCalls: Record<string, never>;
  readonly frameCalls: typeof frameCalls;
}

type InitOf<T extends WidgetTables> = Extract<MessageOf<T["pageMessages"]>, { type: "init" }>;

/** What this script leaves for the frame's own. */
export interface BootedFrame<T extends WidgetTables> {
  readonly root: HTMLElement;
  readonly page: PageChannel<T>;
  /** Settles at the page's `init` message. */
  readonly init: Promise<InitOf<T>>;
  /** The session's response; the request starts as soon as the secret arrives. */
  readonly session: Promise<Response>;
  /** See {@link MainLoader}. */
  readonly need: MainLoader["need"];
  /** Takes over the messages after `init`. Earlier ones are passed on at once. */
  takeOver(receive: (message: MessageOf<T["pageMessages"]>) => void): void;
}

declare global {
  interface Window {
    /** Set by the first script and read by the second, only in our own frame. */
    tesseraFrame?: unknown;
  }
}

/** Longest wait for the session, as in the widgets' own calls. */
const sessionDeadlineMs = 15_000;

/** Runs the steps above. `sessionPath` is the session's address. */
export function bootFrame<T extends WidgetTables>(
  pageMessages: T["pageMessages"],
  sessionPath: string,
): void {
  const root = document.getElementById("widget") as HTMLElement;
  let begin: (init: InitOf<T>) => void;
  const init = new Promise<InitOf<T>>((resolve) => {
    begin = resolve;
  });
  let kept: MessageOf<T["pageMessages"]>[] = [];
  let receive = (message: MessageOf<T["pageMessages"]>): void => void kept.push(message);
  const page = openPageChannel<T>({
    pageMessages,
    pageCalls: {} as T["pageCalls"],
    frameCalls: frameCalls as T["frameCalls"],
    answers: {} as never,
    ready: { title: document.title },
    onMessage(message) {
      if (message.type === "init") begin(message as InitOf<T>);
      else receive(message);
    },
  });
  reportEscape(page as never);
  const loader = createMainLoader(root, page as never, createLostMessage(root));
  const session = init.then((message) => {
    const { clientSecretKey, publishableKey } = message as unknown as ObjectOf<typeof initFields>;
    reportHeight(root, page as never);
    return fetch(sessionPath, {
      headers: clientHeaders(clientSecretKey, publishableKey),
      cache: "no-store",
      credentials: "omit",
      signal: AbortSignal.timeout(sessionDeadlineMs),
    });
  });
  session.catch(() => undefined);
  const booted: BootedFrame<T> = {
    root,
    page,
    init,
    session,
    need: loader.need,
    takeOver(taken) {
      receive = taken;
      for (const message of kept) taken(message);
      kept = [];
    },
  };
  window.tesseraFrame = booted;
  loader.run();
}
