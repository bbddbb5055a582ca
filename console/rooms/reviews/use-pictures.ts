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
export function usePictures(images: ReviewCase["images"]): ReadonlyMap<string, Picture> {
  const [pictures, setPictures] = useState<ReadonlyMap<string, Picture>>(new Map());
  const ids = images.map(({ uploadId }) => uploadId).join();
  useEffect(() => {
    const abort = new AbortController();
    const urls: string[] = [];
    setPictures(new Map());
    for (const { uploadId, url } of images) {
      void api.getBlob(url.replace(/^\/console\/api/, ""), abort.signal).then((answer) => {
        if (abort.signal.aborted) return;
        if (answer.ok) urls.push(URL.createObjectURL(answer.value));
        const picture = answer.ok ? { url: urls.at(-1) ?? "" } : { failure: answer.failure };
        setPictures((last) => new Map([...last, [uploadId, picture]]));
      });
    }
    return () => {
      abort.abort();
      for (const url of urls) URL.revokeObjectURL(url);
    };
  }, [ids]);
  return pictures;
}
