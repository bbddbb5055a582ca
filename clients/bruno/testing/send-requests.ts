/** Sends the collection's requests as Bruno does: with variables, scripts, parameters and headers. */
import { randomUUID } from "node:crypto";
import { runInNewContext } from "node:vm";

export interface BrunoRequest {
  meta: { name: string };
  http: { method: string; url: string; auth: string };
  params?: { name: string; value: string; enabled: boolean; type: string }[];
  headers?: { name: string; value: string; enabled: boolean }[];
  body?: { json?: string; file?: { contentType: string; filePath: string }[] };
  script?: { req?: string; res?: string };
}

export interface FilledRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string | undefined;
}

type Send = (request: FilledRequest) => Promise<{ status: number; body: unknown }>;

/**
 * Sends a request and returns its response. `variables` holds the environment's variables, and later those that scripts
 * set. Like Bruno, it leaves a variable without a value in its braces.
 */
export async function sendRequest(
  request: BrunoRequest,
  variables: Map<string, string>,
  send: Send,
): Promise<{ status: number; body: unknown }> {
  const bru = { setVar: (name: string, value: unknown) => variables.set(name, String(value)) };
  runInNewContext(request.script?.req ?? "", { bru });
  const fill = (text: string) =>
    text.replace(/\{\{(\$?\w+)\}\}/g, (braces, name) =>
      name === "$randomUUID" ? randomUUID() : (variables.get(name) ?? braces),
    );
  const inPath = (request.params ?? []).filter(({ type }) => type === "path");
  const url = inPath.reduce(
    (path, { name, value }) => path.replace(`:${name}`, encodeURIComponent(fill(value))),
    request.http.url,
  );
  const [file] = request.body?.file ?? [];
  const json = request.body?.json;
  const headers: Record<string, string> = {
    ...(json === undefined ? {} : { "content-type": "application/json" }),
    ...(file ? { "content-type": file.contentType } : {}),
  };
  for (const { name, value, enabled } of request.headers ?? []) {
    if (enabled) headers[name] = fill(value);
  }
  const filled = { method: request.http.method.toUpperCase(), url: fill(url), headers };
  const body = json === undefined ? undefined : fill(json);
  const response = await send({ ...filled, body: file ? "your file" : body });
  runInNewContext(request.script?.res ?? "", { bru, res: response });
  return response;
}
