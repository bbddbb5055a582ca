import type { SavedMethodTexts } from "../saved-method-texts.ts";

export const savedMethodTexts: SavedMethodTexts = {
  language: "zh-Hans",
  card: (brand, last4) => `${brand} ••••\u00a0${last4}`,
  bank: (name, accountType, last4) =>
    `${name ?? "银行账户"}${accountType === "" ? "" : `，${accountType}`} ••••\u00a0${last4}`,
  accountTypes: { checking: "支票账户", savings: "储蓄账户" },
  expires: (date) => `有效期至${date}`,
  expired: (date) => `已于${date}过期`,
  unusable: "不能再使用",
  lastUsed: (date) => `上次使用：${date}`,
  another: { card: "其他银行卡", bank: "其他银行账户" },
  cvc: {
    label: "安全码",
    hint: (digits) => `卡上的${digits}位数字。我们绝不存储安全码。`,
  },
  threeDS: "您的银行可能会要求您确认这笔付款。",
  remove: {
    label: (method) => `移除${method}`,
    title: (method) => `移除${method}？`,
    text: "我们会立即删除。以后要使用时，您需要重新输入。",
    yes: "移除",
    busy: "正在移除…",
    no: "保留",
    failed: "未能移除。请检查网络连接，然后重试。",
    removed: (method) => `已移除${method}。`,
  },
  consent: {
    card: {
      label: "保存此卡供下次使用",
      text: (operator) =>
        `我们会加密存储此卡，不存储安全码，且仅用于您向${operator}的付款。您可以随时在这里移除。`,
    },
    bank: {
      label: "保存此账户供下次使用",
      text: (operator) =>
        `我们会加密存储此账户，且仅用于您向${operator}的付款。每笔付款都由您授权。您可以随时在这里移除此账户。`,
    },
  },
};
