import { useRef } from "preact/hooks";
import { go, place } from "./place.ts";

/** Returns a {@link go} for what follows a call. It does nothing if the person has left the page in the meantime. */
export function useGoFromHere(): (address: string) => Promise<boolean> {
  const { current: path } = useRef(place.peek().path);
  return async (address) => place.peek().path === path && (await go(address));
}
