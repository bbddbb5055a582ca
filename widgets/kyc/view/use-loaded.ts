import { useEffect, useState } from "preact/hooks";

/** What `load` gives, null until it is there; `failed` where it could not be loaded. */
export function useLoaded<T>(load: () => Promise<T>): T | null | "failed" {
  const [loaded, setLoaded] = useState<{ value: T } | null | "failed">(null);
  useEffect(() => {
    let isGone = false;
    load().then(
      (value) => !isGone && setLoaded({ value }),
      () => !isGone && setLoaded("failed"),
    );
    return () => {
      isGone = true;
    };
  }, []);
  return loaded === null || loaded === "failed" ? loaded : loaded.value;
}
