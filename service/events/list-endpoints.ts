import type { PlatformDeps } from "../platform/platform-deps.ts";
import { listEndpointRows } from "./endpoint-store.ts";

/** An endpoint without its secret. */
export interface EndpointForStaff {
  webhookId: string;
  url: string;
  description: string | null;
  /** The subscribed event types; null for all. */
  events: string[] | null;
  status: string;
  /** Null unless it is slow and gets only probes. */
  slowSince: string | null;
  createdAt: string;
}

/** Lists the endpoints that are not deleted, newest first. */
export async function listEndpoints(
  { database }: Pick<PlatformDeps, "database">,
  operatorId: string,
): Promise<EndpointForStaff[]> {
  const rows = await listEndpointRows({ database }, operatorId);
  return rows.map((row) => ({
    webhookId: row.webhook_id,
    url: row.url,
    description: row.description,
    events: row.events,
    status: row.status,
    slowSince: row.slow_since?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
  }));
}
