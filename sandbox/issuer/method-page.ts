import { threeDSMethodData } from "#contract/connectors/three-ds";
import type { MethodBehavior } from "../catalogue/scripts.ts";
import { decodeBase64UrlJson, encodeBase64UrlJson } from "../http/base64url-json.ts";
import { html, page } from "../http/page.ts";
import { problem, type SandboxResponse } from "../http/response.ts";
import type { Exchange, Route } from "../http/router.ts";
import { selfSubmittingForm } from "./self-submitting-form.ts";

/** Delay before the page posts the transaction id to the notification URL; undefined: never. */
const submitAfterMs: Record<Exclude<MethodBehavior, "missing">, number | undefined> = {
  completes: 0,
  silent: undefined,
  late: 12_000,
};

/** The 3DS Method pages, shown in a hidden frame, with one address per behavior. */
export function methodRoutes(): Route[] {
  return Object.entries(submitAfterMs).map(
    ([behavior, afterMs]): Route => [
      `POST /acs/method/${behavior}`,
      (exchange) => methodPage(exchange, afterMs),
    ],
  );
}

function methodPage(exchange: Exchange, afterMs: number | undefined): SandboxResponse {
  const text = new URLSearchParams(exchange.body).get("threeDSMethodData") ?? "";
  const data = threeDSMethodData.safeParse(decodeBase64UrlJson(text));
  if (!data.success || !/^https?:\/\//.test(data.data.threeDSMethodNotificationURL)) {
    return problem(400, "invalid_method_data", "threeDSMethodData does not follow EMV 3DS.");
  }
  const { threeDSServerTransID, threeDSMethodNotificationURL } = data.data;
  const fields = { threeDSMethodData: encodeBase64UrlJson({ threeDSServerTransID }) };
  const form =
    afterMs === undefined
      ? html`<p>This page does nothing more.</p>`
      : selfSubmittingForm(threeDSMethodNotificationURL, fields, afterMs);
  return page({ title: "Device information", body: html`<body>${form}</body>` }, [
    new URL(threeDSMethodNotificationURL).origin,
  ]);
}
