import type { DisbursementTexts } from "../disbursement-texts.ts";

const span = (least: number, most: number, unit: string) =>
  least === most ? `${most}${unit}` : `${least}–${most}${unit}`;

export const disbursementTexts: DisbursementTexts = {
  language: "zh-Hans",
  title: "您的收款",
  youReceive: "您将收到",
  amounts: {
    gross: "收款金额",
    withheld: (rate) => `预扣联邦税（${rate}）`,
    withheldWhy: (operator) =>
      `您的W‑9表格注明您适用备用预扣税。${operator}会将这部分款项交给美国国税局（IRS），并计入您的税款。`,
    net: "您将收到",
  },
  progress: {
    label: "步骤",
    now: (step, steps) => `第${step}步，共${steps}步`,
    done: "已完成",
    current: "当前",
    names: {
      customer_data: "您的信息",
      sms_verification: "手机号码",
      kyc: "身份",
      identity_document: "身份",
      w9: "税表",
      other: "其他步骤",
      method: "收款方式",
      review: "确认",
    },
  },
  year: {
    title: (total, year) => `加上这笔收款，您在${year}年累计达到${total}`,
    text: (threshold, asks) => `每年达到${threshold}时，美国税务规定要求${asks}。`,
    asks: {
      identity_document: "查验您的身份证件",
      tax_information: "提供您的税务信息（W‑9表格）",
    },
    and: "并",
  },
  method: {
    title: "您想如何收款？",
    text: "所需时间从批准时算起。",
    legend: "收款方式",
    types: {
      bank: "银行账户",
      card: "借记卡",
      crypto: "加密货币",
      pay_by_bank: "登录您的银行",
    },
    another: {
      bank: "其他银行账户",
      card: "其他借记卡",
      crypto: "其他加密货币地址",
      pay_by_bank: "登录其他银行",
    },
    usedOn: (date) => `上次使用：${date}`,
    choose: "请选择收款方式。",
    save: "保存供下次收款使用",
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
    continue: "继续",
    formLost: "未能加载表单。请检查网络连接。",
    retry: "重试",
    refusals: {
      routing_number_invalid: "没有银行使用此银行路由号码。请检查。",
      bank_login_not_confirmed: "您的银行尚未确认该账户。请重新登录。",
      crypto_address_invalid: "该网络无法识别此地址。请检查。",
      crypto_network_unsupported: "我们无法通过该网络发送此币种。请选择其他网络。",
      card_number_invalid: "请检查卡号，可能有一位数字不对。",
      card_brand_unsupported: "我们无法向这种卡汇款。请选择其他收款方式。",
      card_expired: "此卡已过期。请换一张卡。",
      card_expiry_invalid: "请检查有效期。",
      payout_method_not_found: "此收款方式已不再保存。请重新输入，或选择其他方式。",
      payout_method_type_not_enabled: "这笔收款不能使用此收款方式。请选择其他方式。",
    },
  },
  summary: {
    bank: (bankName, accountType, last4) =>
      `${bankName ?? "银行账户"}${accountType === "" ? "" : `，${accountType}`} ••••\u00a0${last4}`,
    card: (brand, last4) => `${brand} ••••\u00a0${last4}`,
    crypto: (asset, network) => (asset === network ? asset : `${asset}（${network}）`),
    accountTypes: { checking: "支票账户", savings: "储蓄账户" },
  },
  arrival: {
    minutes: (least, most) =>
      least <= 1 ? `${span(most, most, "分钟")}内` : `${span(least, most, "分钟")}内`,
    hours: (least, most) => `${span(least, most, "小时")}内`,
    business_days: (least, most) => `${span(least, most, "个工作日")}内`,
  },
  startOfLine: (text) => `${text}`,
  arrivalOnceApproved: (arrival) => `批准后${arrival}`,
  review: {
    title: "请核对您的收款",
    to: "收款至",
    arrives: "到账时间",
    change: "更改",
    text: (operator) => `每笔款项都须经${operator}批准后才会汇出。`,
    cryptoText: "加密货币收款无法撤销。",
    confirm: (amount) => `申请收款${amount}`,
    sending: "正在申请收款…",
    checking: "正在查询您的收款…",
  },
  notices: {
    amountChanged: {
      title: "金额已变化",
      text: (amount) => `您现在将收到${amount}。没有汇出任何款项。请核对后再确认。`,
    },
    notSent: {
      title: "没有网络连接",
      text: "我们无法连接服务器。请检查网络连接，然后重试。您输入的内容不会丢失，也不会重复汇款。",
    },
    refused: {
      title: "您的申请未被接受",
      text: "没有汇出任何款项。请重试，或选择其他收款方式。",
    },
    refusals: {
      location_not_allowed: {
        title: "您所在的地点无法使用",
        text: "您所在的地点不提供收款服务。没有汇出任何款项。",
      },
      location_unknown: {
        title: "我们无法确定您的位置",
        text: "收款服务只在部分地点提供。如果您使用VPN或代理，请关闭后重试。没有汇出任何款项。",
      },
      feature_not_enabled: {
        title: "目前无法收款",
        text: "没有提交收款申请。请联系向您付款的商家。",
      },
    },
  },
  waiting: {
    title: "等待批准",
    text: (operator) => `${operator}会审核您的申请。批准后，我们会汇出款项。`,
    leave: "您可以离开本页面，稍后再回来。",
    w9: {
      title: "请填写您的税表",
      text: "您填好W‑9表格后，这笔收款才能获得批准。",
    },
  },
  w9Later: "稍后填写",
  processing: {
    title: "已批准，款项正在汇出",
    text: (arrival) =>
      arrival === "" ? "您可以离开本页面。" : `款项将在${arrival}到账。您可以离开本页面。`,
  },
  unknown: {
    title: "您的收款正在处理",
    text: (status) => `状态为“${status}”。`,
  },
  success: {
    title: "您的款项已汇出",
    text: (amount, to) => (to === "" ? `您收到了${amount}。` : `${amount}已汇至${to}。`),
  },
  anyReason: "银行没有说明更具体的原因。",
  failed: {
    title: "您的收款未成功",
    reasons: {
      account_closed: "该银行账户已注销。",
      account_not_found: "银行找不到该账户，可能有一位数字不对。",
      account_number_invalid: "银行找不到该账户，可能有一位数字不对。",
      amount_below_minimum: "金额太小，无法汇入该账户。",
      bank_access_ended: "您的银行不再分享该账户。请重新登录您的银行。",
      account_frozen: "该银行账户目前无法收款。",
      account_not_payable: "这类账户无法收款。请使用支票账户。",
      credit_refused: "银行退回了款项。",
      card_not_supported: "我们无法向此卡汇款。它可能是信用卡。请使用借记卡。",
      expired_card: "此卡已过期。",
      lost_card: "银行拒绝了此卡。",
      stolen_card: "银行拒绝了此卡。",
      address_refused: "我们无法向此地址汇款。",
      network_unavailable: "我们无法连接该网络。",
      limit_exceeded: "金额超过了此收款方式的限额。",
      compliance_refused: "我们无法汇出这笔款项。",
      processing_error: "汇款时出现了问题。",
      canceled: "这笔收款在汇出前已取消。",
    },
    advice: (operator) => `款项仍归您所有。请要求${operator}重新发起这笔收款。`,
  },
  rejected: {
    title: "您的收款未获批准",
    text: (operator) => `没有汇出任何款项。${operator}可以告诉您原因以及接下来怎么做。`,
  },
  refunded: {
    title: "款项已退回",
    text: (operator) => `款项无法入账，已退回${operator}。请要求对方用其他方式向您付款。`,
  },
  voided: {
    title: "您的收款已取消",
    text: (operator) => `没有汇出任何款项。${operator}可以告诉您更多信息。`,
  },
  expired: {
    title: "这笔收款申请已过期",
    text: "没有汇出任何款项。请返回并重新开始收款。",
    renewing: "正在重新加载您的收款…",
    unknown: {
      title: "本页面已过期",
      text: "请返回查看您的收款状态。",
    },
  },
  unreachable: {
    title: "未能加载您的收款",
    text: "我们无法连接服务器。",
    offline: "您似乎已离线。请检查网络连接。",
    retry: "重试",
  },
  refusedSession: {
    title: "无法显示这笔收款",
    text: "请返回并重新开始收款。",
  },
  blocked: {
    title: "还差一步",
    text: "您无法在这里完成这一步。没有汇出任何款项。请返回并联系向您付款的商家。",
  },
  nothingOffered: {
    title: "没有可用的收款方式",
    text: "请返回并联系向您付款的商家。",
  },
  facts: {
    amount: "金额",
    to: "收款至",
    arrives: "到账时间",
    from: "付款方",
    reference: "参考号",
  },
  steps: { problemCount: (count) => `请检查${count}处内容。` },
  timeline: {
    label: "收款进度",
    requested: "已申请",
    approved: "批准",
    sent: "已汇出",
  },
};
