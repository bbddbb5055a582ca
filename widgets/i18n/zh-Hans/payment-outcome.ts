import type { PaymentOutcomeTexts } from "../payment-outcome-texts.ts";

const otherWay = {
  title: "此处不提供这种付款方式",
  text: "您没有被扣款。请选择其他付款方式。",
};
const otherAsset = {
  title: "这笔付款不能使用此币种",
  text: "您没有被扣款。请选择其他币种、网络或付款方式。",
};
const tooSoon = {
  title: "请求过多",
  text: "您没有被扣款。请稍等片刻，然后重试。",
};

/** Simplified Chinese. */
export const paymentOutcomeTexts: PaymentOutcomeTexts = {
  declined: {
    title: "您的付款未成功",
    advice: {
      same: "您没有被扣款。您可以重试。",
      other_card: "您没有被扣款。请换一张卡。",
      other_account: "您没有被扣款。请换一个账户。",
      other_method: "您没有被扣款。请选择其他付款方式。",
      check_details: "您没有被扣款。请检查下方的信息，然后重试。",
      later: "您没有被扣款。请过几分钟再试。",
      none: "您没有被扣款。",
    },
    reasons: {
      card_declined: "您的银行拒绝了此卡。",
      generic_decline: "您的银行拒绝了此卡。",
      do_not_honor: "您的银行拒绝了此卡。",
      insufficient_funds: "卡内余额不足。",
      lost_card: "您的银行拒绝了此卡。",
      stolen_card: "您的银行拒绝了此卡。",
      expired_card: "此卡已过期。",
      incorrect_cvc: "安全码不正确。",
      incorrect_number: "卡号不正确。",
      incorrect_postal_code: "邮政编码与此卡不符。",
      card_not_supported: "此卡不能用于这笔付款。",
      gambling_not_allowed: "您的银行不允许用此卡进行这类付款。请尝试借记卡或银行账户。",
      do_not_try_again: "您的银行拒绝了此卡。",
      card_velocity_exceeded: "此卡已达到限额。",
      call_issuer: "您的银行拒绝了此卡。请向您的银行询问原因。",
      try_again_later: "您的银行目前无法接受这笔付款。",
      issuer_unavailable: "我们目前无法连接您的银行。",
      processing_error: "银行出现了问题。",
      processing_interrupted: "付款中断了。",
      charge_reversed: "付款没有完成。我们正在退还已扣的款项。",
      authentication_required: "您的银行需要您确认这笔付款，但未能询问您。",
      authentication_failed: "您的银行无法确认是您本人。",
      authentication_canceled: "您取消了在银行的确认。",
      authentication_timed_out: "在银行的确认超时了。",
      authentication_rejected: "您的银行拒绝了这笔付款。",
      authentication_unavailable: "我们无法连接您的银行进行确认。",
      payment_canceled: "商家取消了这笔付款。",
    },
    by: {
      bank: {
        advice: {
          same: "如果款项已从您的账户扣除，将会退还给您。您可以重试。",
          other_account: "如果款项已从您的账户扣除，将会退还给您。请换一个账户。",
          other_method: "如果款项已从您的账户扣除，将会退还给您。请选择其他付款方式。",
          check_details: "如果款项已从您的账户扣除，将会退还给您。请检查下方的信息，然后重试。",
          later: "如果款项已从您的账户扣除，将会退还给您。请稍后重试。",
          none: "如果款项已从您的账户扣除，将会退还给您。",
        },
        reasons: {
          ach_r01: "账户余额不足。",
          ach_r02: "该账户已注销。",
          ach_r03: "您的银行找不到该账户。",
          ach_r04: "账号不正确。",
          ach_r05: "您的银行以未授权为由退回了这笔付款。",
          ach_r06: "这笔付款已被要求退回。",
          ach_r07: "您在银行撤销了授权。",
          ach_r08: "您在银行停止了这笔付款。",
          ach_r09: "账户中的款项当时尚不可用。",
          ach_r10: "您的银行以未授权为由退回了这笔付款。",
          ach_r11: "这笔付款与授权不符，被您的银行退回。",
          ach_r12: "该账户已转到另一家银行。",
          ach_r13: "您的银行不接受这类付款。",
          ach_r14: "该账户不能再用于付款。",
          ach_r15: "该账户不能再用于付款。",
          ach_r16: "该账户已被冻结。",
          ach_r17: "您的银行退回了这笔付款。",
          ach_r20: "这类账户不能扣款。",
          ach_r23: "您的银行退回了这笔付款。",
          ach_r24: "您的银行将其视为重复付款。",
          ach_r29: "您的银行以未授权为由退回了这笔付款。",
          bank_return: "您的银行退回了这笔付款。",
          bank_account_barred: "该账户不能再扣款。",
          bank_account_unusable: "该账户不能扣款。",
          bank_account_retries_used_up: "这笔付款不能再从该账户扣款。",
          bank_login_used: "此次银行登录已被使用。",
          bank_access_ended: "您的银行不再分享该账户。请重新登录您的银行。",
          debit_canceled: "扣款请求在发送前已取消。",
        },
      },
      pay_by_bank: {
        reasons: {
          bank_access_denied: "您在银行拒绝了这笔付款。",
          bank_timed_out: "在银行确认的时间已过。",
          bank_canceled: "您在银行取消了这笔付款。",
          bank_insufficient_funds: "该账户余额不足。",
          bank_limit_exceeded: "该账户已达到限额。",
          payer_account_unusable: "您不能从该账户付款。",
          bank_rejected: "您的银行拒绝了这笔付款。",
          bank_unavailable: "我们目前无法连接您的银行。",
          bank_mismatch: "付款没有完成。",
        },
      },
      crypto: {
        advice: {
          same: "您可以用新的地址重试。",
          other_method: "请选择其他付款方式。",
          later: "请过几分钟再试。",
          none: "请勿再向该地址发送任何款项。",
        },
        reasons: {
          deposit_not_received: "汇率有效期内没有款项到账。如果您已发送，请联系商家。",
          payment_canceled: "商家取消了这笔付款。如果您已发送，请联系商家。",
          deposit_canceled: "您选择了不发送。如果您已发送，请联系商家。",
          underpaid: "到账金额少于应付金额。请联系商家取回。",
          overpaid: "到账金额多于应付金额。多出的部分请联系商家。",
          paid_late: "转账在汇率过期后才到账。请就此联系商家。",
          wrong_asset: "收到了另一种币种。请就此联系商家。",
          chain_reorganised: "网络撤销了这笔转账。",
          network_unavailable: "我们目前无法连接该网络。",
        },
      },
    },
  },
  anyReason: "银行没有说明更具体的原因。",
  notices: {
    amountChanged: {
      title: "金额已变化",
      text: (amount) => `新的合计金额为${amount}。您没有被扣款。请核对后再付款。`,
    },
    termsChanged: {
      title: "授权书已更新",
      text: "您没有被扣款。请阅读下方的新授权书，然后付款。",
    },
    canceled: {
      title: "未确认",
      text: "您在确认前离开了银行的页面。您没有被扣款。您可以重试。",
    },
    notSent: {
      title: "没有网络连接",
      text: "我们无法连接服务器。请检查网络连接，然后重试。您不会被重复扣款。",
    },
    unavailable: {
      title: "目前不可用",
      text: "您没有被扣款。请过几分钟再试。",
    },
    refused: { title: "您的付款未被接受", text: "您没有被扣款。" },
    priceLost: {
      title: "未能加载金额",
      text: "您没有被扣款。请检查网络连接，然后重试。",
    },
    priceRefused: {
      title: "目前不可用",
      text: "您没有被扣款。请选择其他付款方式，或过几分钟再试。",
    },
    refusals: {
      location_not_allowed: {
        title: "您所在的地点无法使用",
        text: "您不能从当前所在地点向该商家付款。您没有被扣款。",
      },
      location_unknown: {
        title: "我们无法确定您的位置",
        text: "该商家只在部分地点提供服务。如果您使用VPN或代理，请关闭后重试。您没有被扣款。",
      },
      payment_method_type_not_enabled: otherWay,
      payment_method_not_found: {
        title: "此付款方式已不再保存",
        text: "您没有被扣款。请重新输入，或选择其他付款方式。",
      },
      return_url_missing: otherWay,
      return_url_not_allowed: otherWay,
      crypto_not_offered: otherAsset,
      crypto_currency_unsupported: otherWay,
      crypto_amount_too_small: otherAsset,
      amount_too_large: {
        title: "金额过大",
        text: "加上手续费和税后超过了限额。您没有被扣款。",
      },
      requirements_unmet: {
        title: "还差一步",
        text: "您没有被扣款。请完成这一步，然后付款。",
      },
      too_many_attempts: {
        title: "银行卡尝试次数过多",
        text: "您这次没有被扣款。请等待1小时，或选择其他付款方式。",
      },
      payment_attempts_used_up: {
        title: "尝试次数过多",
        text: "您没有被扣款。请返回并重新开始付款。",
      },
      rate_limited: tooSoon,
      form_not_ready: tooSoon,
    },
  },
  pending: {
    card: {
      title: "我们仍在等待您的银行",
      text: "这可能需要几分钟。我们还不知道您是否已被扣款。结果会显示在这里。",
      leave: "您可以离开本页面。付款会继续进行，您不会被重复扣款。",
    },
    bank: {
      title: "您的银行付款正在处理",
      text: "您的银行需要几个工作日。在此之前，付款处于待处理状态，您的银行可能会退回。",
      leave: "您可以离开本页面，无需再做任何操作。",
    },
    pay_by_bank: {
      title: "您的银行正在付款",
      text: "多数银行只需几秒，有些则要到下一个工作日。结果会显示在这里。",
      leave: "您可以离开本页面。付款会继续进行，您不会被重复扣款。",
    },
    crypto: {
      title: "正在等待您的转账",
      text: "转账到达网络后会显示在这里。",
      leave: "发送后，您可以离开本页面。付款会继续进行。",
    },
    unknown: (status) => `您的付款状态为“${status}”。`,
  },
  mandateCopy: {
    save: "保存授权书副本",
    lost: "未能加载副本。请重试。",
  },
  redirect: {
    title: "请在您的银行继续",
    text: "请登录您的银行并确认付款。结果会显示在这里。",
    leave: (time) => `您还没有付款。请在${time}前到您的银行确认。`,
    open: "前往您的银行",
    giveUp: "选择其他付款方式",
  },
  success: {
    title: "付款成功",
    text: (amount, operator) => `您已向${operator}支付${amount}。`,
    amount: "金额",
    overpaid: {
      title: "您发送的金额超过了应付金额",
      text: (operator) => `${operator}可以看到。多出的部分请联系对方。`,
    },
    paidWith: {
      card: "银行卡",
      bank: "银行账户",
      pay_by_bank: "银行账户",
      crypto: "地址",
    },
    accountTypes: { checking: "支票账户", savings: "储蓄账户" },
    account: (bankName, accountType, last4) =>
      `${bankName === null ? "" : `${bankName}，`}${accountType} ••••\u00a0${last4}`,
    statement: "账单显示",
    reference: "参考号",
    refunds: "退款",
  },
  expired: {
    title: "这笔付款已过期",
    text: "您没有被扣款。请返回并重新开始付款。",
    renewing: "正在重新加载您的付款…",
    unknown: {
      title: "本页面已过期",
      text: "请返回查看您的付款是否成功。",
    },
  },
  slot: {
    loading: "正在加载…",
    lost: "未能加载此付款方式。请检查网络连接。",
  },
  lostPart: "付款表单的一部分未能加载。您不会被重复扣款。",
  unreachable: {
    title: "未能加载付款表单",
    text: "我们无法连接服务器。",
    offline: "您似乎已离线。请检查网络连接。",
    retry: "重试",
  },
  refusedSession: {
    title: "无法显示这笔付款",
    text: "请返回并重新开始付款。",
  },
  blocked: {
    title: "还差一步",
    text: "您无法在这里完成这一步。您没有被扣款。请返回并联系商家。",
  },
};
