import type { PhoneRules } from "./phone-rules.ts";

let loading: Promise<PhoneRules> | null = null;

/** Loads libphonenumber's core and its smallest data (37 KB compressed). After a failure the next call tries again. */
export function loadPhoneRules(): Promise<PhoneRules> {
  loading ??= load().catch((cause: unknown) => {
    loading = null;
    throw cause;
  });
  return loading;
}

async function load(): Promise<PhoneRules> {
  const [{ createPhoneRules }, metadata, examples] = await Promise.all([
    import("./phone-rules.ts"),
    import("libphonenumber-js/metadata.min.json"),
    import("libphonenumber-js/examples.mobile.json"),
  ]);
  return createPhoneRules({ metadata: metadata.default, examples: examples.default });
}
