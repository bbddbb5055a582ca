import { galleryTexts } from "../gallery-texts.ts";
import "../../../styles/personal.css";
import "../../../styles/grouped.css";
import "../../../styles/bank-account.css";
import "../../../styles/payout-methods.css";
import "../../../styles/refund.css";
import { render } from "preact";
import type { ReadRefund, RefundApi } from "../../../widgets/refund/refund-api.ts";
import { RefundApp } from "../../../widgets/refund/refund-app.tsx";
import type { DrawPreview } from "../preview.tsx";

const refund: Omit<ReadRefund, "operator"> = {
  refundId: "ref_preview",
  status: "open",
  type: "bank",
  amount: 20,
  currency: "USD",
  crypto: null,
  expiresAt: "2030-12-03T12:00:00.000Z",
};
const apiOf = (operator: ReadRefund["operator"]): RefundApi => {
  const value = { ...refund, operator };
  return {
    session: async () => ({ ok: true, value }),
    quote: async () => ({ ok: false, code: "quote_unavailable" }),
    name: async () => ({ ok: true, value: { ...value, status: "named" } }),
  };
};

export const draw: DrawPreview = (place, { language, locale, operator }) => {
  render(
    <main class="refund">
      <RefundApp
        api={apiOf(operator)}
        texts={galleryTexts("refund", language)}
        methods={galleryTexts("payout-method", language)}
        locale={locale}
      />
    </main>,
    place,
  );
};
