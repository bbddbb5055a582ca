import type { ThreeDSMethodAction, ThreeDSNotification } from "#contract/client/payments";
import { base64UrlJson } from "./base64-url-json.ts";

/** Used if the service names no timeout (EMV 3DS Req 315). */
const defaultTimeoutMs = 10_000;

/**
 * Runs the 3DS method: posts `threeDSMethodData` to the bank in a hidden frame, which collects data about the browser
 * and ends on our notification page. Resolves to `Y` when that page reports, `N` when the time is up (the payment
 * continues), and `U` if it cannot run.
 */
export function runMethod(
  action: ThreeDSMethodAction,
  { document }: Window,
): Promise<"Y" | "N" | "U"> {
  const view = document.defaultView;
  const data = base64UrlJson(action.threeDSMethodData) as { threeDSServerTransID?: string } | null;
  if (!view || !data || !/^https?:\/\//.test(action.methodUrl)) return Promise.resolve("U");
  const frame = document.createElement("iframe");
  frame.className = "method-frame";
  frame.name = `method-${data.threeDSServerTransID}`;
  frame.title = "3-D Secure";
  frame.tabIndex = -1;
  frame.setAttribute("aria-hidden", "true");
  frame.setAttribute("sandbox", "allow-forms allow-scripts allow-same-origin");
  const form = postForm(document, action.methodUrl, frame.name, {
    threeDSMethodData: action.threeDSMethodData,
  });
  document.body.append(frame, form);
  return new Promise((resolve) => {
    const end = (indicator: "Y" | "N") => {
      view.clearTimeout(timer);
      view.removeEventListener("message", receive);
      frame.remove();
      resolve(indicator);
    };
    const receive = (event: MessageEvent) => {
      const notification = event.data as Partial<ThreeDSNotification> | null;
      if (event.origin !== view.location.origin) return;
      if (notification?.tessera !== "three_ds_method") return;
      if (notification.threeDSServerTransID === data.threeDSServerTransID) end("Y");
    };
    const timer = view.setTimeout(() => end("N"), action.timeoutMs || defaultTimeoutMs);
    view.addEventListener("message", receive);
    form.submit();
    form.remove();
  });
}

function postForm(
  document: Document,
  url: string,
  target: string,
  fields: Readonly<Record<string, string>>,
): HTMLFormElement {
  const form = document.createElement("form");
  form.method = "post";
  form.action = url;
  form.target = target;
  form.hidden = true;
  for (const [name, value] of Object.entries(fields)) {
    const input = document.createElement("input");
    input.type = "hidden";
    input.name = name;
    input.value = value;
    form.append(input);
  }
  return form;
}
