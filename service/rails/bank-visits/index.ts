export {
  isSameBrowser,
  isVisitLinkGood,
  newBrowserToken,
  readVisitCookie,
  sealVisitLink,
  writeVisitCookie,
} from "./bank-visit.ts";
