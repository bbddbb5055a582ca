import type { KycTexts } from "../kyc-texts.ts";

export const kycTexts: KycTexts = {
  title: "Verify your identity",
  loading: "Loading…",
  back: "Back",
  cancel: "Cancel",
  document: { drivers_license: "Driver’s license", passport: "Passport" },
  side: { front: "front", back: "back", photo_page: "photo page", other: "document" },
  choose: {
    title: "Verify your identity",
    text: "You need a document that hasn’t expired. This takes about 2 minutes.",
    legend: "Which document will you use?",
    hint: {
      drivers_license: "Issued in the United States or Canada",
      passport: "Any country, with two lines of code below the photo",
    },
    englishOnly: null,
    consent: (operator) =>
      `I agree that ${operator} reads my document to verify my identity and stores the pictures as long as its rules require.`,
    consentMissing: "Tick the box to continue. We need your consent to read your document.",
    documentMissing: "Choose a document.",
    privacy: [
      "Before upload, this device shrinks the pictures and removes their location data.",
      "We store them encrypted. Only document reviewers can open them.",
    ],
    continue: "Continue",
  },
  take: {
    progress: (at, of) => `Picture ${at} of ${of}`,
    title: (side) => `Take a picture of the ${side}`,
    text: {
      front: "Show the side with your photo and all 4 corners.",
      back: "Show the side with the barcode. The whole barcode must be sharp and without glare.",
      photo_page: "Show the page with your photo and the two lines of code at the bottom.",
    },
    tips: ["Lay it flat on a dark surface", "Use even light without glare"],
    camera: "Use the camera",
    file: "Upload a picture",
    phone: "Continue on your phone",
    phoneText: "Its camera is often better.",
    otherDocument: "Use another document",
    kept: (side) => `We already have the ${side}.`,
    preparing: "Preparing the picture…",
  },
  fileProblem: {
    title: "This file can’t be used",
    empty: "This file is empty. Choose another file.",
    too_large: "This file is larger than 60 MB. Choose a smaller picture.",
    too_small: "This picture is too small to read. Choose one with more detail.",
    damaged: "We can’t open this file. It may be damaged. Choose another file.",
    heic: "This browser can’t open HEIC pictures. Save it as JPEG, or take the picture here with the camera.",
    notAPicture: (kind) =>
      kind === null
        ? "This file isn’t a picture. Choose a JPEG, PNG or WebP file."
        : `This is a ${kind.toUpperCase()} file. Choose a JPEG, PNG or WebP picture.`,
  },
  camera: {
    ask: {
      title: "Allow the camera",
      text: "Your browser asks you next. We use the camera only to photograph your document, without sound or video. We send nothing before you have seen the picture.",
      allow: "Open the camera",
    },
    opening: "Opening the camera…",
    name: (side) => `Camera: ${side} of your document`,
    shutter: "Take picture",
    file: "Upload a picture instead",
    taken: "Picture taken.",
    hints: {
      fit: "Fit the document into the frame",
      dark: "Find more light",
      glare: "Tilt it to avoid glare",
      still: "Hold still",
      ready: "Good. Take the picture.",
      barcode: "Barcode found. Picture taken.",
    },
    denied: {
      title: "The camera is blocked",
      text: "Your browser blocks the camera on this page. Allow it, or upload a picture.",
      steps: [
        "Open this page’s settings, to the left of its address.",
        "Set Camera to Allow, then try again.",
        "On an iPhone: Settings, Apps, your browser, Camera.",
      ],
    },
    absent: {
      title: "No camera found",
      text: "This device has no camera that this page can use. Upload a picture, or continue on your phone.",
    },
    busy: {
      title: "The camera is in use",
      text: "Another app may be using it. Close that app and try again, or upload a picture.",
    },
    lost: {
      title: "The camera stopped",
      text: "It was turned off, or another app is using it. Try again, or upload a picture.",
    },
    retry: "Try the camera again",
  },
  review: {
    title: (side) => `Check the ${side}`,
    alt: (side) => `Your picture of the ${side}`,
    good: "Is everything sharp and readable, with all 4 corners?",
    barcodeReadable: "We can read the barcode.",
    barcodeUnreadable: {
      title: "We can’t read the barcode",
      text: "Take it again. Move closer, lay the document flat, and avoid glare.",
    },
    warnings: {
      blurred: "The picture looks blurred.",
      dark: "The picture is dark.",
      glare: "There is glare on the document.",
      small: "The picture is small. Details may be missing.",
    },
    use: "Use this picture",
    useAnyway: "Use it anyway",
    again: "Take it again",
    otherFile: "Choose another picture",
  },
  upload: {
    title: "Sending your picture",
    text: "Keep this page open.",
    stalled: {
      title: "Waiting for the connection",
      text: "Your picture is safe. The upload continues when you’re online again.",
    },
    percent: (percent) => `${percent}%`,
    checking: "Checking the picture…",
  },
  refusedPicture: "We couldn’t use this picture",
  handoff: {
    title: "Continue on your phone",
    text: "Scan the code with your phone’s camera. Keep this page open. It updates automatically.",
    making: "Creating a code…",
    qr: "QR code with the link for your phone",
    copy: "Copy the link",
    copied: "Link copied.",
    link: "Link for your phone",
    until: (time) => `Works until ${time}. It opens your verification. Don’t share it.`,
    waiting: "Waiting for your phone…",
    opened: {
      title: "Continue on your phone",
      text: "Your phone is connected. This page updates automatically.",
    },
    state: {
      missing: "Not sent yet",
      uploading: "Uploading",
      received: "Received",
      refused: "Take it again",
    },
    expired: {
      title: "The code has expired",
      text: "For your safety, codes work only for a short time.",
    },
    fresh: "Create a new code",
    showAgain: "Show the code again",
    here: "Use this device instead",
  },
  submitting: "Sending your document…",
  reading: {
    title: "Reading your document",
    text: "This takes a few seconds.",
    long: "This is taking longer than usual. Nothing is lost.",
    leave: "You can close this page. We’ll continue, and you’ll find the result here.",
  },
  stalled: "No connection. We keep trying.",
  result: {
    verified: { title: "You’re verified", text: "Thank you. Your document matches your details." },
    under_review: {
      title: "We’re reviewing your document",
      text: "Some documents need a closer look. You can close this page. You’ll hear as soon as we decide.",
    },
    rejected: {
      title: "We couldn’t verify you yet",
      text: "You can try again. Here’s what to change.",
    },
    rejectedForGood: {
      title: "We couldn’t verify you",
      text: "The same document won’t work again. Contact support to ask what else you can do.",
    },
    rejected_manually: {
      title: "We couldn’t accept your document",
      text: "A person reviewed it. Contact support if you think this is wrong.",
    },
    expired: {
      title: "Your document has expired",
      text: "You were verified with a document that has expired. Verify your identity with a new one.",
    },
    changed: {
      title: "Verify your identity again",
      text: "Your name or date of birth changed after you were verified.",
    },
    unknown: (status) => ({
      title: "Thank you",
      text: `We received your document. Its status is “${status}”.`,
    }),
    checks: "What we checked",
    check: {
      document_readable: {
        passed: "We could read your document",
        failed: "We couldn’t read your document",
        unknown: "We haven’t read your document yet",
      },
      check_digits: {
        passed: "The check digits are correct",
        failed: "The check digits are wrong",
        unknown: "We couldn’t read the check digits",
      },
      document_unexpired: {
        passed: "Your document hasn’t expired",
        failed: "Your document has expired",
        unknown: "We couldn’t read the expiry date",
      },
      date_of_birth: {
        passed: "Your date of birth matches",
        failed: "The date of birth doesn’t match yours",
        unknown: "We couldn’t compare the date of birth",
      },
      last_name: {
        passed: "Your last name matches",
        failed: "The last name doesn’t match yours",
        unknown: "We couldn’t compare the last name",
      },
      first_name: {
        passed: "Your first name matches",
        failed: "The first name doesn’t match yours",
        unknown: "We couldn’t compare the first name",
      },
      document_number_unused: {
        passed: "We checked the document number",
        failed: "The document number needs a closer look",
        unknown: "We couldn’t read the document number",
      },
      front_number: {
        passed: "Both sides have the same number",
        failed: "The number on the front doesn’t match the barcode",
        unknown: "We couldn’t compare the number on the front",
      },
      front_date_of_birth: {
        passed: "Both sides have the same date of birth",
        failed: "The date of birth on the front doesn’t match the barcode",
        unknown: "We couldn’t compare the date of birth on the front",
      },
      front_name: {
        passed: "Both sides have the same name",
        failed: "The name on the front doesn’t match the barcode",
        unknown: "We couldn’t compare the name on the front",
      },
    },
    marks: { passed: "Passed", failed: "Failed", unknown: "Unknown" },
    reason: {},
    retry: "Try again",
    retrySide: (side) => `Take the ${side} again`,
    retryAt: (time) => `You can try 3 times a day. Try again after ${time}.`,
    keeps: "We keep the other picture.",
    closeTab: "You can close this page.",
  },
  anyReason: null,
  problem: {},
  refused: {
    expired: {
      title: "This session has expired",
      text: "Reload the page to continue. We keep what you sent.",
    },
    expiredLink: {
      title: "This link has expired",
      text: "Links work for 1 hour. Go back to where you got it and ask for a new one. We keep what you sent.",
    },
    expiredPhone: {
      title: "This link has expired",
      text: "Links work for a short time, and a newer one replaces the old one. Create a new code on your other device.",
    },
    invalid: {
      title: "This link doesn’t work",
      text: "It may be incomplete, or a newer link replaced it. Open the whole link again, or ask for a new one.",
    },
    missing: {
      title: "Open your personal link",
      text: "This page works only with your personal link. If you have one, open it again.",
    },
    other: {
      title: "We can’t verify you here",
      text: "Contact the business that sent you here.",
    },
  },
  unreachable: {
    title: "We can’t reach our server",
    text: "We keep trying.",
    offline: "You’re offline. We’ll continue when you’re connected.",
    retry: "Try now",
  },
  failed: {
    lost: "We couldn’t reach our server. Check your connection and try again.",
    tooMany: "You sent too many pictures. Try again in 1 hour.",
    tooComplex: "This file takes too long to read. Take a new picture with your camera.",
    retryLimit: (time) => `You can try 3 times a day. Try again after ${time}.`,
    other: "That didn’t work. Try again in a few minutes.",
  },
  phoneFirst: {
    title: "Add your details first",
    text: "Some of your details are missing. Enter them on your other device, then open this link again.",
  },
};
