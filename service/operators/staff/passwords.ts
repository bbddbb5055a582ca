import { hash, verify } from "@node-rs/argon2";
import { ApiError } from "../../platform/http/api-error.ts";

/** OWASP's least for argon2id, which is the library's default: 19 MiB, two passes, one lane; some 60 ms. */
const cost = {
  memoryCost: 19_456,
  timeCost: 2,
  parallelism: 1,
} as const;

/** Each takes a thread of libuv's four and 19 MiB: the rest of the service needs both. */
const mostAtOnce = 2;
const mostWaiting = 50;

/** Hashing and checking of passwords, a few at a time. */
export interface Passwords {
  /** A PHC string. */
  hash(password: string): Promise<string>;
  /**
   * Whether it is the password. With null it works as long and says no: whether an account exists must
   * not show in the time.
   */
  verify(phc: string | null, password: string): Promise<boolean>;
}

/**
 * Creates the hasher. Its methods throw 503 `service_unavailable` when too many wait: a flood of logins
 * must not take the machine from payments.
 */
export function createPasswords(): Passwords {
  let running = 0;
  const waiting: (() => void)[] = [];
  const inTurn = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (running >= mostAtOnce) {
      if (waiting.length >= mostWaiting) {
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
  let nobody: Promise<string> | undefined;
  return {
    hash: (password) => inTurn(() => hash(normal(password), cost)),
    async verify(phc, password) {
      nobody ??= hash("nobody's password", cost);
      const against = phc ?? (await nobody);
      const isRight = await inTurn(() => verify(against, normal(password)));
      return isRight && phc !== null;
    },
  };
}

/** The same letters typed on another system are the same password (NIST SP 800-63B §5.1.1.2). */
function normal(password: string): string {
  return password.normalize("NFKC");
}
