import type { ChallengeRequest } from "#contract/channel/challenge";

/**
 * The bank's page (EMV 3DS 2.3.1 browser flow) runs scripts, posts forms, knows its origin and locks the pointer, but
 * never navigates the page around it.
 */
const sandbox = "allow-forms allow-scripts allow-same-origin allow-pointer-lock";
/** Limits of the height that the bank's page may request. */
const minPx = 240;
const maxPx = 2000;

const permissions = "payment *; publickey-credentials-get *";

export interface BankFrame {
  readonly element: HTMLIFrameElement;
  /** Opens the first page again, as a reload of the host page does. */
  reopen(): void;
  /** Removes the frame and stops listening. */
  remove(): void;
}

/**
 * Opens the ACS's page in a frame by form POST of the CReq (EMV 3DS), or the page of a processor that authenticates
 * customers itself. Reports each page that has loaded, in most browsers even their error page, but not in Firefox.
 * Reports the end when the notification page on this origin (`/v1/three-ds/challenge-notification` or
 * `…/challenge-return`) says so. The bank's page may request a height within limits
 * (`{ tessera: "challenge_height", heightPx }`). Other messages are ignored.
 */
export const openBankFrame = (
  stage: HTMLElement,
  request: ChallengeRequest,
  options: { title: string; onLoaded(): void; onDone(): void; onHeight(heightPx: number): void },
): BankFrame => {
  const { ownerDocument: document } = stage;
  const page = document.defaultView as Window;
  const element = document.createElement("iframe");
  element.name = "bank";
  element.title = options.title;
  element.className = "challenge-bank";
  element.setAttribute("sandbox", sandbox);
  element.allow = permissions;
  stage.append(element);

  const { creq } = request;
  const transaction = creq === undefined ? request.transactionId : transactionOf(creq);
  const receive = (event: MessageEvent) => {
    if (event.source !== element.contentWindow) return;
    if (event.data?.tessera === "challenge_height") {
      const { heightPx } = event.data;
      if (!Number.isFinite(heightPx)) return;
      options.onHeight(Math.ceil(Math.min(Math.max(heightPx, minPx), maxPx)));
      return;
    }
    const isNotification =
      event.origin === page.location.origin &&
      event.data?.tessera === "challenge_done" &&
      event.data.threeDSServerTransID === transaction;
    if (isNotification) options.onDone();
  };
  page.addEventListener("message", receive);

  const open = () => {
    if (creq === undefined) {
      element.src = request.acsUrl;
      return;
    }
    const form = document.createElement("form");
    form.method = "post";
    form.action = request.acsUrl;
    form.target = element.name;
    form.hidden = true;
    const fields = { creq, threeDSSessionData: request.threeDSSessionData };
    for (const [name, value] of Object.entries(fields)) {
      if (value === undefined) continue;
      const input = document.createElement("input");
      input.type = "hidden";
      input.name = name;
      input.value = value;
      form.append(input);
    }
    stage.append(form);
    form.submit();
    form.remove();
  };
  // Listen only now: browsers also fire `load` when an empty frame is inserted.
  element.addEventListener("load", options.onLoaded);
  open();

  return {
    element,
    reopen: open,
    remove() {
      page.removeEventListener("message", receive);
      element.remove();
    },
  };
};

/** `threeDSServerTransID` of a CReq (base64url of JSON, EMV 3DS 2.2 §6.2). */
const transactionOf = (creq: string): unknown => {
  try {
    return JSON.parse(atob(creq.replaceAll("-", "+").replaceAll("_", "/"))).threeDSServerTransID;
  } catch {
    return undefined;
  }
};
