import { unbroken } from "../unbroken.ts";
import type { W9Texts } from "../w9-texts.ts";

/** Simplified Chinese. */
export const w9Texts: W9Texts = {
  language: "zh-Hans",
  pageTitle: "W‑9表格",
  line: (number) => `第${unbroken(number)}行`,
  intro: {
    title: "您的税表",
    text: (operator) =>
      `${operator}必须向美国国税局（IRS）申报某些付款，因此需要您签署W‑9表格，并填写您的姓名和纳税人识别号（TIN）。`,
    safe: "我们会加密您的号码，且仅用于税表。大约需要2分钟。",
  },
  who: {
    legend: "收款人是谁？",
    person: "我本人",
    personDetail: "个人或独资经营者",
    entity: "企业",
    entityDetail: "公司、合伙企业、信托、遗产",
  },
  usPerson: {
    legend: "就税务而言，您是美国人士（U.S. person）吗？",
    yes: "是",
    no: "否",
    more: "哪些人属于美国人士？",
    meaning: [
      "美国公民或美国居民外国人；在美国或根据美国法律成立的公司、合伙企业或社团；不属于外国遗产的遗产；美国国内信托。",
      "以下正式文本为英文。",
    ],
    empty: "请选择是或否。",
  },
  name: {
    legend: "姓名",
    personHint: "与您的美国所得税申报表一致。",
    addBusinessName: "我以其他名称经营",
    removeBusinessName: "移除企业名称",
    businessName: "企业名称",
    businessNameHint: "您的商号，或以您本人名义纳税的LLC。",
    entityName: "法定名称",
    entityNameHint: "与其美国税务申报表一致。",
    notLatin: "请使用拉丁字母，与您的税务申报表一致。",
  },
  classification: {
    legend: "联邦税务分类",
    options: {
      c_corporation: "C类公司（C corporation）",
      s_corporation: "S类公司（S corporation）",
      partnership: "合伙企业（Partnership）",
      trust_estate: "信托或遗产（Trust/estate）",
      llc: "有限责任公司（LLC）",
      other: "其他",
    },
    empty: "请选择分类。",
    llc: {
      legend: "该LLC如何纳税？",
      options: {
        C: "按C类公司（C corporation）",
        S: "按S类公司（S corporation）",
        P: "按合伙企业（Partnership）",
      },
      disregarded:
        "只有一位所有者且不单独报税的LLC在税务上“不视为独立实体”（disregarded）。请选择其所有者的分类，并将该LLC填写为企业名称。",
      empty: "请选择该LLC如何纳税。",
    },
    other: "属于哪种实体？",
  },
  exempt: {
    label: "豁免收款人代码",
    none: "无",
    hint: "除非您的税务顾问给了您代码，否则请保留“无”。",
  },
  address: { legend: "地址", hint: "税表会邮寄到此地址。请用英文填写。" },
  tin: {
    legend: "纳税人识别号（TIN）",
    boxLegend: "您使用哪种号码？",
    boxes: { ssn: "SSN或ITIN", ein: "EIN" },
    label: {
      ssn: "社会安全号码（SSN）或个人纳税人识别号（ITIN）",
      ein: "雇主识别号（EIN）",
    },
    hint: {
      ssn: "9位数字，例如123‑45‑6789。必须属于本表上的姓名。",
      ein: "9位数字，例如12‑3456789。必须属于本表上的名称。",
    },
    problem: {
      empty: () => "请输入号码。",
      incomplete: () => "请输入全部9位数字。",
      not_a_tin: () => "请检查号码。必须有9位数字。",
      never_issued: (box) =>
        box === "ein" ? "此EIN不存在。请检查数字。" : "此社会安全号码（SSN）不存在。请检查数字。",
      sample: () => "这是示例号码。请输入您自己的号码。",
      not_an_itin: () => "以9开头的号码是ITIN，但此ITIN不存在。请检查数字。",
    },
    unknownPrefix: "我们无法识别以此开头的EIN。如果无误，请继续。",
  },
  withholding: {
    legend: "美国国税局（IRS）是否通知过您须缴纳备用预扣税（backup withholding）？",
    hint: "如果税务申报表漏报了利息或股息，美国国税局会寄信通知。多数人回答“否”。",
    yes: "是",
    no: "否",
    empty: "请选择是或否。",
    consequence: "我们会划掉声明中的第2项。须申报的付款会预扣24%，并代您交给美国国税局。",
  },
  certification: {
    legend: "声明（Certification）",
    englishOnly: "以下文本为英文。您签署的是英文文本。",
    crossedOut: "已划掉：",
    meaning: {
      title: "中文含义",
      items: [
        "本表上的号码是我正确的纳税人识别号（或我正在等待号码签发）。",
        "我无须缴纳备用预扣税：我获豁免，或美国国税局未通知我须缴纳，或美国国税局已通知我不再须缴纳。",
        "我是美国公民或其他美国人士。",
        "填写的FATCA代码（如有）正确。",
      ],
    },
  },
  signature: {
    label: "签名",
    hint: (name) => `请输入您的姓名：${name}`,
    hintWithoutName: "请输入您的姓名。",
    empty: "请输入您的姓名以签署。",
    other: (name) => `请输入与上面一致的姓名：${name}`,
    again: "您在签署后更改了表格。请重新输入您的姓名。",
    date: "日期",
    button: "签署并发送",
  },
  progress: {
    label: "步骤",
    now: (step, steps) => `第${step}步，共${steps}步`,
    done: "已完成",
  },
  review: {
    title: "核对并签署",
    text: "请核对您的回答。您将签署全部内容。",
    edit: "修改",
  },
  back: "返回",
  hints: {
    business_name_on_line_1:
      "这看起来像企业名称。请在第1行填写您本人的姓名，因为美国国税局会将它与您的号码核对。请在下一行填写企业名称。",
    same_name_on_line_2: "这与第1行相同。仅当企业名称不同时才需填写。",
    llc_as_individual:
      "请在第1行填写您本人的姓名，在第2行填写以您本人名义纳税的LLC。如果该LLC单独报税，请返回并选择“企业”。",
    other_name_than_known: "我们记录的姓名与此不同。如果您的税务申报表上是这个姓名，请继续。",
  },
  required: (label) => `请填写：${label}。`,
  problemCount: (count) => `请检查${count}处内容。`,
  confirm: {
    title: "首先，请确认是您本人",
    text: (operator) =>
      `请输入您在${operator}登记的出生日期。之后我们会填入${operator}已有的信息。`,
    button: "确认",
    byHand: "自行填写表格",
    wrong: (left) =>
      left === 0 ? "日期不符。请自行填写表格。" : `日期不符。您还可以尝试${left}次。`,
    byPhone: (number) => `通过发送至${unbroken(number)}的短信确认`,
    sendCode: "发送验证码",
    codeLabel: "短信验证码",
    sentTo: (number) => `验证码已发送至${unbroken(number)}。`,
    again: "重新发送验证码",
  },
  notUs: {
    title: "您需要另一种表格",
    lines: [
      "W‑9表格适用于美国公民、美国居民，以及在美国成立的实体。",
      "外国个人应使用W‑8BEN表格，外国实体应使用W‑8BEN‑E表格。您可以在irs.gov/w8ben找到这些表格。可能会预扣30%的税款，如有税收协定则可能较低。",
    ],
    stored: (operator) =>
      `我们会告知${operator}您不是美国人士。您输入的其他内容我们不会保留。对方会与您联系。`,
    confirm: "我不是美国人士",
    back: "返回，我是美国人士",
    done: {
      title: "谢谢。您的回答已发送",
      lines: ["您输入的其他内容我们没有保留。商家会就W‑8BEN表格与您联系。", "您可以关闭此窗口。"],
    },
    mistake: "选错了：我是美国人士",
  },
  done: {
    title: "您的W‑9表格已签署",
    text: (operator) => `${operator}已收到您的W‑9表格。请保留一份副本。`,
    name: "姓名",
    number: "TIN",
    signedAt: "签署时间",
    withheld: "适用24%的备用预扣税。",
    download: "下载副本（PDF）",
    downloadFailed: "未能加载副本。请重试。",
    close: "关闭此窗口",
    goBack: "您可以回到之前的页面。",
  },
  over: {
    completed: {
      title: "您已签署此表格",
      lines: ["您可以关闭此窗口。"],
    },
    expired: {
      title: "此链接已过期",
      lines: ["税表链接的有效期为7天。请回到您获得链接的地方索取新链接。"],
    },
    broken: {
      title: "此链接不完整",
      lines: ["请从您获得链接的地方重新打开。地址栏中必须是完整的链接。"],
    },
    lost: {
      title: "我们无法连接服务器",
      lines: ["请检查网络连接，然后重试。您输入的内容不会丢失。"],
    },
  },
  retry: "重试",
  loading: "正在加载您的税表…",
  closeBar: "关闭",
  refusals: {
    w9_already_completed: "您已在另一个窗口中签署此表格。",
    w9_form_changed: "美国国税局更改了此表格。请刷新本页面。",
    w9_confirmation_locked: "错误次数过多。请自行填写表格。",
    client_secret_expired: "链接已过期。请回到您获得链接的地方索取新链接。",
    rate_limited: "请求过多。请稍等片刻，然后重试。",
    tin_invalid: "请检查您的TIN。",
    validation_failed: "表格中有内容不正确。请检查后重试。",
    sms_code_wrong: "验证码不正确。",
    sms_code_expired: "验证码已过期。请重新获取。",
    sms_not_started: "验证码已过期。请重新获取。",
    sms_too_many_attempts: "验证码输错次数过多。请重新获取。",
    sms_locked: "您今天输错验证码的次数过多。请自行填写表格。",
    sms_sent_recently: "验证码刚刚已发送。请稍等片刻再重新获取。",
    sms_number_unreachable: "该号码无法接收短信。请自行填写表格。",
    sms_unavailable: "我们目前无法发送短信。请自行填写表格。",
  },
  lost: "我们无法连接服务器。请检查网络连接，然后重试。",
  unknown: "操作未成功。请过几分钟再试。",
  step: {
    title: "您的税表（W‑9）",
    text: "在向您付款之前，我们需要一份W‑9表格。表格会在新窗口中打开，大约需要2分钟。",
    open: "打开税表",
    later: "稍后填写",
    waiting: "请在另一个窗口中继续",
    waitingText: "您签署后，本页面会继续。",
    openAgain: "再次打开",
    inline: "在这里填写",
    blocked: "浏览器阻止了新窗口，因此表格显示在这里。",
    left: "窗口在您签署表格之前关闭了。",
  },
};
