import type { KycTexts } from "./kyc-texts.ts";

/** English. */
export const kycTexts: KycTexts = {
  title: "Verify your identity",
  loading: "Loading…",
  back: "Back",
  cancel: "Cancel",
  document: { drivers_license: "Driver’s license", passport: "Passport" },
  side: { front: "front", back: "back", photo_page: "photo page", other: "document" },
  choose: {
    title: "Verify your identity",
    text: "You’ll need a document that hasn’t expired. It takes about two minutes.",
    legend: "Which document will you use?",
    hint: {
      drivers_license: "Issued in the United States or Canada",
      passport: "Any country, with two lines of code below the photo",
    },
    consent: (operator) =>
      `I agree that ${operator} reads my document to check who I am, and keeps the pictures as long as its rules require.`,
    consentMissing: "Agree to go on: without it your document can’t be read.",
    documentMissing: "Choose the document that you’ll use.",
    privacy: [
      "Pictures are scaled down on this device, and their location data is removed.",
      "They are stored encrypted. Only people who check documents can open them.",
    ],
    goOn: "Continue",
  },
  take: {
    progress: (at, of) => `Picture ${at} of ${of}`,
    title: (side) => `Take a picture of the ${side}`,
    text: {
      front: "The side with your photo. All four corners should be in the picture.",
      back: "The side with the barcode. Keep the whole barcode sharp and free of reflections.",
      photo_page: "The page with your photo, with the two lines of code at the foot.",
    },
    tips: ["Lay it flat on a dark surface", "Find even light, without reflections"],
    camera: "Use the camera",
    file: "Upload a picture",
    phone: "Continue on your phone",
    phoneText: "Its camera is often the better one.",
    otherDocument: "Use another document",
    kept: (side) => `The ${side} is there already.`,
    preparing: "Getting the picture ready…",
  },
  trouble: {
    title: "This file can’t be used",
    empty: "The file is empty. Choose another one.",
    too_large: "The file is larger than 60 MB. Choose a smaller picture.",
    too_small: "The picture is too small to read. Choose one with more detail.",
    damaged: "The file can’t be opened: it may be damaged. Choose another one.",
    heic: "This is a HEIC picture, which this browser can’t open. Save it as JPEG, or take the picture here with the camera.",
    notAPicture: (kind) =>
      kind === null
        ? "This is not a picture. Choose a JPEG, PNG or WebP file."
        : `This is a ${kind.toUpperCase()} file. Choose a JPEG, PNG or WebP picture.`,
  },
  camera: {
    ask: {
      title: "Allow the camera",
      text: "Your browser will ask next. We use the camera only to photograph your document: no sound, no video, and nothing is sent before you have seen the picture.",
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
      glare: "Tilt it: light is reflected",
      still: "Hold still",
      ready: "Good. Take the picture.",
      barcode: "Barcode found. Picture taken.",
    },
    denied: {
      title: "The camera is blocked",
      text: "This page may not use the camera. You can allow it, or upload a picture.",
      steps: [
        "Open the settings of this page, at the left of its address.",
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
      text: "Another app seems to use it. Close that app and try again, or upload a picture.",
    },
    lost: {
      title: "The camera has stopped",
      text: "It was switched off or taken by another app. Try again, or upload a picture.",
    },
    retry: "Try the camera again",
  },
  review: {
    title: (side) => `Check the ${side}`,
    alt: (side) => `Your picture of the ${side}`,
    good: "Is everything sharp and readable, with all four corners?",
    barcodeReadable: "We can read the barcode.",
    barcodeUnreadable: {
      title: "We can’t read the barcode",
      text: "Take it again: closer, flat, in focus, without reflections.",
    },
    warnings: {
      blurred: "The picture looks blurred.",
      dark: "The picture is dark.",
      glare: "Light is reflected from the document.",
      small: "The picture is small: details may be missing.",
    },
    use: "Use this picture",
    useAnyway: "Use it anyway",
    again: "Take it again",
    otherFile: "Choose another one",
  },
  upload: {
    title: "Sending your picture",
    text: "Keep this page open.",
    stalled: {
      title: "Waiting for the connection",
      text: "Your picture is safe here. It goes on by itself as soon as you’re online.",
    },
    percent: (percent) => `${percent}%`,
    checking: "Checking the picture…",
  },
  refusedPicture: "We couldn’t use this picture",
  handoff: {
    title: "Continue on your phone",
    text: "Scan the code with your phone’s camera. Keep this page open: it goes on by itself.",
    making: "Making a code…",
    qr: "QR code with the link for your phone",
    copy: "Copy the link",
    copied: "Link copied.",
    link: "Link for your phone",
    until: (time) => `Good until ${time}. It opens only this verification: don’t pass it on.`,
    waiting: "Waiting for your phone…",
    opened: {
      title: "Go on with your phone",
      text: "Your phone is connected. This page follows by itself.",
    },
    state: {
      missing: "Still to come",
      uploading: "On its way",
      received: "Received",
      refused: "To be taken again",
    },
    expired: {
      title: "The code has expired",
      text: "For your safety it is good for a short time only.",
    },
    fresh: "Make a new code",
    showAgain: "Show the code again",
    here: "Use this device instead",
  },
  submitting: "Sending your document in…",
  reading: {
    title: "Reading your document",
    text: "This takes a few seconds.",
    long: "It takes longer than usual. Nothing is lost.",
    leave: "You can close this page: we go on, and you’ll find the result here.",
  },
  stalled: "No connection. We try again by ourselves.",
  result: {
    verified: { title: "You’re verified", text: "Thank you. Everything on your document fits." },
    under_review: {
      title: "A person is looking at it",
      text: "This is no refusal: some documents need a second look. You can close this page. You’ll be told as soon as it’s decided.",
    },
    rejected: {
      title: "We couldn’t verify you yet",
      text: "Trying again helps: here is what to do differently.",
    },
    rejectedForGood: {
      title: "We couldn’t verify you",
      text: "Trying again with the same document won’t help. Ask support what else you can do.",
    },
    rejected_manually: {
      title: "Your document was declined",
      text: "Somebody has looked at it. Ask support if you think that this is wrong.",
    },
    expired: {
      title: "Your document has expired",
      text: "You were verified with a document that is no longer good. Verify yourself with a new one.",
    },
    changed: {
      title: "Please verify yourself again",
      text: "Your name or date of birth has changed since you were verified.",
    },
    unknown: (status) => ({
      title: "Thank you",
      text: `Your document was taken in. Its state is “${status}”.`,
    }),
    checks: "What was checked",
    check: {
      document_readable: {
        passed: "Your document could be read",
        failed: "Your document could not be read",
        unknown: "Your document was not read yet",
      },
      check_digits: {
        passed: "Its check digits fit",
        failed: "Its check digits don’t fit",
        unknown: "Its check digits could not be read",
      },
      document_unexpired: {
        passed: "It has not expired",
        failed: "It has expired",
        unknown: "The expiry date could not be read",
      },
      date_of_birth: {
        passed: "Your date of birth matches",
        failed: "The date of birth differs from yours",
        unknown: "The date of birth could not be compared",
      },
      last_name: {
        passed: "Your last name matches",
        failed: "The last name differs from yours",
        unknown: "The last name could not be compared",
      },
      first_name: {
        passed: "Your first name matches",
        failed: "The first name differs from yours",
        unknown: "The first name could not be compared",
      },
      document_number_unused: {
        passed: "The document’s number was checked",
        failed: "The document’s number needs another look",
        unknown: "The document’s number could not be read",
      },
      front_number: {
        passed: "Both sides have the same number",
        failed: "The number on the front isn’t the barcode’s",
        unknown: "The number on the front could not be compared",
      },
      front_date_of_birth: {
        passed: "Both sides have the same date of birth",
        failed: "The date of birth on the front isn’t the barcode’s",
        unknown: "The date of birth on the front could not be compared",
      },
      front_name: {
        passed: "Both sides have the same name",
        failed: "The name on the front isn’t the barcode’s",
        unknown: "The name on the front could not be compared",
      },
    },
    marks: { passed: "Passed", failed: "Failed", unknown: "Not known" },
    reason: {},
    retry: "Try again",
    retrySide: (side) => `Take the ${side} again`,
    retryAt: (time) => `You can try again from ${time}: three tries a day are possible.`,
    keeps: "The other picture is kept.",
    closeTab: "You can close this page.",
  },
  anyReason: null,
  problem: {},
  refused: {
    expired: {
      title: "This session has expired",
      text: "Reload the page to go on. What you’ve sent is kept.",
    },
    expiredLink: {
      title: "This link has expired",
      text: "Links are good for one hour. Go back to where you found it and ask for a new one: what you’ve sent is kept.",
    },
    expiredPhone: {
      title: "This link has expired",
      text: "It was good for a short time, or a newer one has taken its place. Go back to your other device and make a new code.",
    },
    invalid: {
      title: "This link doesn’t work",
      text: "It may be incomplete or was replaced. Open the whole link again, or ask for a new one.",
    },
    missing: {
      title: "Open your personal link",
      text: "This page works only with the link that you were given. If you came by it, open that link again.",
    },
    other: {
      title: "You can’t be verified here",
      text: "Please contact the shop that sent you.",
    },
  },
  unreachable: {
    title: "We can’t reach our server",
    text: "We try again by ourselves.",
    offline: "You’re offline. It goes on as soon as you’re connected.",
    retry: "Try now",
  },
  failed: {
    lost: "We couldn’t reach our server. Check your connection and try again.",
    tooMany: "That was too many pictures. Try again in an hour.",
    tooComplex: "This file takes too long to read. Take a new photo with your camera.",
    retryLimit: (time) => `Three tries a day are possible. Try again from ${time}.`,
    other: "That didn’t work. Try again in a few minutes.",
  },
  phoneFirst: {
    title: "One thing first",
    text: "Some of your details are missing. Fill them in on your other device; then open this link again.",
  },
};
