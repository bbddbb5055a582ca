import type { PlatformDeps } from "../platform/platform-deps.ts";
import { listEndpointRows } from "./endpoint-store.ts";

/** An endpoint as staff see it: never its secret. */
export interface EndpointForStaff {
  webhookId: string;
  url: string;
  description: string | null;
  /** Null: all types. */
  events: string[] | null;
  status: string;
  createdAt: string;
}

/** The operator's endpoints that were not deleted, newest first. */
export async function listEndpoints(
  { database }: Pick<PlatformDeps, "database">,
  operatorId: string,
): Promise<EndpointForStaff[]> {
  const rows = await listEndpointRows({ database }, operatorId);
  return rows.map(({ webhook_id: webhookId, url, description, events, status, created_at }) => ({
    ...{ webhookId, url, description, events, status },
    createdAt: created_at.toISOString(),
  }));
}
