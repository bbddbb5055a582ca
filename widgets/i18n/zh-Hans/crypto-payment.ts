import type { CryptoPaymentTexts } from "../crypto-payment-texts.ts";

export const cryptoPaymentTexts: CryptoPaymentTexts = {
  language: "zh-Hans",
  form: {
    asset: "付款币种",
    network: "网络",
    onlyNetwork: (network) => `通过${network}网络发送。`,
    send: "您将发送",
    rate: (one, price) => `${one} = ${price}`,
    holds: (left) => `汇率保留${left}`,
    loading: "正在获取汇率…",
    renewing: "正在获取新汇率…",
    changed: (to, from) => `汇率已变化。您现在需要发送${to}，而不是${from}。`,
    unchanged: "汇率已更新，金额不变。",
    failed: "目前没有可用的汇率。",
    tooSmall: (asset) => `金额太小，无法用${asset}发送。请选择其他币种。`,
    next: "接下来您会看到一个地址和一个二维码。您可以从任何钱包或交易所发送。",
    networkFee: "您的钱包或交易所可能会另收网络费。",
  },
  deposit: {
    stages: {
      waiting: ({ amount, network }) => ({
        title: "正在等待您的转账",
        lines: [`请通过${network}发送${amount}，金额必须准确。到账后本页面会自动更新。`],
      }),
      detected: ({ received }) => ({
        title: "您的转账正在途中",
        lines: [`我们看到了${received}，网络仍在确认。请勿重复发送。`],
      }),
      underpaid: ({ received, amount, missing }) => ({
        title: `还差${missing}`,
        lines: [`应收${amount}，已收到${received}。请将余下的部分发送到同一地址。`],
      }),
      confirming: ({ received }) => ({
        title: "网络正在确认",
        lines: [`已收到${received}。请勿重复发送。`],
      }),
      reorganised: () => ({
        title: "网络正在重新确认",
        lines: ["网络替换了最新的区块。您的转账通常会在几分钟内重新出现。请勿重复发送。"],
      }),
      wrong_asset: ({ operator, amount, network }) => ({
        title: "发送的代币不对",
        lines: [
          `该地址收到了另一种代币。${operator}可以看到。请联系对方取回。`,
          `这笔付款仍需通过${network}发送${amount}。`,
        ],
      }),
      late: ({ received, operator }) => ({
        title: "您的转账来得太晚",
        lines: [
          `${received}在汇率过期后才到账，因此这笔付款没有完成。请勿再发送。`,
          `我们已通知${operator}。对方会与您处理此事，或将款项退还给您。`,
        ],
      }),
      expired: ({ operator }) => ({
        title: "汇率已过期",
        lines: [
          "现在请勿向此地址发送任何款项。",
          `已经发送了？请在此等候。我们仍在查找，${operator}也可以看到。`,
        ],
      }),
      other: () => ({
        title: "我们正在跟踪您的转账",
        lines: ["最新进展会显示在这里。请勿重复发送。"],
      }),
    },
    exactly: "请准确发送",
    more: "还需发送",
    worth: (total, network) => `${total === null ? "" : `${total}\u00a0·\u00a0`}${network}网络`,
    address: (network) => `发送到此${network}地址`,
    copyAmount: "复制金额",
    copyAddress: "复制地址",
    copy: { copy: "复制", copied: "已复制", failed: "请选中并手动复制" },
    wallet: "在钱包中打开",
    qr: (amount, network) => `通过${network}发送${amount}的二维码`,
    qrHint: "请用您的钱包应用扫描。",
    qrFailed: "未能加载二维码。请复制地址和金额。",
    only: {
      title: "转账有误可能导致款项丢失",
      text: ({ asset, network }) => `只能发送${asset}，且只能通过${network}网络发送。`,
    },
    fee: "必须全额到账。您的钱包或交易所的费用需另付。",
    left: (left) => `还剩${left}`,
    minutesLeft: (minutes) => `还剩${minutes}分钟可以发送。`,
    progress: "网络确认数",
    confirmations: (count, required) => `已确认${count}次，共需${required}次`,
    slow: (network) => `${network}通常需要20分钟，有时需要1小时。`,
    asked: "应付",
    received: "已收到",
    rateLost: {
      title: "我们不再保留该汇率",
      lines: [
        "网络没有在1小时内确认您的转账，或转账的网络费太低。我们会使用确认时的汇率，因此您发送的金额可能偏少或偏多。",
        "您的钱包可能允许您提高网络费。请勿重复发送。",
      ],
    },
    requoted: ({ amount }) => ({
      title: "我们使用了新汇率",
      lines: [`网络确认您的转账较晚。按新汇率，这笔付款为${amount}。`],
    }),
    leave: "您可以离开本页面。付款会继续进行。",
    reload: "如果误关了本页面，重新打开即可看到此地址。",
  },
};
