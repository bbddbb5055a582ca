import { isAbsolute } from "node:path";
import {
  address,
  ConfigError,
  oneOf,
  requireEncrypted,
  wholeNumber,
} from "../../platform/config-values.ts";
import type { Readers, SettingsSource } from "../../platform/settings-source.ts";

/** A file in OFAC's SDN XML format. */
export interface ListSource {
  /** The list's name in the store and on screen: the file's name without its ending. */
  readonly name: string;
  /** An http or https address, or a local file's absolute path. */
  readonly location: string;
}

export interface SanctionsSettings {
  /** The lists to screen against. If there are none, nobody is screened. */
  sanctionsList: readonly ListSource[];
  /** Age in days at which the list counts as old. */
  sanctionsStaleDays: number;
  /** With an old list, payouts continue with a warning, or are held. */
  sanctionsWhenStale: "warn" | "block";
  /** Whether payouts are held until there is a list. False for the sandbox's own list. */
  areSanctionsRequired: boolean;
  /** A match's lowest score, out of 100. */
  sanctionsMinScore: number;
}

/** OFAC's specially designated nationals, and the consolidated list of its other lists. */
const ofacFiles = ["SDN.XML", "CONSOLIDATED.XML"].map(
  (file) => `https://sanctionslistservice.ofac.treas.gov/api/PublicationPreview/exports/${file}`,
);

export function sanctionsSettings(source: SettingsSource): Readers<SanctionsSettings> {
  const { text } = source;
  const number = (name: string, fallback: string, min: number, max: number) =>
    wholeNumber(name, text(name) ?? fallback, min, max);
  return {
    sanctionsList: () => sources(source),
    sanctionsStaleDays: () => number("SANCTIONS_STALE_DAYS", "3", 1, 60),
    sanctionsWhenStale: () =>
      oneOf("SANCTIONS_WHEN_STALE", text("SANCTIONS_WHEN_STALE") ?? "warn", ["warn", "block"]),
    areSanctionsRequired: () => (text("SANCTIONS_LIST") ?? "off") !== "off",
    sanctionsMinScore: () => number("SANCTIONS_MIN_SCORE", "85", 70, 100),
  };
}

function sources({ text, environment, sandboxUrl }: SettingsSource): readonly ListSource[] {
  const isSandbox = environment === "sandbox";
  const value = text("SANCTIONS_LIST") ?? (isSandbox ? `${sandboxUrl}/sanctions/sdn.xml` : "off");
  if (value === "off") return [];
  const locations = value === "ofac" ? ofacFiles : value.split(/[\s,]+/);
  if (locations.length > 10) throw new ConfigError("SANCTIONS_LIST names more than 10 files");
  const found = locations.map((location) => {
    if (isAbsolute(location)) return { name: nameOf(location), location };
    const url = address("SANCTIONS_LIST", location);
    if (!isSandbox) requireEncrypted("SANCTIONS_LIST", url);
    return { name: nameOf(new URL(url).pathname), location: url };
  });
  if (new Set(found.map(({ name }) => name)).size < found.length)
    throw new ConfigError("SANCTIONS_LIST: two files have the same name");
  return found;
}

function nameOf(path: string): string {
  const file = path.split("/").at(-1) ?? "";
  const name = file.replace(/\.\w+$/, "").toLowerCase();
  if (!/^[a-z0-9._-]{1,40}$/.test(name))
    throw new ConfigError("SANCTIONS_LIST: a file's name needs 1 to 40 letters, digits, . _ -");
  return name;
}
