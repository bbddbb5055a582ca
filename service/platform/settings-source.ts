import { ConfigError } from "./config-values.ts";

/** Which of the two worlds this deployment serves; one process serves exactly one. */
export type Environment = "sandbox" | "production";

/** What the readers of settings are given: the environment's values, and the few settings that others follow. */
export interface SettingsSource {
  /** The value without white space around it; undefined where it is unset or empty. */
  text(name: string): string | undefined;
  readonly environment: Environment;
  readonly sandboxPort: number;
  /** Where the sandbox's outside parties answer, no trailing slash. */
  readonly sandboxUrl: string;
  /** Origin that browsers use for the service, no trailing slash. */
  readonly publicUrl: string;
  readonly port: number;
  /** Where outside parties reach this service, no trailing slash. */
  readonly reachedAt: string;
}

/** One reader for each setting. Each throws {@link ConfigError} for a value that can't be used. */
export type Readers<Settings> = { readonly [Name in keyof Settings]: () => Settings[Name] };

/** Collects what is wrong with several settings, so that one message can name them all. */
export class SettingProblems {
  readonly #messages: string[] = [];

  add(message: string): void {
    this.#messages.push(message);
  }

  /** The value, or `otherwise` to go on with, so that the rest is looked at too. */
  take<Value>(read: () => Value, otherwise: Value): Value {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      this.add(error.message);
      return otherwise;
    }
  }

  /** Reads every setting. Throws one {@link ConfigError} that names all that can't be used. */
  readAll<Settings>(readers: Readers<Settings>): Settings {
    const settings = Object.fromEntries(
      Object.entries<() => unknown>(readers).map(([name, read]) => [
        name,
        this.take<unknown>(read, undefined),
      ]),
    );
    if (this.#messages.length > 0) throw new ConfigError(this.#messages.join("\n"));
    return settings as Settings;
  }
}
