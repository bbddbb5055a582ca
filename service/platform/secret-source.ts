import { readFileSync, statSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { ConfigError } from "./config-values.ts";
import type { Environment, SettingsSource } from "./settings-source.ts";
import { weaknessOfSecret } from "./weak-secrets.ts";

/**
 * Secrets of outside parties. A setting gives one as text, as `{"env": "NAME"}` or as `{"file": "/run/secrets/x"}`. A
 * file rotates without a restart: {@link SecretFiles.refresh} reads it again when it has changed, and settings have the
 * secret as a getter.
 *
 * - Read the secret from the settings for each call. A copy (`{ ...settings }`) no longer rotates.
 * - A changed file is used once two rounds in a row have seen the same version, so a half-written file is never used.
 * - A file that is missing, empty, too large or invalid is reported, and the last good value stays in use.
 */

export const largestSecretBytes = 64 * 1024;

export interface Secret {
  current(): string;
}

/** What a round of {@link SecretFiles.refresh} found. Never a secret. */
export interface SecretFileChange {
  /** The setting and its field. */
  readonly name: string;
  /** Why the file cannot be used. Null: a new secret is in use, or the file is good again. */
  readonly problem: string | null;
}

interface WatchedFile {
  readonly name: string;
  readonly path: string;
  readonly isValid: (text: string) => boolean;
  text: string;
  /** Version of the file that `text` came from. */
  version: string;
  /** Version in the last round. */
  seen: string;
  problem: string | null;
}

/** All files that settings name as `{"file": …}`. */
export class SecretFiles {
  readonly #environment: Environment;
  readonly #files: WatchedFile[] = [];

  constructor(environment: Environment) {
    this.#environment = environment;
  }

  /**
   * Reads the file now and in every later round. `isValid` refuses a later text that the setting would have refused at
   * start-up. Throws {@link ConfigError} if the file cannot be read now.
   */
  open(name: string, path: string, isValid: (text: string) => boolean = () => true): Secret {
    let watchedFile: WatchedFile;
    try {
      const stats = statSync(path);
      const version = versionOf(stats);
      const text = isReadable(stats) ? readFileSync(path, "utf8").trim() : tooLarge;
      watchedFile = { name, path, isValid, text, version, seen: version, problem: null };
    } catch (error) {
      throw new ConfigError(`${name}: the file cannot be read (${codeOf(error)})`);
    }
    const problem = sizeProblem(watchedFile.text);
    if (problem) throw new ConfigError(`${name}: the file ${problem}`);
    this.#files.push(watchedFile);
    return { current: () => watchedFile.text };
  }

  /** Reads the changed files and returns the changes. Never throws. */
  async refresh(): Promise<SecretFileChange[]> {
    const changes: SecretFileChange[] = [];
    for (const file of this.#files) {
      const before = { problem: file.problem, text: file.text };
      file.problem = await this.#read(file);
      if (file.problem !== before.problem || file.text !== before.text) {
        changes.push({ name: file.name, problem: file.problem });
      }
    }
    return changes;
  }

  /** The files that cannot be used now; their last good secrets are in use. */
  problems(): readonly SecretFileChange[] {
    return this.#files
      .filter(({ problem }) => problem !== null)
      .map(({ name, problem }) => ({ name, problem }));
  }

  async #read(file: WatchedFile): Promise<string | null> {
    try {
      const stats = await stat(file.path);
      const version = versionOf(stats);
      if (version === file.version) return null;
      if (version !== file.seen) {
        file.seen = version;
        return file.problem;
      }
      if (!isReadable(stats)) return sizeProblem(tooLarge) ?? null;
      const text = (await readFile(file.path, "utf8")).trim();
      if (versionOf(await stat(file.path)) !== version) return file.problem;
      const problem = this.#problemOf(file, text);
      if (problem) return problem;
      file.text = text;
      file.version = version;
      return null;
    } catch (error) {
      file.seen = "";
      return `cannot be read (${codeOf(error)})`;
    }
  }

  #problemOf({ isValid }: WatchedFile, text: string): string | undefined {
    const size = sizeProblem(text);
    if (size) return size;
    const weakness = this.#environment === "production" ? weaknessOfSecret(text) : undefined;
    if (weakness) return `can be guessed: ${weakness}`;
    return isValid(text) ? undefined : "has no secret that fits the setting";
  }
}

/**
 * Reads a setting's secret: text, `{"env"}` or `{"file"}`. `name` is the setting and field, for messages. Throws
 * {@link ConfigError}, which never contains the secret.
 */
export function readSecret(
  { text, secretFiles }: Pick<SettingsSource, "text" | "secretFiles">,
  name: string,
  value: unknown,
  isValid?: (text: string) => boolean,
): Secret {
  if (typeof value === "string") return { current: () => value };
  const { file, env, ...others } = { ...(value as { file?: unknown; env?: unknown } | null) };
  const isOne = (file === undefined) !== (env === undefined) && Object.keys(others).length === 0;
  if (isOne && typeof env === "string") {
    const secret = text(env);
    if (secret === undefined) throw new ConfigError(`${name}: ${env} is not set`);
    return { current: () => secret };
  }
  if (isOne && typeof file === "string") return secretFiles.open(name, file, isValid);
  throw new ConfigError(`${name} must be a text, {"file": …} or {"env": …}`);
}

/** Reads a setting that is a secret: its text, or the JSON of `{"file"}` or `{"env"}`. Undefined if it is unset. */
export function readSecretSetting(
  source: Pick<SettingsSource, "text" | "secretFiles">,
  name: string,
): Secret | undefined {
  const value = source.text(name);
  if (value === undefined) return undefined;
  return readSecret(source, name, /^\{.*\}$/s.test(value) ? parsed(value) : value);
}

/** Makes `name` of a settings object follow the secret. */
export function followSecret<Settings extends object>(
  settings: Settings,
  name: keyof Settings & string,
  secret: Secret,
): Settings {
  return Object.defineProperty(settings, name, { enumerable: true, get: () => secret.current() });
}

function parsed(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return null;
  }
}

/** Stands in for the text of a file that is too large to read. */
const tooLarge = " ".repeat(largestSecretBytes + 1);

/** White space around a secret may make its file a little larger. */
function isReadable({ size }: { size: number }): boolean {
  return size <= 2 * largestSecretBytes;
}

function sizeProblem(text: string): string | undefined {
  if (text === "") return "is empty";
  return Buffer.byteLength(text) > largestSecretBytes ? "is over 64 KiB" : undefined;
}

function versionOf({ mtimeMs, size, ino }: { mtimeMs: number; size: number; ino: number }) {
  return `${mtimeMs} ${size} ${ino}`;
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? "unreadable";
}
