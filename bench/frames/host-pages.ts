/** The compared pages: the same page with nothing, with a bare frame, and with each widget. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { bindingName } from "./probe.ts";

/** The SDK's method that creates each widget, and its option for the client secret. */
const widgets = {
  payment: { create: "createPaymentElements", secretOption: "clientSecretKey" },
  disbursement: { create: "createDisbursementElements", secretOption: "clientSecretKey" },
  kyc: { create: "createKycElements", secretOption: "clientSecret" },
} as const;

export type WidgetName = keyof typeof widgets;

/** Addresses of the compared pages; widgets need a new client secret each time. */
export interface HostPages {
  empty: string;
  floor: string;
  widget(name: WidgetName, clientSecret: string): string;
  /** The payment widget with its frame in the page's HTML, as in docs/integrate/sdk.md. */
  inHtml(clientSecretKey: string): string;
  close(): Promise<void>;
}

export interface HostPagesOptions {
  /** The operator's origin, whose port these pages use. */
  shop: string;
  pay: string;
  publishableKey: string;
}

/**
 * Serves the operator's pages on the shop's port, because that origin may embed frames, and the bare frame on another
 * site, like the widget's.
 */
export async function serveHostPages({
  shop,
  pay,
  publishableKey,
}: HostPagesOptions): Promise<HostPages> {
  const frames = await serve(0, () => floorFrame);
  const frameOrigin = `http://embed.localhost:${(frames.address() as AddressInfo).port}`;
  const pages = await serve(Number(new URL(shop).port), (path) => {
    const url = new URL(path, shop);
    if (url.pathname === "/floor") return page(floorScript(`${frameOrigin}/`));
    const secret = url.searchParams.get("secret") ?? "";
    const name = url.pathname.slice(1);
    if (Object.hasOwn(widgets, name))
      return page(widgetScript(pay, publishableKey, name as WidgetName, secret));
    if (url.pathname === "/in-html") {
      const frame = `${report("inserted")};${report("mounted")}`;
      return page(
        widgetScript(pay, publishableKey, "payment", secret, false),
        `<script>${frame}</script><iframe src="${pay}/v1/frames/payment?key=${publishableKey}" width="100%" height="713" frameborder="0"></iframe>`,
      );
    }
    return page(
      `<script>${["inserted", "mounted", "painted", "usable", "session"].map(report).join(";")};addEventListener("load",()=>${report("ready")})</script>`,
    );
  });
  return {
    empty: `${shop}/empty`,
    floor: `${shop}/floor`,
    widget: (name, secret) => `${shop}/${name}?secret=${encodeURIComponent(secret)}`,
    inHtml: (secret) => `${shop}/in-html?secret=${encodeURIComponent(secret)}`,
    close: async () => {
      for (const server of [pages, frames]) {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      }
    },
  };
}

function serve(port: number, answer: (path: string) => string): Promise<Server> {
  const server = createServer((request, response) => {
    response.writeHead(200, {
      "Content-Type": "text/html; charset=utf-8",
      "Cache-Control": "no-store",
    });
    response.end(answer(request.url ?? "/"));
  });
  return new Promise((resolve, reject) => {
    server.on("error", reject);
    server.listen(port, "127.0.0.1", () => resolve(server));
  });
}

function report(what: string): string {
  return `window.${bindingName}?.(JSON.stringify({what:"${what}",at:performance.timeOrigin+performance.now()}))`;
}

function page(content: string, inside = ""): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Host</title>
<link rel="icon" href="data:,"></head><body><h1>Shop</h1><div id="pay">${inside}</div>${content}</body></html>`;
}

/** The frame is as large as the payment form: a larger frame takes the page longer to draw, even if it is empty. */
function floorScript(frame: string): string {
  return `<script>${report("inserted")};${report("mounted")};
addEventListener("message",()=>{${report("ready")};${report("session")}},{once:true});
const frame=document.createElement("iframe");frame.width="100%";frame.height=713;frame.frameBorder="0";
frame.src=${JSON.stringify(frame)};document.querySelector("#pay").append(frame)</script>`;
}

/** Embeds a widget as in docs/integrate/sdk.md. */
function widgetScript(
  pay: string,
  publishableKey: string,
  name: WidgetName,
  clientSecret: string,
  reportsMount = true,
): string {
  const { create, secretOption } = widgets[name];
  const options = JSON.stringify({ publishableKey });
  const secret = JSON.stringify({ [secretOption]: clientSecret });
  return `<script>${reportsMount ? report("inserted") : ""}</script>
<script src="${pay}/v1/tessera.js"></script>
<script>const widget=new Tessera(${options}).${create}(${secret});
widget.on("ready",()=>${report("ready")});widget.on("status",()=>${report("session")});
${reportsMount ? report("mounted") : ""};widget.mount("#pay")</script>`;
}

const floorFrame = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Floor</title>
<link rel="icon" href="data:,"></head><body><input aria-label="Card number"><script>
document.querySelector("input").addEventListener("input",()=>{});parent.postMessage("ready","*")</script></body></html>`;
