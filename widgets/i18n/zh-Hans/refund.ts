import type { RefundTexts } from "../refund-texts.ts";

export const refundTexts: RefundTexts = {
  language: "zh-Hans",
  pageTitle: "您的退款",
  loading: "正在加载您的退款",
  retry: "重试",
  steps: { problemCount: (count) => `请检查${count}处内容。` },
  form: {
    title: (operator) => `${operator}的退款`,
    crypto: (amount, asset, network) =>
      `您将收到${amount}。与您付款时一样，退款以${asset}通过${network}网络发送。请输入您自己的钱包地址。`,
    bank: (amount) => `您将收到${amount}。请输入收款的银行账户。`,
    review: "核对退款",
  },
  review: {
    title: "请核对退款的去向",
    text: (operator) =>
      `尚未发送任何款项。${operator}会先审核这笔退款。您只能确认一次，转账无法撤回。`,
    amount: "您将收到",
    worth: (money) => `目前价值${money}`,
    limited: "这是当时收到的全部金额，因此现在的价值较低。",
    until: (time) => `有效至${time}`,
    networkFee: (operator) => `网络费由${operator}支付。`,
    network: "网络",
    address: "地址",
    holder: "账户持有人",
    account: "账户",
    accountType: { checking: "支票账户", savings: "储蓄账户" },
    ending: (last4) => `尾号${last4}`,
    confirm: "确认退款去向",
    change: "更改退款去向",
    quoting: "正在加载金额",
    newAmount: "汇率已过期。请核对新的金额。",
  },
  named: {
    title: "我们已收到您的退款去向",
    lines: (operator) => [
      `尚未发送任何款项。${operator}会先审核这笔退款，然后发送。`,
      "您可以关闭本页面。",
    ],
  },
  over: {
    broken: {
      title: "此链接无效",
      lines: ["它可能已被更新的链接取代。请向商家索取新链接。"],
    },
    expired: {
      title: "此链接已过期",
      lines: ["没有发送任何款项。请向商家索取新链接。"],
    },
    closed: {
      title: "这笔退款已结束",
      lines: ["没有通过此链接发送任何款项。请向商家询问您的退款。"],
    },
    lost: {
      title: "我们无法连接服务",
      lines: ["没有发送任何款项。请检查网络连接，然后重试。"],
    },
  },
  refusals: {
    crypto_address_invalid: "此地址不能用于该网络。请从您的钱包重新复制。",
    crypto_address_ours: "此地址用于商家收款。请使用您自己钱包的地址。",
    crypto_address_token: "这是代币的合约，不是钱包。发送到那里的款项会丢失。",
    crypto_amount_too_small: "金额太小，无法通过该网络发送。请向商家询问您的退款。",
    crypto_not_offered: "该网络目前不可用。请过几分钟再试。",
    crypto_rates_unavailable: "目前没有可用的汇率。请过几分钟再试。",
    crypto_currency_unsupported: "此货币没有汇率。请向商家询问您的退款。",
    routing_number_invalid: "请检查银行路由号码。",
    rate_limited: "尝试次数过多。请等待1分钟，然后重试。",
    lost: "我们无法确认退款去向是否已保存。请重试。",
  },
  refused: "操作未成功。没有发送任何款项。请检查您的信息，然后重试。",
};
