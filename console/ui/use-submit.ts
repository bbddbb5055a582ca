import { useRef, useState } from "preact/hooks";
import type { ApiFailure, ApiResult } from "../client/api.ts";

export interface Submit<T extends unknown[]> {
  readonly isBusy: boolean;
  readonly failure: ApiFailure | undefined;
  /** Makes the call, unless it is already running. */
  readonly submit: (...args: T) => Promise<void>;
  readonly forget: () => void;
}

/** Runs one call at a time: `done` gets the value, and a failure stays until the next call. */
export function useSubmit<V, T extends unknown[]>(
  call: (...args: T) => Promise<ApiResult<V>>,
  done: (value: V, ...args: T) => void | Promise<void>,
): Submit<T> {
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<ApiFailure>();
  const isUnderWay = useRef(false);
  const submit = async (...args: T) => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setIsBusy(true);
    setFailure(undefined);
    const result = await call(...args);
    isUnderWay.current = false;
    setIsBusy(false);
    if (result.ok) await done(result.value, ...args);
    else setFailure(result.failure);
  };
  return { isBusy, failure, submit, forget: () => setFailure(undefined) };
}
