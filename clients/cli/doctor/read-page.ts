import { CommandProblem, plain, withDeadline } from "../terminal.ts";

/** A checkout page as a browser receives it. */
export interface Page {
  /** The address after redirects. */
  readonly url: string;
  readonly status: number;
  readonly headers: Headers;
  readonly html: string;
  readonly scripts: readonly Tag[];
  /** Policies in `<meta>`. */
  readonly metaPolicies: readonly string[];
}

/** Attributes of a tag, with lower-case names. */
export type Tag = ReadonlyMap<string, string>;

const deadlineMs = 15_000;
const maxBytes = 4 * 1024 * 1024;

/** Loads a page. Throws {@link CommandProblem} if it cannot be loaded. */
export async function readPage(address: string, signal: AbortSignal): Promise<Page> {
  try {
    const { response, html } = await withDeadline(signal, deadlineMs, async (limit) => {
      const headers = { accept: "text/html", "user-agent": "Tessera-Doctor/1" };
      const response = await fetch(address, { headers, signal: limit });
      return { response, html: await beginningOf(response) };
    });
    return {
      url: response.url,
      status: response.status,
      headers: response.headers,
      html,
      scripts: tagsOf(html, "script"),
      metaPolicies: tagsOf(html, "meta")
        .filter((tag) => tag.get("http-equiv")?.toLowerCase() === "content-security-policy")
        .map((tag) => tag.get("content") ?? ""),
    };
  } catch (error) {
    const { name, cause } = error as { name?: string; cause?: { code?: string } };
    const why =
      name === "TimeoutError" ? "no answer within 15 s" : (cause?.code ?? "no connection");
    throw new CommandProblem(plain(`The page ${address} cannot be loaded: ${why}.`));
  }
}

/** The first 4 MB of the body, which is enough for every tag in the head. */
async function beginningOf(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  for await (const piece of response.body ?? []) {
    bytes += piece.length;
    text += decoder.decode(piece, { stream: true });
    if (bytes > maxBytes) break;
  }
  return text;
}

const entities: Readonly<Record<string, string>> = {
  amp: "&",
  quot: '"',
  "#39": "'",
  lt: "<",
  gt: ">",
};

/** The start tags of elements with this name. Ignores comments. */
export function tagsOf(html: string, name: string): Tag[] {
  const tags: Tag[] = [];
  const visible = html.replace(/<!--[\s\S]*?-->/g, "");
  for (const [, inner = ""] of visible.matchAll(
    new RegExp(`<${name}\\b((?:[^>"']|"[^"]*"|'[^']*')*)>`, "gi"),
  )) {
    const attributes = new Map<string, string>();
    for (const [, key = "", , quoted, single, bare] of inner.matchAll(
      /([^\s=>"'/]+)(\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g,
    )) {
      const value = (quoted ?? single ?? bare ?? "").replace(
        /&(amp|quot|#39|lt|gt);/g,
        (_, entity: string) => entities[entity] ?? "",
      );
      if (!attributes.has(key.toLowerCase())) attributes.set(key.toLowerCase(), value);
    }
    tags.push(attributes);
  }
  return tags;
}
