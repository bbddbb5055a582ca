import type { HttpServer } from "../../platform/http/create-http-server.ts";
import { addDocsPage } from "./docs-page.ts";
import { addOpenApi } from "./openapi.ts";

/** Adds `/v1/openapi.json` and its page. Call it first: earlier routes are not documented. */
export async function addApiReference(app: HttpServer, publicUrl: string): Promise<void> {
  await addOpenApi(app, publicUrl);
  addDocsPage(app);
}
