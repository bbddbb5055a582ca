"use client";

import { useState } from "react";
import { Tessera } from "tessera";
import { TesseraPayment, TesseraProvider } from "tessera/react";

export function Pay({ publishableKey, apiUrl, clientSecretKey, orderId }) {
  const [outcome, setOutcome] = useState("");
  return (
    <TesseraProvider sdk={Tessera} publishableKey={publishableKey} apiUrl={apiUrl}>
      <TesseraPayment
        clientSecretKey={clientSecretKey}
        onComplete={({ type }) =>
          setOutcome(type === "success" ? `Thank you! ${orderId}` : `Not paid: ${type}`)
        }
      />
      <p id="outcome" role="status">
        {outcome}
      </p>
    </TesseraProvider>
  );
}
