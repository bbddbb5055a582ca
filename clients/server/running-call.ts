import type { ListPage, ResponseFacts } from "./call-types.ts";

interface DataWithResponse<Data> {
  data: Data;
  response: ResponseFacts;
}

/**
 * A promise of a response's data that can also give the whole response. Only what the caller uses becomes a promise, so
 * that a rejection is reported once.
 */
export class RunningCall<Data> extends Promise<Data> {
  readonly #result: Promise<DataWithResponse<Data>>;

  constructor(result: Promise<DataWithResponse<Data>>) {
    // `then` reads the result instead.
    super(() => {});
    this.#result = result;
  }

  /** Promises derived from this one are plain. */
  static override get [Symbol.species](): PromiseConstructor {
    return Promise;
  }

  // biome-ignore lint/suspicious/noThenProperty: this is a promise.
  override then<Result = Data, Failure = never>(
    onData?: ((data: Data) => Result | PromiseLike<Result>) | null,
    onError?: ((error: unknown) => Failure | PromiseLike<Failure>) | null,
  ): Promise<Result | Failure> {
    return this.#result.then(({ data }) => data).then(onData, onError);
  }

  withResponse(): Promise<DataWithResponse<Data>> {
    return this.#result;
  }
}

/** A call for one page that can continue to all later pages. */
export class RunningList<Item> extends RunningCall<ListPage<Item>> {
  readonly #entries: () => AsyncGenerator<Item, void, undefined>;

  /**
   * @param readPage requests a later page
   * @param idOf identifies an entry. Lists are newest first: an entry created in the meantime moves the others to later
   *   pages, and the last of a page comes again.
   */
  constructor(
    first: Promise<DataWithResponse<ListPage<Item>>>,
    readPage: (page: number) => Promise<ListPage<Item>>,
    idOf: (item: Item) => unknown,
  ) {
    super(first);
    this.#entries = async function* () {
      let page = (await first).data;
      let before = new Set<unknown>();
      for (;;) {
        const { data } = page;
        for (const item of data) if (!before.has(idOf(item))) yield item;
        if (data.length === 0 || page.page * page.size >= page.total) return;
        before = new Set(data.map(idOf));
        page = await readPage(page.page + 1);
      }
    };
  }

  [Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    return this.#entries();
  }

  async toArray({ limit }: { limit: number }): Promise<Item[]> {
    const items: Item[] = [];
    if (limit <= 0) return items;
    for await (const item of this) {
      items.push(item);
      if (items.length >= limit) break;
    }
    return items;
  }
}
