import { useEffect, useState } from "preact/hooks";
import type { ReviewCase } from "#contract/console/reviews";
import type { ApiFailure } from "../../client/api.ts";
import { api } from "../../session/session.ts";

interface Picture {
  readonly url?: string;
  readonly failure?: ApiFailure;
}

/**
 * Fetches each picture of the case once, because every access is recorded, and releases it with the case. Pictures are
 * never in a cache or on disk.
 */
export function usePictures(images: ReviewCase["images"]): {
  readonly pictures: ReadonlyMap<string, Picture>;
  /** Fetches all pictures of the case again, after one could not be loaded. */
  readonly reload: () => void;
} {
  const [round, setRound] = useState(0);
  const [pictures, setPictures] = useState<ReadonlyMap<string, Picture>>(new Map());
  const ids = images.map(({ uploadId }) => uploadId).join();
  useEffect(() => {
    const abort = new AbortController();
    const urls: string[] = [];
    setPictures(new Map());
    for (const { uploadId, url } of images) {
      void api.getBlob(url.replace(/^\/console\/api/, ""), abort.signal).then((result) => {
        if (abort.signal.aborted) return;
        if (result.ok) urls.push(URL.createObjectURL(result.value));
        const picture = result.ok ? { url: urls.at(-1) ?? "" } : { failure: result.failure };
        setPictures((last) => new Map([...last, [uploadId, picture]]));
      });
    }
    return () => {
      abort.abort();
      for (const url of urls) URL.revokeObjectURL(url);
    };
  }, [ids, round]);
  return { pictures, reload: () => setRound((before) => before + 1) };
}
