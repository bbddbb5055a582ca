import type { KycTexts } from "../kyc-texts.ts";

const mismatch = "证件上的信息与您的信息不符。工作人员会进行审核。";
const partly = "我们无法读取证件的部分内容。工作人员会进行审核。";
const byPerson = "工作人员正在审核您的证件。";

export const kycTexts: KycTexts = {
  title: "验证您的身份",
  loading: "正在加载…",
  back: "返回",
  cancel: "取消",
  document: { drivers_license: "驾驶执照", passport: "护照" },
  side: { front: "证件正面", back: "证件背面", photo_page: "照片页", other: "证件" },
  choose: {
    title: "验证您的身份",
    text: "您需要一份未过期的证件。大约需要2分钟。",
    legend: "您要使用哪种证件？",
    hint: {
      drivers_license: "在美国或加拿大签发",
      passport: "任何国家，照片下方有两行代码",
    },
    englishOnly:
      "以下同意书为英文，以英文文本为准。大意是：您同意商家读取您的证件以验证您的身份，并在其规定要求的期限内存储照片。",
    // English on purpose: the customer agrees to this text, and no translation of it is reviewed.
    consent: (operator) =>
      `I agree that ${operator} reads my document to verify my identity and stores the pictures as long as its rules require.`,
    consentMissing: "请勾选此框以继续。我们需要您同意才能读取您的证件。",
    documentMissing: "请选择证件。",
    privacy: [
      "上传前，本设备会缩小照片并移除其中的位置信息。",
      "我们会加密存储照片。只有证件审核人员可以打开。",
    ],
    continue: "继续",
  },
  take: {
    progress: (at, of) => `第${at}张照片，共${of}张`,
    title: (side) => `请拍摄${side}`,
    text: {
      front: "请拍下有您照片的一面，并露出全部4个角。",
      back: "请拍下有条形码的一面。条形码必须完整、清晰且无反光。",
      photo_page: "请拍下有您照片的页面，包括底部的两行代码。",
    },
    tips: ["将证件平放在深色表面上", "使用均匀的光线，避免反光"],
    camera: "使用相机",
    file: "上传照片",
    phone: "在手机上继续",
    phoneText: "手机相机的效果通常更好。",
    otherDocument: "使用其他证件",
    kept: (side) => `我们已有${side}。`,
    preparing: "正在处理照片…",
  },
  fileProblem: {
    title: "无法使用此文件",
    empty: "此文件是空的。请选择其他文件。",
    too_large: "此文件超过60 MB。请选择较小的照片。",
    too_small: "照片太小，无法读取。请选择更清晰的照片。",
    damaged: "我们无法打开此文件，它可能已损坏。请选择其他文件。",
    heic: "此浏览器无法打开HEIC照片。请将照片存为JPEG，或在这里用相机拍摄。",
    notAPicture: (kind) =>
      kind === null
        ? "此文件不是照片。请选择JPEG、PNG或WebP文件。"
        : `这是${kind.toUpperCase()}文件。请选择JPEG、PNG或WebP照片。`,
  },
  camera: {
    ask: {
      title: "允许使用相机",
      text: "接下来浏览器会询问您。我们只用相机拍摄您的证件，不录音也不录像。在您看到照片之前，我们不会发送任何内容。",
      allow: "打开相机",
    },
    opening: "正在打开相机…",
    name: (side) => `相机：${side}`,
    shutter: "拍照",
    file: "改为上传照片",
    taken: "已拍照。",
    hints: {
      fit: "请将证件对准取景框",
      dark: "请到光线更亮的地方",
      glare: "请倾斜证件以避免反光",
      still: "请保持不动",
      ready: "很好，请拍照。",
      barcode: "已找到条形码并拍照。",
    },
    denied: {
      title: "相机被阻止",
      text: "浏览器阻止本页面使用相机。请允许使用，或上传照片。",
      steps: [
        "打开地址栏左侧的本页面设置。",
        "将“相机”设为“允许”，然后重试。",
        "在iPhone上：设置、App、您的浏览器、相机。",
      ],
    },
    absent: {
      title: "找不到相机",
      text: "此设备没有本页面可以使用的相机。请上传照片，或在手机上继续。",
    },
    busy: {
      title: "相机正在使用中",
      text: "另一个应用可能正在使用相机。请关闭该应用后重试，或上传照片。",
    },
    lost: {
      title: "相机已停止",
      text: "相机已被关闭，或另一个应用正在使用。请重试，或上传照片。",
    },
    retry: "重新打开相机",
  },
  review: {
    title: (side) => `请检查${side}`,
    alt: (side) => `您拍摄的${side}`,
    good: "内容是否全部清晰可读，并露出4个角？",
    barcodeReadable: "我们可以读取条形码。",
    barcodeUnreadable: {
      title: "我们无法读取条形码",
      text: "请重新拍摄。靠近一些，将证件放平，并避免反光。",
    },
    warnings: {
      blurred: "照片似乎模糊。",
      dark: "照片较暗。",
      glare: "证件上有反光。",
      small: "照片较小，可能缺少细节。",
    },
    use: "使用这张照片",
    useAnyway: "仍然使用",
    again: "重新拍摄",
    otherFile: "选择其他照片",
  },
  upload: {
    title: "正在发送您的照片",
    text: "请不要关闭本页面。",
    stalled: {
      title: "正在等待网络连接",
      text: "您的照片是安全的。恢复联网后会继续上传。",
    },
    percent: (percent) => `${percent}%`,
    checking: "正在检查照片…",
  },
  refusedPicture: "我们无法使用这张照片",
  handoff: {
    title: "在手机上继续",
    text: "请用手机相机扫描二维码。请不要关闭本页面，它会自动更新。",
    making: "正在生成二维码…",
    qr: "二维码，包含用于手机的链接",
    copy: "复制链接",
    copied: "链接已复制。",
    link: "用于手机的链接",
    until: (time) => `有效至${time}。此链接会打开您的身份验证，请勿分享。`,
    waiting: "正在等待您的手机…",
    opened: {
      title: "在手机上继续",
      text: "您的手机已连接。本页面会自动更新。",
    },
    state: {
      missing: "尚未发送",
      uploading: "正在上传",
      received: "已收到",
      refused: "请重新拍摄",
    },
    expired: {
      title: "二维码已过期",
      text: "为了您的安全，二维码只在短时间内有效。",
    },
    fresh: "生成新的二维码",
    showAgain: "再次显示二维码",
    here: "改用此设备",
  },
  submitting: "正在发送您的证件…",
  reading: {
    title: "正在读取您的证件",
    text: "这需要几秒钟。",
    long: "所用时间比平时长。您提交的内容不会丢失。",
    leave: "您可以关闭本页面。我们会继续处理，您可以回到这里查看结果。",
  },
  stalled: "没有网络连接。我们会继续尝试。",
  result: {
    verified: { title: "您已通过验证", text: "谢谢。您的证件与您的信息相符。" },
    under_review: {
      title: "我们正在审核您的证件",
      text: "有些证件需要进一步审核。您可以关闭本页面。一有结果，我们就会通知您。",
    },
    rejected: {
      title: "我们暂时无法验证您的身份",
      text: "您可以重试。需要更改的内容如下。",
    },
    rejectedForGood: {
      title: "我们无法验证您的身份",
      text: "同一份证件无法再次使用。请联系客服，了解其他办法。",
    },
    rejected_manually: {
      title: "我们无法接受您的证件",
      text: "工作人员已审核。如果您认为有误，请联系客服。",
    },
    expired: {
      title: "您的证件已过期",
      text: "您此前验证身份所用的证件已过期。请用新的证件验证您的身份。",
    },
    changed: {
      title: "请重新验证您的身份",
      text: "您的姓名或出生日期在验证后有变化。",
    },
    unknown: (status) => ({
      title: "谢谢",
      text: `我们已收到您的证件。状态为“${status}”。`,
    }),
    checks: "我们检查的内容",
    check: {
      document_readable: {
        passed: "我们可以读取您的证件",
        failed: "我们无法读取您的证件",
        unknown: "我们尚未读取您的证件",
      },
      check_digits: {
        passed: "校验码正确",
        failed: "校验码不正确",
        unknown: "我们无法读取校验码",
      },
      document_unexpired: {
        passed: "您的证件未过期",
        failed: "您的证件已过期",
        unknown: "我们无法读取有效期",
      },
      date_of_birth: {
        passed: "您的出生日期相符",
        failed: "出生日期与您的不符",
        unknown: "我们无法比对出生日期",
      },
      last_name: {
        passed: "您的姓相符",
        failed: "姓与您的不符",
        unknown: "我们无法比对姓",
      },
      first_name: {
        passed: "您的名相符",
        failed: "名与您的不符",
        unknown: "我们无法比对名",
      },
      document_number_unused: {
        passed: "我们已检查证件号码",
        failed: "证件号码需要进一步审核",
        unknown: "我们无法读取证件号码",
      },
      front_number: {
        passed: "正反两面的号码一致",
        failed: "正面的号码与条形码不符",
        unknown: "我们无法比对正面的号码",
      },
      front_date_of_birth: {
        passed: "正反两面的出生日期一致",
        failed: "正面的出生日期与条形码不符",
        unknown: "我们无法比对正面的出生日期",
      },
      front_name: {
        passed: "正反两面的姓名一致",
        failed: "正面的姓名与条形码不符",
        unknown: "我们无法比对正面的姓名",
      },
    },
    marks: { passed: "通过", failed: "未通过", unknown: "未知" },
    reason: {
      document_unreadable: "我们无法读取您的证件。请重新拍照：放平、对焦、光线充足。",
      document_incomplete: partly,
      document_expired: "您的证件已过期。请使用有效的证件。",
      identity_changed: "您的姓名或出生日期在验证后有变化。请重新验证您的身份。",
      date_of_birth_mismatch: mismatch,
      last_name_mismatch: mismatch,
      first_name_mismatch: mismatch,
      customer_data_missing: "缺少您的部分信息。工作人员会审核您的证件。",
      check_digits_wrong: partly,
      front_mismatch: "正面和背面似乎不属于同一份证件。工作人员会进行审核。",
      document_number_in_use: "您的证件需要进一步审核。工作人员会进行审核。",
      not_read_automatically: byPerson,
      review_required_by_policy: byPerson,
    },
    retry: "重试",
    retrySide: (side) => `重新拍摄${side}`,
    retryAt: (time) => `每天可以尝试3次。请在${time}后重试。`,
    keeps: "我们会保留另一张照片。",
    closeTab: "您可以关闭本页面。",
  },
  anyReason: "有一项内容无法检查。",
  problem: {
    image_missing: "缺少这一面。",
    image_unsupported: "这不是可以读取的照片。请使用JPEG、PNG或WebP文件。",
    image_damaged: "文件已损坏。请重新拍摄。",
    image_too_large: "照片太大。请使用小于12 MB的照片。",
    image_too_complex: "读取此文件所需的时间太长。请用相机重新拍摄。",
    image_too_small: "照片太小。请靠近，直到证件填满取景框。",
    image_blurred: "照片模糊。请保持不动，等待对焦。",
    image_dark: "照片太暗。请到光线更亮的地方。",
    image_glare: "证件上有反光。请将证件转离灯光。",
    barcode_not_found: "我们无法读取条形码。请对焦，拍下完整的背面。",
    barcode_not_a_license: "条形码不属于美国或加拿大的驾驶执照。",
    mrz_not_found: "我们无法读取底部的两行代码。请拍下完整的页面。",
    mrz_uncertain: "底部的部分字符无法准确读取。",
    ocr_unavailable: "此处的护照由工作人员审核。",
  },
  refused: {
    expired: {
      title: "本次会话已过期",
      text: "请刷新页面以继续。我们会保留您发送的内容。",
    },
    expiredLink: {
      title: "此链接已过期",
      text: "链接的有效期为1小时。请回到您获得链接的地方索取新链接。我们会保留您发送的内容。",
    },
    expiredPhone: {
      title: "此链接已过期",
      text: "链接只在短时间内有效，新链接会取代旧链接。请在另一台设备上生成新的二维码。",
    },
    invalid: {
      title: "此链接无效",
      text: "它可能不完整，或已被更新的链接取代。请重新打开完整的链接，或索取新链接。",
    },
    missing: {
      title: "请打开您的专属链接",
      text: "本页面只能通过您的专属链接使用。如果您有链接，请重新打开。",
    },
    other: {
      title: "我们无法在这里验证您的身份",
      text: "请联系引导您来到这里的商家。",
    },
  },
  unreachable: {
    title: "我们无法连接服务器",
    text: "我们会继续尝试。",
    offline: "您已离线。恢复联网后，我们会继续。",
    retry: "立即重试",
  },
  failed: {
    lost: "我们无法连接服务器。请检查网络连接，然后重试。",
    tooMany: "您发送的照片过多。请在1小时后重试。",
    tooComplex: "读取此文件所需的时间太长。请用相机重新拍摄。",
    retryLimit: (time) => `每天可以尝试3次。请在${time}后重试。`,
    other: "操作未成功。请过几分钟再试。",
  },
  phoneFirst: {
    title: "请先填写您的信息",
    text: "缺少您的部分信息。请在另一台设备上填写，然后重新打开此链接。",
  },
};
