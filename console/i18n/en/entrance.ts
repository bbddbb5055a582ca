import { plural } from "./plural.ts";

/** Texts for signing in, invitations and the second factor. */
export const english = {
  signIn: {
    title: "Sign in",
    email: "E-mail",
    password: "Password",
    go: "Continue",
    emailMissing: "Enter your e-mail address.",
    passwordMissing: "Enter your password.",
    ended: "You were signed out",
    endedText: "Your session ended. Sign in to continue where you were.",
    forgotten: "Lost your password or your authenticator? An admin can send you a new invitation.",
  },
  secondFactor: {
    title: "Your second factor",
    lead: "Enter the six digits from your authenticator app.",
    recoveryLead: "Enter one of your recovery codes. Each works once.",
    code: "Authenticator code",
    recoveryCode: "Recovery code",
    go: "Sign in",
    useRecovery: "Use a recovery code",
    useCode: "Use the authenticator app",
    startOver: "Start over",
  },
  invited: {
    title: "Invitation",
    welcome: (operator: string) => `Welcome to ${operator}`,
    lead: (email: string, role: string) =>
      `You are invited as ${role} with ${email}. Set your name and a password. Next, you set up a second factor.`,
    name: "Your name",
    nameHint: "Colleagues see it next to your decisions.",
    nameMissing: "Enter your name.",
    password: "Password",
    passwordHint: (least: number) =>
      `At least ${least} characters. Several words in a row work well.`,
    passwordShort: (missing: number) =>
      `Enter ${plural(missing, "more character", "more characters")}.`,
    go: "Continue",
    invalid: "This invitation can't be used",
    toSignIn: "Go to sign-in",
    otherSession: "Someone is already signed in",
    otherSessionText: (email: string) => `If you continue, ${email} is signed out of this browser.`,
  },
  enrol: {
    title: "Set up your second factor",
    lead: "Scan the code with an authenticator app. Then enter the six digits it shows.",
    qr: "QR code for your authenticator app",
    manual: "Can't scan it? Type this key into the app:",
    secret: "key",
    openApp: "Open in an app on this device",
    code: "Six digits from the app",
    go: "Confirm code",
  },
  recovery: {
    title: "Your recovery codes",
    lead: "Store them somewhere safe, such as your password manager. Each works once when you don't have your app. We show them only now.",
    stored: "I have stored these codes",
    reminder: "Store the codes first, then tick the box.",
    copy: "Copy codes",
    download: "Download codes",
    go: "Go to the console",
  },
};
