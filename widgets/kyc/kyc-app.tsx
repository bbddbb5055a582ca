import { useEffect, useReducer, useState } from "preact/hooks";
import type { KycTexts } from "../i18n/kyc-texts.ts";
import type { RunningKyc } from "./start-kyc.tsx";
import { type KycPlace, KycView } from "./view/kyc-view.tsx";

interface KycAppProps {
  readonly running: Pick<RunningKyc, "flow" | "parts">;
  readonly texts: KycTexts;
  readonly locale: string;
  readonly place: KycPlace;
  /** Called when the customer is verified: continues the flow that waits for it. */
  readonly onVerified?: () => void;
}

export function KycApp({ running, texts, locale, place, onVerified }: KycAppProps) {
  const { flow, parts } = running;
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const [online, setOnline] = useState(navigator.onLine);
  useEffect(() => {
    const end = flow.subscribe(() => redraw(undefined));
    redraw(undefined);
    const connection = () => setOnline(navigator.onLine);
    addEventListener("online", connection);
    addEventListener("offline", connection);
    return () => {
      end();
      removeEventListener("online", connection);
      removeEventListener("offline", connection);
    };
  }, [flow]);
  const state = flow.state();
  const { session, step } = state;
  const isVerified =
    step === "result" && session?.nextAction === "none" && session.status.startsWith("verified");
  useEffect(() => {
    if (isVerified) onVerified?.();
  }, [isVerified]);
  return (
    <KycView
      state={state}
      texts={texts}
      locale={locale}
      place={place}
      online={online}
      parts={parts}
      // A phone needs no handoff.
      offersPhone={place !== "phone" && !matchMedia("(pointer: coarse)").matches}
      send={flow.send}
    />
  );
}
