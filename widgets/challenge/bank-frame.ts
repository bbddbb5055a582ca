import type { ChallengeRequest } from "#contract/channel/challenge";

/**
 * What the bank's page may do (EMV 3DS 2.3.1 browser flow): run, post forms, know its own origin, and
 * lock the pointer; never navigate the page around it.
 */
const sandbox = "allow-forms allow-scripts allow-same-origin allow-pointer-lock";
const permissions = "payment *; publickey-credentials-get *";

/** The bank's frame while it is shown. */
export interface BankFrame {
  readonly element: HTMLIFrameElement;
  /** Takes it away and stops listening. */
  remove(): void;
}

/**
 * Opens the ACS's page in a frame by form POST of the CReq, as EMV 3DS asks, and tells when its
 * first page is there and when the notification page (`/v1/three-ds/challenge-notification`, of this
 * frame's own origin) says that the ACS has finished. Messages of anyone else are ignored.
 */
export const openBankFrame = (
  stage: HTMLElement,
  request: ChallengeRequest,
  options: { title: string; onLoaded(): void; onDone(): void },
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

  const transaction = transactionOf(request.creq);
  const receive = (event: MessageEvent) => {
    const isNotification =
      event.source === element.contentWindow &&
      event.origin === page.location.origin &&
      event.data?.tessera === "challenge_done" &&
      event.data.threeDSServerTransID === transaction;
    if (isNotification) options.onDone();
  };
  page.addEventListener("message", receive);

  const form = document.createElement("form");
  form.method = "post";
  form.action = request.acsUrl;
  form.target = element.name;
  form.hidden = true;
  const fields = { creq: request.creq, threeDSSessionData: request.threeDSSessionData };
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) continue;
    const input = document.createElement("input");
    input.type = "hidden";
    input.name = name;
    input.value = value;
    form.append(input);
  }
  stage.append(form);
  // Only now: browsers fire `load` for the empty frame as it is put in.
  element.addEventListener("load", options.onLoaded, { once: true });
  form.submit();
  form.remove();

  return {
    element,
    remove() {
      page.removeEventListener("message", receive);
      element.remove();
    },
  };
};

/** `threeDSServerTransID` of a CReq (base64url of JSON, EMV 3DS 2.2 §6.2), undefined if it has none. */
const transactionOf = (creq: string): unknown => {
  try {
    return JSON.parse(atob(creq.replaceAll("-", "+").replaceAll("_", "/"))).threeDSServerTransID;
  } catch {
    return undefined;
  }
};
