import { isolated } from "../isolated.ts";
import type { PersonalTexts } from "../personal-texts.ts";
import { plural } from "../plural.ts";
import { unbroken } from "../unbroken.ts";

const number = (text: string) => isolated(unbroken(text), "ar");

export const personalTexts: PersonalTexts = {
  language: "ar",
  optional: "اختياري",
  phone: {
    label: "رقم الهاتف المحمول",
    country: "رمز البلد",
    example: (example) => `مثال: ${number(example)}`,
    empty: "أدخل رقم هاتفك المحمول.",
    problem: {
      too_short: "هذا الرقم قصير جدًا. أدخل جميع الأرقام.",
      too_long: "هذا الرقم طويل جدًا. تحقق من الأرقام.",
      not_a_number: "أدخل رقم الهاتف بالأرقام.",
      unchecked: "لم نتمكن من التحقق من الرقم. تحقق من اتصالك وأعد المحاولة.",
    },
    isOf: (country) => `يبدو هذا رقمًا من بلد آخر: ${isolated(country, "ar")}.`,
    switchTo: (country) => `التبديل إلى ${isolated(country, "ar")}`,
    unassigned: "لا نتعرف على هذا الرقم. إذا كان صحيحًا، فتابع.",
  },
  address: {
    legend: "عنوان السكن",
    country: "البلد أو المنطقة",
    line1: "الشارع ورقم المبنى",
    line2: "الشقة أو الجناح أو الوحدة",
    city: { city: "المدينة", post_town: "البلدة أو المدينة", suburb: "الضاحية", district: "الحي" },
    state: {
      province: "المقاطعة",
      state: "الولاية",
      county: "المقاطعة",
      prefecture: "المحافظة",
      emirate: "الإمارة",
      island: "الجزيرة",
      department: "الإقليم",
      parish: "الأبرشية",
      district: "الحي",
      area: "المنطقة",
      oblast: "الأوبلاست",
      do_si: "المقاطعة أو المدينة",
    },
    postalCode: {
      postal: "الرمز البريدي",
      zip: "الرمز البريدي",
      eircode: "رمز Eircode",
      pin: "رمز PIN",
    },
    choose: "اختر…",
    empty: (part, label) =>
      part === "line1" ? "أدخل الشارع ورقم المبنى." : `املأ هذا الحقل: ${label}.`,
    problem: {
      postal_code_shape: (label, example) =>
        `تحقق من ${label}.${example === null ? "" : ` يجب أن يكون مثل ${isolated(example, "ar")}.`}`,
      state_unknown: (label) => `اختر ${label} من القائمة.`,
      too_long: () => "هذا النص طويل جدًا. اختصره.",
    },
    ofOtherState: (postalCode, state) =>
      `الرمز البريدي ${isolated(postalCode, "ar")} يتبع ${isolated(state, "ar")}. إذا كان صحيحًا، فتابع. وإلا فتحقق من الولاية والرمز البريدي.`,
  },
  dateOfBirth: {
    label: "تاريخ الميلاد",
    hint: { mdy: "شهر/يوم/سنة", dmy: "يوم/شهر/سنة", ymd: "سنة-شهر-يوم" },
    empty: "أدخل تاريخ ميلادك.",
    problem: {
      incomplete: "أدخل يوم ميلادك وشهره وسنته.",
      year_digits: "أدخل السنة بأربعة أرقام.",
      future: "هذا التاريخ في المستقبل. تحقق من السنة.",
      too_old: "تحقق من سنة ميلادك.",
      too_young: "لم تبلغ السن المطلوبة لاستخدام هذه الخدمة.",
    },
  },
  code: {
    label: "الرمز المرسل في الرسالة النصية",
    sentTo: (to) => `أرسلنا رمزًا إلى ${number(to)}.`,
    empty: "أدخل الرمز المرسل في الرسالة النصية.",
    incomplete: (digits) => `أدخل الرمز كاملًا (${digits} أرقام).`,
    resend: "إرسال رمز جديد",
    resendIn: (time) => `إرسال رمز جديد بعد ${isolated(time, "ar")}`,
    changeNumber: "تغيير الرقم",
    announce: {
      started: (seconds) =>
        plural("ar", seconds, {
          one: "يمكنك طلب رمز جديد بعد ثانية واحدة.",
          two: "يمكنك طلب رمز جديد بعد ثانيتين.",
          few: `يمكنك طلب رمز جديد بعد ${seconds} ثوانٍ.`,
          other: `يمكنك طلب رمز جديد بعد ${seconds} ثانية.`,
        }),
      soon: "يمكنك طلب رمز جديد بعد 10 ثوانٍ.",
      over: "يمكنك طلب رمز جديد الآن.",
    },
  },
  names: {
    firstName: "الاسم الأول",
    middleName: "الاسم الأوسط",
    lastName: "اسم العائلة",
    suffix: "اللاحقة",
    empty: (label) => `أدخل ${label}.`,
  },
  steps: {
    continue: "متابعة",
    next: "بقيت خطوة واحدة",
    problemCount: (count) =>
      plural("ar", count, {
        one: "تحقق من حقل واحد.",
        two: "تحقق من حقلين.",
        few: `تحقق من ${count} حقول.`,
        many: `تحقق من ${count} حقلًا.`,
        other: `تحقق من ${count} حقل.`,
      }),
    customerData: {
      title: "بياناتك",
      text: "نحتاج إلى هذه البيانات مرة واحدة، قبل أي تحويل للمال.",
    },
    customerAddress: {
      title: "عنوانك",
      text: "نطلبه مرة واحدة. قد تعتمد الضرائب والقواعد على مكان سكنك.",
    },
    sms: {
      title: "أكّد رقم هاتفك المحمول",
      text: (to) => `سنرسل رمزًا في رسالة نصية إلى ${number(to)}.`,
      ask: "سنرسل رمزًا في رسالة نصية. قد تُطبق الرسوم المعتادة.",
      send: "إرسال الرمز",
      another: "استخدام رقم آخر",
      enterCode: (to) => `إدخال الرمز المرسل إلى ${number(to)}`,
      verified: "لتغيير هذا الرقم، تواصل مع الجهة التي تدفع لك.",
      wrongCode: (left) =>
        plural("ar", left, {
          one: "هذا الرمز خطأ. بقيت لك محاولة واحدة.",
          two: "هذا الرمز خطأ. بقيت لك محاولتان.",
          few: `هذا الرمز خطأ. بقيت لك ${left} محاولات.`,
          other: `هذا الرمز خطأ. بقيت لك ${left} محاولة.`,
        }),
      refusals: {
        phone_not_normalisable: "لا يمكننا إرسال رسائل نصية إلى هذا الرقم. تحقق منه.",
        phone_number_missing: "أدخل رقم هاتفك المحمول.",
        phone_number_verified: "رقمك مؤكد بالفعل. لتغييره، تواصل مع الجهة التي تدفع لك.",
        sms_number_unreachable: "لا يمكن لهذا الرقم استقبال رسائل نصية. استخدم رقمًا آخر.",
        sms_code_expired: "انتهت صلاحية الرمز. اطلب رمزًا جديدًا.",
        sms_not_started: "انتهت صلاحية الرمز. اطلب رمزًا جديدًا.",
        sms_too_many_attempts: "أدخلت رموزًا خاطئة كثيرة. اطلب رمزًا جديدًا.",
        sms_locked: "أدخلت اليوم رموزًا خاطئة كثيرة. أعد المحاولة غدًا.",
        sms_sent_recently: "أرسلنا رمزًا للتو. انتظر قليلًا قبل أن تطلب رمزًا آخر.",
        rate_limited: "طلبت رموزًا كثيرة. أعد المحاولة لاحقًا.",
        sms_unavailable: "لا يمكننا إرسال رسائل نصية الآن. أعد المحاولة بعد بضع دقائق.",
      },
    },
    lost: "لم نتمكن من الاتصال بخادمنا. تحقق من اتصالك وأعد المحاولة.",
    unknown: "لم تنجح العملية. أعد المحاولة بعد بضع دقائق.",
  },
};
