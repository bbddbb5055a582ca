import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { TesseraClient } from "tessera/server";

export interface WebhookEndpoint {
  webhookId: string;
  url: string;
  secretKey: string;
}

/**
 * Registers the shop's endpoint, unless the one in `demo-shop.json` still exists at the same address. Only the file's
 * owner can read it.
 */
export async function ensureWebhookEndpoint(
  tessera: TesseraClient,
  url: string,
  dataDir: string,
): Promise<WebhookEndpoint> {
  const file = join(dataDir, "demo-shop.json");
  const remembered = readEndpoint(file);
  if (remembered?.url === url) {
    const { data } = await tessera.listWebhooks();
    const isThere = data.some(
      ({ webhookId, status }) => webhookId === remembered.webhookId && status === "enabled",
    );
    if (isThere) return remembered;
  }
  const { webhookId, secretKey } = await tessera.createWebhook({
    url,
    description: "Demo shop",
    events: ["*"],
  });
  const endpoint: WebhookEndpoint = { webhookId, url, secretKey };
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.new`, `${JSON.stringify(endpoint, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
  return endpoint;
}

function readEndpoint(file: string): WebhookEndpoint | undefined {
  if (!existsSync(file)) return undefined;
  try {
    return JSON.parse(readFileSync(file, "utf8")) as WebhookEndpoint;
  } catch {
    return undefined;
  }
}
