import { hash, verify } from "@node-rs/argon2";
import { ApiError } from "../../platform/http/api-error.ts";

/** OWASP's minimum for argon2id and the library's default: 19 MiB, two passes, one lane; about 60 ms. */
const cost = {
  memoryCost: 19_456,
  timeCost: 2,
  parallelism: 1,
} as const;

/** Each hash takes 19 MiB and one of libuv's four threads, which the rest of the service needs, too. */
const maxConcurrent = 2;
const maxWaiting = 50;

export interface Passwords {
  /** Hashes a password to a PHC string. */
  hash(password: string): Promise<string>;
  /**
   * Verifies a password. With null it is false after the same time, so that the time does not reveal whether an account
   * exists.
   */
  verify(phc: string | null, password: string): Promise<boolean>;
}

/**
 * Creates the hasher. Throws 503 `service_unavailable` if too many wait: a flood of logins must leave the machine
 * to payments.
 */
export function createPasswords(): Passwords {
  let running = 0;
  const waiting: (() => void)[] = [];
  const limited = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (running >= maxConcurrent) {
      if (waiting.length >= maxWaiting) {
        throw new ApiError("service_unavailable", { headers: { "retry-after": "5" } });
      }
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
  let dummy: Promise<string> | undefined;
  return {
    hash: (password) => limited(() => hash(normal(password), cost)),
    async verify(phc, password) {
      dummy ??= hash("nobody's password", cost);
      const against = phc ?? (await dummy);
      const isMatch = await limited(() => verify(against, normal(password)));
      return isMatch && phc !== null;
    },
  };
}

/** Normalizes a password: the same letters must match when typed on another system (NIST SP 800-63B §5.1.1.2). */
function normal(password: string): string {
  return password.normalize("NFKC");
}
