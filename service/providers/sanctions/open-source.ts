/**
 * Opens a list's file as a stream: from an address, or a local file for hosts without Internet access. A download
 * follows up to three redirects, because OFAC redirects to its storage; each must be https if the first address was.
 */
import { createReadStream } from "node:fs";
import { isAbsolute } from "node:path";
import { Agent, request } from "undici";
import type { ListSource } from "./sanctions-settings.ts";

export class ListUnavailable extends Error {
  override name = "ListUnavailable";
}

/** Longest time of a download. */
const deadlineMs = 10 * 60_000;
const maxRedirects = 3;

/**
 * Yields the file's bytes. Throws {@link ListUnavailable} if it cannot be read to its end, and when `signal` aborts.
 */
export async function* openSource(
  { location }: ListSource,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(deadlineMs)]);
  if (isAbsolute(location)) {
    try {
      yield* createReadStream(location, { signal: limit });
    } catch (error) {
      const { code = "unreadable" } = error as NodeJS.ErrnoException;
      throw new ListUnavailable(`the file ${location} can't be read (${code})`, { cause: error });
    }
    return;
  }
  const agent = new Agent({ connections: 1, connect: { timeout: 10_000 }, bodyTimeout: 60_000 });
  try {
    yield* download(agent, location, limit);
  } catch (error) {
    if (error instanceof ListUnavailable) throw error;
    const { host } = new URL(location);
    throw new ListUnavailable(`the list of ${host} can't be downloaded`, { cause: error });
  } finally {
    await agent.destroy();
  }
}

async function* download(
  dispatcher: Agent,
  location: string,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  let url = new URL(location);
  for (let redirects = 0; ; redirects += 1) {
    const { statusCode, headers, body } = await request(url.href, {
      dispatcher,
      signal,
      headers: { accept: "application/xml, text/xml, */*" },
    });
    if (statusCode === 200) {
      yield* body;
      return;
    }
    await body.dump();
    const target = headers["location"];
    const isRedirect = [301, 302, 303, 307, 308].includes(statusCode);
    if (!isRedirect || typeof target !== "string") {
      throw new ListUnavailable(`${url.host} answered with status ${statusCode}`);
    }
    if (redirects === maxRedirects) throw new ListUnavailable(`${url.host} redirects too often`);
    const next = URL.canParse(target, url.href) ? new URL(target, url) : null;
    const isAllowed = next?.protocol === "https:" || next?.protocol === url.protocol;
    if (!next || !/^https?:$/.test(next.protocol) || !isAllowed)
      throw new ListUnavailable(`${url.host} redirects to an unsafe address`);
    url = next;
  }
}
