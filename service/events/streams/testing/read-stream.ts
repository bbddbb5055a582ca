export interface Message {
  event: string;
  id: string | undefined;
  data: string;
}

export interface OpenStream {
  status: number;
  messages: Message[];
  /** The newest `id`. */
  lastId: () => string | undefined;
  /** Waits until the condition holds. Rejects if the stream ends first. */
  until(condition: (messages: readonly Message[]) => boolean): Promise<void>;
  close(): Promise<void>;
  ended: Promise<void>;
}

/** Reads a stream's messages. If the stream is refused, the response's body is the only message. */
export async function readStream(
  url: string,
  secretKey: string,
  lastEventId?: string,
): Promise<OpenStream> {
  const leave = new AbortController();
  const response = await fetch(url, {
    headers: {
      authorization: `Bearer ${secretKey}`,
      ...(lastEventId === undefined ? {} : { "last-event-id": lastEventId }),
    },
    signal: leave.signal,
  });
  const messages: Message[] = [];
  let waiting: (() => void)[] = [];
  let isEnded = false;
  let lastId: string | undefined;
  const wakeAll = () => {
    for (const wake of waiting) wake();
    waiting = [];
  };
  const read = async () => {
    if (response.status !== 200) {
      messages.push({ event: "refused", id: undefined, data: await response.text() });
      return;
    }
    let text = "";
    for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += piece;
      const blocks = text.split("\n\n");
      text = blocks.pop() ?? "";
      for (const block of blocks) {
        const message = parseBlock(block);
        lastId = message.id ?? lastId;
        if (message.data !== "") messages.push(message);
      }
      wakeAll();
    }
  };
  const ended = read()
    .catch(() => undefined)
    .finally(() => {
      isEnded = true;
      wakeAll();
    });
  return {
    status: response.status,
    messages,
    lastId: () => lastId,
    async until(condition) {
      while (!condition(messages)) {
        if (isEnded) throw new Error(`the stream ended after ${messages.length} messages`);
        await new Promise<void>((resolve) => {
          waiting.push(resolve);
        });
      }
    },
    async close() {
      leave.abort();
      await ended;
    },
    ended,
  };
}

function parseBlock(block: string): Message {
  const message: Message = { event: "message", id: undefined, data: "" };
  for (const line of block.split("\n")) {
    const [, field, value = ""] = /^(event|id|data): (.*)$/.exec(line) ?? [];
    if (field === "event") message.event = value;
    if (field === "id") message.id = value;
    if (field === "data") message.data += value;
  }
  return message;
}
