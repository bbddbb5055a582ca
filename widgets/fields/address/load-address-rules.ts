import type { AddressData, AddressRules } from "./address-rules.ts";

let loading: Promise<AddressRules> | null = null;
let loaded: AddressRules | null = null;

/** The rules if they are there already: a form that is drawn with them doesn't grow afterwards. */
export const addressRulesAtHand = (): AddressRules | null => loaded;

/** The address rules with their data (5 KB compressed); a failure is forgotten, the next call tries again. */
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
