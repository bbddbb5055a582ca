import { ConfigError } from "../../../platform/config-values.ts";

/** A vendor's own addresses, as far as they are the same for all merchants. Without a trailing slash. */
export interface VendorUrls {
  readonly test: string;
  /** The address of an account with real money; null if the settings lack what it depends on. */
  readonly live: (settings: never) => string | null;
}

interface Entry {
  readonly name: string;
  readonly url: unknown;
  /** The vendor's own settings. */
  readonly settings: { readonly type: string; readonly test?: boolean | undefined };
}

/**
 * The address of an entry. `url` always counts, for a proxy or the sandbox. Without it the vendor's own address is used:
 * the one for tests with `"test": true`, otherwise the real one.
 *
 * @throws ConfigError if there is no address, or if `url` is the vendor's for tests and `test` says the opposite, or
 * the reverse
 */
export function vendorUrl(urls: VendorUrls | undefined, { name, url, settings }: Entry): string {
  const { test } = settings;
  const live = (urls?.live as ((given: object) => string | null) | undefined)?.(settings) ?? null;
  if (url === undefined) {
    const own = test === true ? urls?.test : live;
    if (own) return own;
    throw new ConfigError(`PROCESSORS needs a url for ${name}: ${settings.type} has no usual one`);
  }
  if (typeof url !== "string") {
    throw new ConfigError("PROCESSORS needs a name and a url for each processor");
  }
  const isAt = (place: string | null | undefined) =>
    place != null && URL.canParse(url) && new URL(url).host === new URL(place).host;
  if (urls && ((test === true && isAt(live)) || (test === false && isAt(urls.test)))) {
    throw new ConfigError(`PROCESSORS: test of ${name} says the opposite of its url`);
  }
  return url;
}
