import { useEffect, useReducer, useState } from "preact/hooks";
import type { Texts } from "../i18n/texts.ts";
import type { FormProblems } from "./form-problems.ts";
import { Owed, type OwedParts } from "./owed.tsx";
import type { PaymentFlow } from "./payment-flow.ts";
import { PaymentView } from "./view/payment-view.tsx";

interface PaymentAppProps {
  readonly flow: PaymentFlow;
  readonly problems: FormProblems;
  readonly texts: Texts;
  readonly locale: string;
  readonly onSubmit: () => void;
  /** Loads the steps for what is owed; without it they are not offered. */
  readonly loadOwed?: () => Promise<OwedParts>;
}

/** The view on the running flow: drawn anew when the flow, or what is wrong with the fields, changes. */
export function PaymentApp(props: PaymentAppProps) {
  const { flow, problems, texts, locale, onSubmit, loadOwed } = props;
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const [online, setOnline] = useState(true);
  useEffect(() => {
    const ends = [
      flow.subscribe(() => redraw(undefined)),
      problems.subscribe(() => redraw(undefined)),
    ];
    redraw(undefined);
    const connection = () => {
      setOnline(navigator.onLine);
      if (navigator.onLine) flow.send({ type: "retry" });
    };
    addEventListener("online", connection);
    addEventListener("offline", connection);
    return () => {
      for (const end of ends) end();
      removeEventListener("online", connection);
      removeEventListener("offline", connection);
    };
  }, [flow, problems]);
  const { notice } = flow.state();
  useEffect(() => {
    // The page was inert under the challenge's dialog, and the button has lost the focus to it.
    const isLost = document.hasFocus() && document.activeElement === document.body;
    if (notice && isLost) {
      document.querySelector<HTMLElement>("button[type=submit]")?.focus({ preventScroll: true });
    }
  }, [notice]);
  const { count, submits } = problems.announced();
  // The same words twice would not be said twice: a space tells them apart.
  const announcement = count > 0 ? texts.problemCount(count) + "\u00a0".repeat(submits % 2) : "";
  const state = flow.state();
  // Blocked for want of a way to pay is nothing that a step could mend.
  const owes = state.session?.requirements.some(({ blocks }) => blocks === "submission") ?? false;
  return (
    <PaymentView
      state={state}
      problems={problems.shown()}
      texts={texts}
      locale={locale}
      online={online}
      announcement={announcement}
      onSubmit={onSubmit}
      onRetry={() => flow.send({ type: "retry" })}
      owedSteps={
        loadOwed && owes
          ? (fallback) => (
              <Owed
                {...{ locale, fallback }}
                load={loadOwed}
                onDone={() => flow.send({ type: "requirementsMet" })}
              />
            )
          : undefined
      }
    />
  );
}
