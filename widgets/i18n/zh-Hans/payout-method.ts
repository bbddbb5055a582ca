import type { PayoutMethodTexts } from "../payout-method-texts.ts";
import { bankAccountTexts } from "./bank-account.ts";
import { bankLoginTexts } from "./bank-login.ts";

const checkIt = "请确认您的钱包或交易所提供的地址是否正确。";

export const payoutMethodTexts: PayoutMethodTexts = {
  language: "zh-Hans",
  bankAccount: bankAccountTexts,
  card: { hint: "请使用借记卡。我们无法向信用卡汇款。" },
  bankLogin: {
    ...bankLoginTexts,
    missing: "请先登录您的银行，或选择其他收款方式。",
    problems: {
      refused: "您没有分享任何账户。请重试，或选择其他收款方式。",
      failed: "您的银行无法确认该账户。请重试，或选择其他收款方式。",
      expired: bankLoginTexts.expired,
      unavailable: "目前无法登录银行。请稍后重试，或选择其他收款方式。",
      tooMany: "您为此次收款登录银行的次数过多。请选择其他收款方式。",
    },
  },
  crypto: {
    asset: "收款币种",
    network: "网络",
    onlyNetwork: (network) => `通过${network}网络发送。`,
    address: (asset, network) =>
      asset === network ? `您的${asset}地址` : `您在${network}上的${asset}地址`,
    hint: "请从您的钱包或交易所粘贴。",
    problem: {
      empty: "请输入地址。",
      characters: "此地址不属于该网络。请从您的钱包粘贴。",
      length: "地址不完整。请复制完整的地址，然后重新粘贴。",
      checksum: "地址中可能有一个字符不对。请复制后重新粘贴。",
      test_network: "此地址属于测试网络。发送到那里的款项会丢失。",
      burn: "此地址不属于任何人。发送到那里的款项会丢失。",
    },
    belongsTo: {
      bitcoin: (chosen) => `这是Bitcoin地址，不是${chosen}地址。${checkIt}`,
      evm: (chosen) => `这是Ethereum类地址（0x…），不是${chosen}地址。${checkIt}`,
      solana: (chosen) => `这是Solana地址，不是${chosen}地址。${checkIt}`,
      tron: (chosen) => `这是Tron地址，不是${chosen}地址。${checkIt}`,
    },
    switchTo: (network) => `切换到${network}`,
    unchecked: "未能检查该地址。请检查网络连接，然后重试。",
    compare: "请与您的钱包核对",
    warning: {
      title: "加密货币转账无法撤销",
      text: (asset, network) =>
        `请确认您的钱包或交易所支持通过${network}网络接收${asset}。若通过其他网络，款项会丢失。`,
    },
  },
};
