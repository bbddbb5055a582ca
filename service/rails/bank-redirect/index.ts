export {
  isPageVisit,
  isRedirectLinkUsable,
  isSameBrowser,
  newBrowserToken,
  readRedirectCookie,
  sealRedirectLink,
  writeRedirectCookie,
} from "./bank-redirect.ts";
