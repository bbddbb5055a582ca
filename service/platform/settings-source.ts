import { ConfigError } from "./config-values.ts";
import type { SecretFiles } from "./secret-source.ts";

/** The environment of this deployment. One process serves exactly one. */
export type Environment = "sandbox" | "production";

/**
 * Input of settings readers: the environment's values, and the few settings on which others depend.
 */
export interface SettingsSource {
  /** Returns the trimmed value, undefined if it is unset or empty. */
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

/** One reader per setting. Each throws {@link ConfigError} if the value cannot be used. */
export type Readers<Settings> = { readonly [Name in keyof Settings]: () => Settings[Name] };

/** Collects problems of several settings, so that one message names all of them. */
export class SettingProblems {
  readonly #messages: string[] = [];

  add(message: string): void {
    this.#messages.push(message);
  }

  /**
   * Returns the value. If it cannot be used, notes the problem and returns `otherwise`, so that the
   * remaining settings are checked too.
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

  /** Reads every setting. Throws one {@link ConfigError} that names all problems. */
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
