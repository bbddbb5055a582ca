import type { Environment } from "../../platform/settings-source.ts";

/** The pages that may show an operator's widgets, and that customers may return to. */
export interface AllowedPages {
  /** Origins and patterns for `frame-ancestors`, without repetition. */
  readonly sources: readonly string[];
  /** Whether a page of this origin may; an `Origin` header or `URL.origin`. */
  includes(origin: string): boolean;
}

/**
 * As CSP matches them: any port, and https too where http is named (CSP 3, 6.7.2.8). `[::1]` is not among them: CSP's
 * grammar has no IPv6 addresses, browsers drop such a source, and no frame would be shown there.
 */
const localSources = ["http://localhost:*", "http://*.localhost:*", "http://127.0.0.1:*"];
const localOrigin = /^https?:\/\/(?:(?:[\w-]+\.)*localhost|127\.0\.0\.1)(?::\d+)?$/;

/**
 * The setting `allowedOrigins`, and in the sandbox also pages on the developer's own machine: nobody else can serve
 * these, and with sandbox keys no money moves. Production has the setting alone.
 */
export function allowedPages(
  allowedOrigins: readonly string[],
  environment: Environment,
): AllowedPages {
  if (environment === "production") {
    return { sources: allowedOrigins, includes: (origin) => allowedOrigins.includes(origin) };
  }
  return {
    sources: [...allowedOrigins.filter((origin) => !localOrigin.test(origin)), ...localSources],
    includes: (origin) => allowedOrigins.includes(origin) || localOrigin.test(origin),
  };
}
