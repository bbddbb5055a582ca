import type { AddressData, AddressRules } from "./address-rules.ts";

let loading: Promise<AddressRules> | null = null;
let loaded: AddressRules | null = null;

/** The rules if they are already loaded: a form rendered with them does not grow later. */
export const addressRulesAtHand = (): AddressRules | null => loaded;

/** Loads the rules (5 KB compressed). After a failure the next call tries again. */
export function loadAddressRules(): Promise<AddressRules> {
  loading ??= load().catch((cause: unknown) => {
    loading = null;
    throw cause;
  });
  return loading;
}

async function load(): Promise<AddressRules> {
  const [{ createAddressRules }, data] = await Promise.all([
    import("./address-rules.ts"),
    import("./address-formats.json"),
  ]);
  loaded = createAddressRules(data.default as AddressData);
  return loaded;
}
