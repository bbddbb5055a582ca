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
  /** Its name in the store and on screen: the file's name without its ending. */
  readonly name: string;
  /** An http or https address, or the absolute path of a local file. */
  readonly location: string;
}

/** Settings of the sanctions list. */
export interface SanctionsSettings {
  /** The files that make up the list. Empty: nobody is screened. */
  sanctionsList: readonly ListSource[];
  /** Age in days at which the list counts as old. */
  sanctionsStaleDays: number;
  /** What an old list does: payouts continue with a warning, or are held. */
  sanctionsWhenStale: "warn" | "block";
  /** Whether payouts are held until there is a list. False for the sandbox's own list. */
  areSanctionsRequired: boolean;
  /** The lowest score of a match, out of 100. */
  sanctionsMinScore: number;
}

/** OFAC's own files: specially designated nationals, and the consolidated list of everybody else. */
const ofacFiles = ["SDN.XML", "CONSOLIDATED.XML"].map(
  (file) => `https://sanctionslistservice.ofac.treas.gov/api/PublicationPreview/exports/${file}`,
);

/** Returns the readers of {@link SanctionsSettings}. */
export function sanctionsSettings(source: SettingsSource): Readers<SanctionsSettings> {
  const { text } = source;
  const number = (name: string, usual: string, least: number, most: number) =>
    wholeNumber(name, text(name) ?? usual, least, most);
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
