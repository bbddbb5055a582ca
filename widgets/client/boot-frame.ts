/**
 * The first script of a payout or identity frame, where the first screen waits for the session. It is inline, so the
 * page and the session do not wait for the main script. It:
 * 1. opens the channel; its first message says that the first screen is there;
 * 2. receives the secret and starts the session request;
 * 3. runs the main script, which has been loading in the meantime.
 */

import type { ChannelTables } from "#contract/channel/messages";
import { frameCalls, type initFields, type MessageOf } from "#contract/channel/messages";
import type { ObjectOf } from "#contract/channel/readers";
import { openPageChannel, type PageChannel } from "./channel.ts";
import { clientHeaders } from "./client-headers.ts";
import { reportEscape, reportHeight } from "./frame-reports.ts";
import { createMainLoader, type MainLoader } from "./load-main.ts";
import { createLostMessage } from "./lost-message.ts";

export interface WidgetTables extends ChannelTables {
  readonly pageCalls: Record<string, never>;
  readonly frameCalls: typeof frameCalls;
}

type InitOf<T extends WidgetTables> = Extract<MessageOf<T["pageMessages"]>, { type: "init" }>;

/** What this script leaves for the main script. */
export interface BootedFrame<T extends WidgetTables> {
  readonly root: HTMLElement;
  readonly page: PageChannel<T>;
  readonly init: Promise<InitOf<T>>;
  /** The request starts as soon as the secret arrives. */
  readonly session: Promise<Response>;
  readonly need: MainLoader["need"];
  /** Takes over the messages after `init`; earlier ones are passed on at once. */
  takeOver(receive: (message: MessageOf<T["pageMessages"]>) => void): void;
}

declare global {
  interface Window {
    /** The first script sets this for the second, only in our own frame. */
    tesseraFrame?: unknown;
  }
}

/** The same deadline as in the widgets' other calls. */
const sessionDeadlineMs = 15_000;

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
