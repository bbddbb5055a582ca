import type { PaymentMethodTexts } from "../payment-method-texts.ts";
import { bankAccountTexts } from "./bank-account.ts";
import { bankLoginTexts } from "./bank-login.ts";

export const paymentMethodTexts: PaymentMethodTexts = {
  language: "zh-Hans",
  bankAccount: bankAccountTexts,
  bankLogin: {
    ...bankLoginTexts,
    problems: {
      refused: "您没有分享任何账户。请重试，或自行输入号码。",
      failed: "您的银行无法确认该账户。请重试，或自行输入号码。",
      expired: bankLoginTexts.expired,
      unavailable: "目前无法登录银行。请自行输入号码。",
      tooMany: "您为此次付款登录银行的次数过多。请自行输入号码。",
    },
    notSaved: "此账户无法保存，下次请重新登录。",
    instead: "或自行输入号码",
  },
  bank: {
    timing: "我们会在下一个工作日向您的银行发送扣款请求。付款会在几天后最终完成。",
    refusals: {
      routing_number_invalid: "没有银行使用此银行路由号码。请检查。",
      bank_account_barred: "您不能再用此账户在这里付款。请换一个账户。",
      bank_account_unusable: "您的银行曾退回此账户的付款。请换一个账户。",
      bank_account_retries_used_up: "您的银行已3次退回这笔付款。请换一个账户或选择其他付款方式。",
      bank_login_not_confirmed: "您的银行尚未确认该账户。请重新登录。",
      bank_login_used: "此次登录已用于一笔付款。请重新登录您的银行。",
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
