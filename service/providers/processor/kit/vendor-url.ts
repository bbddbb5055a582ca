import { ConfigError } from "../../../platform/config-values.ts";

/** A vendor's addresses that are the same for all merchants. Without a trailing slash. */
export interface VendorUrls {
  readonly test: string;
  /** The address for real money; null if the settings lack what it depends on. */
  readonly live: (settings: never) => string | null;
}

interface Entry {
  readonly name: string;
  readonly url: unknown;
  readonly settings: { readonly type: string; readonly test?: boolean | undefined };
}

/**
 * The address of an entry: `url` (a proxy or the sandbox), or the vendor's own: the one for tests with `"test": true`,
 * otherwise the real one.
 *
 * @throws ConfigError if there is no address, or if `url` and `test` contradict each other about the vendor's test
 *   address
 */
export function vendorUrl(urls: VendorUrls | undefined, { name, url, settings }: Entry): string {
  const { test } = settings;
  const live = (urls?.live as ((given: object) => string | null) | undefined)?.(settings) ?? null;
  if (url === undefined) {
    const own = test === true ? urls?.test : live;
    if (own) return own;
    throw new ConfigError(
      `PROCESSORS needs a url for ${name}: ${settings.type} has no default url`,
    );
  }
  if (typeof url !== "string") {
    throw new ConfigError("PROCESSORS needs a name and a url for each processor");
  }
  const isAt = (place: string | null | undefined) =>
    place != null && URL.canParse(url) && new URL(url).host === new URL(place).host;
  if (urls && ((test === true && isAt(live)) || (test === false && isAt(urls.test)))) {
    throw new ConfigError(`PROCESSORS: test of ${name} contradicts its url`);
  }
  return url;
}
