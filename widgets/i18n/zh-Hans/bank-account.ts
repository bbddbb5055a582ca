import type { BankAccountTexts } from "../bank-account-texts.ts";

export const bankAccountTexts: BankAccountTexts = {
  holder: {
    label: "账户持有人",
    hint: "请用英文字母输入账户上的姓名。必须是您本人的账户。",
    problem: {
      name_empty: "请输入账户上的姓名。",
      name_long: "最多可输入100个字符。",
      name_number: "请输入姓名，而不是数字。",
    },
  },
  accountType: {
    legend: "账户类型",
    checking: "支票账户",
    savings: "储蓄账户",
    empty: "请选择支票账户或储蓄账户。",
  },
  routingNumber: {
    label: "银行路由号码",
    hint: "9位数字",
    empty: "请输入银行路由号码。",
    incomplete: "请输入全部9位银行路由号码。",
    wrong: "请检查银行路由号码，可能有一位数字不对。",
  },
  accountNumber: {
    label: "账号",
    problem: {
      empty: "请输入账号。",
      characters: "账号只能包含字母、数字和连字符。",
      too_short: "请输入完整的账号。账号至少有4位数字。",
      too_long: "请检查账号。账号最多有17个字符。",
      same_as_routing: "这是银行路由号码。请输入您的账号。",
    },
    looksLikeCard: "这看起来像卡号。请输入支票上或银行应用中的账号。",
  },
  confirmation: {
    label: "确认账号",
    empty: "请再次输入账号。",
    differs: "两次输入的账号不一致。请检查。",
  },
  where: {
    summary: "在哪里可以找到这些号码？",
    text: "在支票底部，或在银行应用的账户详情中。",
    routing: "银行路由号码",
    account: "账号",
  },
};
