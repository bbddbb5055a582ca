import { ConfigError } from "./config-values.ts";
import type { SecretFiles } from "./secret-source.ts";

/** The deployment's environment. One process serves exactly one. */
export type Environment = "sandbox" | "production";

/** What readers of settings get: the environment, and the settings on which others depend. */
export interface SettingsSource {
  /** The value, trimmed; undefined if unset or empty. */
  text(name: string): string | undefined;
  readonly environment: Environment;
  readonly sandboxPort: number;
  /** Where the sandbox's outside parties listen, no trailing slash. */
  readonly sandboxUrl: string;
  /** Origin that browsers use for the service, no trailing slash. */
  readonly publicUrl: string;
  readonly port: number;
  /** Where outside parties reach this service, no trailing slash. */
  readonly reachedAt: string;
  /** Files of secrets, which are read again when they change. */
  readonly secretFiles: SecretFiles;
}

/** One reader per setting. Throws {@link ConfigError} if the value cannot be used. */
export type Readers<Settings> = { readonly [Name in keyof Settings]: () => Settings[Name] };

/** Collects settings' problems, so that one message names all. */
export class SettingProblems {
  readonly #messages: string[] = [];

  add(message: string): void {
    this.#messages.push(message);
  }

  /**
   * If the value cannot be used, notes the problem and returns `otherwise`, so that the remaining settings are checked
   * too.
   */
  readOr<Value>(read: () => Value, otherwise: Value): Value {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      this.add(error.message);
      return otherwise;
    }
  }

  /** Reads every setting. Throws one {@link ConfigError} with all problems. */
  readAll<Settings>(readers: Readers<Settings>): Settings {
    const settings = Object.fromEntries(
      Object.entries<() => unknown>(readers).map(([name, read]) => [
        name,
        this.readOr<unknown>(read, undefined),
      ]),
    );
    if (this.#messages.length > 0) throw new ConfigError(this.#messages.join("\n"));
    return settings as Settings;
  }
}
