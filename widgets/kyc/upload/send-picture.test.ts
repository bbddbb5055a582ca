import { describe, expect, test, vi } from "vitest";
import type { ApiFailure } from "../../client/api-failure.ts";
import type { ApiResult } from "../../client/read-result.ts";
import { exampleUpload } from "../testing/examples.ts";
import { type SendingState, sendPicture } from "./send-picture.ts";

const bytes = 1_500_000;
const blob = new Blob([new Uint8Array(bytes)]);

/** A service that accepts pieces in order; `failNext` fails the next request. */
function service() {
  let offset = 0;
  const failures: (Partial<ApiFailure> & { taken?: boolean })[] = [];
  const pieces: [number, number][] = [];
  const answer = (state = "uploading") =>
    exampleUpload({ state, offset, sizeBytes: bytes, uploadId: "kup_1" });
  const fail = (failure: Partial<ApiFailure>): ApiResult<never> => ({
    ok: false,
    failure: { kind: "lost", code: "network", message: "", status: 0, ...failure },
  });
  const take = (size: number) => {
    offset += size;
    return answer(offset === bytes ? "received" : "uploading");
  };
  const api = {
    begin: vi.fn(async () => ({ ok: true, value: answer() }) as const),
    send: vi.fn(async (_id: string, from: number, piece: Blob) => {
      pieces.push([from, piece.size]);
      const { taken, ...failure } = failures.shift() ?? {};
      if (Object.keys(failure).length > 0 || taken) {
        if (taken) take(piece.size);
        return fail(failure);
      }
      if (from !== offset) {
        return fail({ kind: "refused", code: "kyc_upload_offset", status: 409, extra: { offset } });
      }
      return { ok: true, value: take(piece.size) } as const;
    }),
    upload: vi.fn(
      async () =>
        ({ ok: true, value: answer(offset === bytes ? "received" : "uploading") }) as const,
    ),
  };
  return { api, failures, pieces, reached: () => offset };
}

function run(from = service(), more = {}) {
  const reported: SendingState[] = [];
  const pauses: number[] = [];
  const abort = new AbortController();
  const ended = sendPicture({
    api: from.api,
    side: "front",
    blob,
    idempotencyKey: "key",
    signal: abort.signal,
    onProgress: (state) => reported.push(state),
    pause: async (ms) => void pauses.push(ms),
    nowMs: () => 0,
    ...more,
  });
  return { ended, reported, pauses, abort };
}

describe("sending a picture", () => {
  test("uses pieces that grow while they are fast, and reports each", async () => {
    const from = service();
    const { ended, reported } = run(from);
    expect(await ended).toMatchObject({ ok: true, value: { state: "received" } });
    const sizes = from.pieces.map(([, size]) => size / 1024);
    expect(sizes.slice(0, 4)).toEqual([64, 128, 256, 512]);
    expect(Math.max(...sizes)).toBe(512);
    expect(reported.map(({ sentBytes }) => sentBytes)).toEqual(
      reported.map(({ sentBytes }) => sentBytes).sort((one, two) => one - two),
    );
    expect(reported.every(({ stalled }) => !stalled)).toBe(true);
  });

  test("uses small pieces while each takes long", async () => {
    const from = service();
    let now = 0;
    const { ended } = run(from, {
      nowMs: () => {
        now += 5_000;
        return now;
      },
    });
    await ended;
    expect(Math.max(...from.pieces.map(([, size]) => size))).toBe(64 * 1024);
  });

  test("continues after a lost connection where the service is", async () => {
    const from = service();
    from.failures.push({ status: 0 }, { taken: true });
    const { ended, reported } = run(from);
    expect(await ended).toMatchObject({ ok: true });
    expect(reported.some(({ stalled }) => stalled)).toBe(true);
    expect(from.api.begin).toHaveBeenCalledTimes(1);
    expect(from.api.upload).toHaveBeenCalled();
    expect(from.reached()).toBe(bytes);
  });

  test("does not repeat a picture when only the last response was lost", async () => {
    const from = service();
    const begun = exampleUpload({ state: "uploading", offset: bytes - 10, sizeBytes: bytes });
    await from.api.send("kup_1", 0, blob.slice(0, bytes - 10));
    from.failures.push({ taken: true });
    const { ended } = run(from, { begun });
    expect(await ended).toMatchObject({ ok: true, value: { state: "received" } });
    expect(from.pieces.at(-1)).toEqual([bytes - 10, 10]);
  });

  test("continues at the service's offset, ahead or behind", async () => {
    const from = service();
    const begun = exampleUpload({ state: "uploading", offset: 700_000, sizeBytes: bytes });
    const { ended } = run(from, { begun });
    expect(await ended).toMatchObject({ ok: true });
    expect(from.pieces.slice(0, 2).map(([at]) => at)).toEqual([700_000, 0]);
  });

  test("tries again when the reader is busy, after the time it names", async () => {
    const from = service();
    from.failures.push({ status: 503, code: "service_unavailable", retryAfterMs: 3_000 });
    const { ended, pauses, reported } = run(from);
    expect(await ended).toMatchObject({ ok: true });
    expect(pauses).toEqual([3_000]);
    expect(reported.every(({ stalled }) => !stalled)).toBe(true);
  });
});

test.each([
  [{ kind: "refused", status: 413, code: "kyc_image_too_large" }],
  [{ kind: "refused", status: 401, code: "client_secret_expired" }],
] as const)("a refusal ends it: %j", async (failure) => {
  const from = service();
  from.failures.push(failure);
  const { ended } = run(from);
  expect(await ended).toMatchObject({ ok: false, failure });
});

test("that was canceled sends nothing more", async () => {
  const from = service();
  from.failures.push({ status: 0 });
  const { ended, abort } = run(from, { pause: async () => abort.abort() });
  expect(await ended).toMatchObject({ ok: false, failure: { code: "aborted" } });
  expect(from.pieces).toHaveLength(1);
});

test("the limit of pictures in a day ends the upload instead of waiting for an hour", async () => {
  const from = service();
  const failure = { kind: "lost", code: "rate_limited", message: "", status: 429 } as const;
  from.api.begin.mockResolvedValueOnce({
    ok: false,
    failure: { ...failure, retryAfterMs: 3_600_000 },
  } as never);
  expect(await run(from).ended).toMatchObject({ ok: false, failure });
  expect(from.api.begin).toHaveBeenCalledTimes(1);
});
