import { ChannelError, type ErrorReport, readErrorReport, reportOf } from "./channel-error.ts";
import type { CallTable, MessageOf, MessageTable } from "./messages.ts";
import type { After, Port } from "./port.ts";
import { type ReadOf, readOrNull } from "./readers.ts";

/**
 * One side of an established channel.
 *
 * On the port: `{ type, …fields }` for messages, `{ type: "call", id, method, params }` and
 * `{ type: "answer", id, value | error }` for calls.
 *
 * Guarantees:
 * - everything received is read through its table; unknown or malformed data is dropped and reported;
 * - every call settles once: with its answer, at its deadline, or when the channel ends;
 * - of an error, only code, party, text and request id cross;
 * - after `close` nothing is sent, delivered or awaited.
 */
export interface Peer<Sends extends MessageTable, Calls extends CallTable> {
  /** Does nothing when the channel is closed. */
  send(message: MessageOf<Sends>, transfer?: readonly object[]): void;
  /** Returns the checked answer. Rejects only with ChannelError. */
  call<M extends keyof Calls & string>(
    method: M,
    params: ReadOf<Calls[M]["params"]>,
    options: { deadlineMs: number; transfer?: readonly object[] },
  ): Promise<ReadOf<Calls[M]["answer"]>>;
  /** Running and later calls reject with `channel_closed`, or with `reason`. */
  close(reason?: ErrorReport): void;
}

/** One handler per call. It may throw ChannelError. */
export type Answers<Calls extends CallTable> = {
  [M in keyof Calls & string]: (
    params: ReadOf<Calls[M]["params"]>,
    transferred: readonly object[],
  ) => Promise<ReadOf<Calls[M]["answer"]>>;
};

export interface PeerOptions<
  Sends extends MessageTable,
  Calls extends CallTable,
  Receives extends MessageTable,
  Answered extends CallTable,
> {
  readonly port: Port;
  /** Never passed: it only lets TypeScript infer the type of sent messages, without bundling the table. */
  readonly sends?: Sends;
  readonly calls: Calls;
  readonly receives: Receives;
  readonly answered: Answered;
  readonly onMessage: (message: MessageOf<Receives>, transferred: readonly object[]) => void;
  readonly answers: Answers<Answered>;
  readonly after: After;
  /** `type` is the name that the dropped message gave itself. */
  readonly onDropped?: (
    reason: "malformed" | "unknown" | "unexpected_answer",
    type: string,
  ) => void;
}

interface Waiting {
  settle(message: { value?: unknown; error?: unknown }): void;
  fail(report: ErrorReport): void;
}

const own = <T extends object>(table: T, name: string): T[keyof T] | undefined =>
  Object.hasOwn(table, name) ? table[name as keyof T] : undefined;

const closed: ErrorReport = {
  code: "channel_closed",
  party: "integrator",
  message: "The frame was unmounted, or its page was left.",
};

/** Connects this side and starts the port. */
export const createPeer = <
  Sends extends MessageTable,
  Calls extends CallTable,
  Receives extends MessageTable,
  Answered extends CallTable,
>(
  options: PeerOptions<Sends, Calls, Receives, Answered>,
): Peer<Sends, Calls> => {
  const { port, calls, receives, answered, answers, after, onMessage, onDropped } = options;
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  let closedFor: ErrorReport | null = null;

  const post = (data: unknown, transfer?: readonly object[]) => {
    if (!closedFor) port.post(data, transfer);
  };

  const answer = async (data: Record<string, unknown>, transferred: readonly object[]) => {
    const { id, method } = data;
    try {
      const known = own(answered, String(method));
      const params = known && readOrNull(known.params, data["params"]);
      const run = own(answers, String(method));
      if (!params || !run) {
        onDropped?.(known ? "malformed" : "unknown", `call ${method}`);
        throw new ChannelError({
          code: known ? "invalid_params" : "unknown_call",
          party: "us",
          message: `Unknown call "${method}".`,
        });
      }
      const value = await run(params as ReadOf<Answered[string]["params"]>, transferred);
      post({ type: "answer", id, value });
    } catch (thrown) {
      post({ type: "answer", id, error: reportOf(thrown) });
    }
  };

  port.listen((received, transferred) => {
    if (closedFor) return;
    const data = received as Record<string, unknown> | null;
    const type = typeof data === "object" && data !== null ? data["type"] : undefined;
    if (!data || typeof type !== "string") return onDropped?.("malformed", "");
    if (type === "call") {
      void answer(data, transferred);
    } else if (type === "answer") {
      const call = waiting.get(data["id"] as number);
      if (call) call.settle(data);
      else onDropped?.("unexpected_answer", type);
    } else {
      const read = own(receives, type);
      const fields = read && readOrNull(read, data);
      if (fields) onMessage({ ...fields, type } as MessageOf<Receives>, transferred);
      else onDropped?.(read ? "malformed" : "unknown", type);
    }
  });

  return {
    send: (message, transfer) => post(message, transfer),

    call: (method, params, { deadlineMs, transfer }) =>
      new Promise((resolve, reject) => {
        if (closedFor) return reject(new ChannelError(closedFor));
        const id = ++lastId;
        const end = () => {
          cancel();
          waiting.delete(id);
        };
        const fail = (report: ErrorReport) => {
          end();
          reject(new ChannelError(report));
        };
        const cancel = after(deadlineMs, () =>
          fail({
            code: "deadline_exceeded",
            party: "us",
            message: `"${method}" was not answered in ${deadlineMs} ms.`,
          }),
        );
        waiting.set(id, {
          fail,
          settle({ value, error }) {
            const read = calls[method]?.answer;
            const result = read && error === undefined ? readOrNull(read, value) : null;
            if (result) {
              end();
              resolve(result as ReadOf<Calls[typeof method]["answer"]>);
            } else {
              const invalid = {
                code: "invalid_answer",
                party: "us",
                message: `"${method}" failed.`,
              };
              fail(readOrNull(readErrorReport, error) ?? (invalid as ErrorReport));
            }
          },
        });
        post({ type: "call", id, method, params }, transfer);
      }),

    close(reason = closed) {
      if (closedFor) return;
      closedFor = reason;
      port.close();
      for (const call of [...waiting.values()]) call.fail(reason);
    },
  };
};
