import type { PaymentMethodTexts } from "../payment-method-texts.ts";
import { bankAccountTexts } from "./bank-account.ts";

/** Simplified Chinese. */
export const paymentMethodTexts: PaymentMethodTexts = {
  language: "zh-Hans",
  bankAccount: bankAccountTexts,
  bank: {
    timing: "我们会在下一个工作日向您的银行发送扣款请求。付款会在几天后最终完成。",
    refusals: {
      routing_number_invalid: "没有银行使用此银行路由号码。请检查。",
      bank_account_barred: "您不能再用此账户在这里付款。请换一个账户。",
      bank_account_unusable: "您的银行曾退回此账户的付款。请换一个账户。",
      bank_account_retries_used_up: "您的银行已3次退回这笔付款。请换一个账户或选择其他付款方式。",
    },
    mandate: {
      title: "授权书",
      englishOnly: "授权书为英文，您同意的是英文文本。它只授权按本次付款的金额扣款一次。",
      consent: "按“支付”即表示您同意此授权书。",
      copy: "复制",
      copied: "已复制",
      print: "打印或保存",
    },
  },
  payByBank: {
    steps: ["前往您的银行的网页或应用。", "在那里登录并确认付款。", "返回这里查看结果。"],
    safety: "我们绝不会看到您的登录信息。",
  },
};
