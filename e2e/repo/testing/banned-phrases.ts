/** A phrase that plain English does not need, and what to write instead (docs/glossary.md, "Words to avoid"). */
export interface BannedPhrase {
  pattern: RegExp;
  instead: string;
  /** Texts that the pattern finds. */
  examples: readonly string[];
}

/** Only phrases with practically no legitimate use, so that a match is always a mistake. */
export const bannedPhrases: readonly BannedPhrase[] = [
  {
    pattern: /(?<!-)\banew\b/gi,
    instead: "“again”, or say what is new",
    examples: ["loads the frame anew"],
  },
  { pattern: /\bseldom(er)?\b/gi, instead: "“rarely”", examples: ["seldom", "the seldomer"] },
  {
    pattern: /\bwhom?ever\b/gi,
    instead: "who it is: “the caller”, “a reader”, “another process”",
    examples: ["Whoever asks", "for whomever"],
  },
  {
    pattern: /\b(what|that|who|which) (is|are) none\b/gi,
    instead: "“what is not a …”",
    examples: ["what is none", "an address that is none"],
  },
  {
    pattern: /\b(comes?|came) of (it|them|this|that|each)\b|\b(what comes|becomes?|became) of\b/gi,
    instead: "“the outcome of …” or “what happens to …”",
    examples: ["what came of it", "what becomes of a payment", "what comes of a document"],
  },
  {
    pattern: /\bowe[ds]\b/gi,
    instead: "“required”, “requires” or “due”",
    examples: ["what is owed", "owes a W-9"],
  },
  {
    pattern: /\b(is|are|was|were) told\b(?! apart)/gi,
    instead: "“learns”, “knows”, “gets” or “is notified”",
    examples: ["the page is told", "who are told"],
  },
  {
    pattern: /\btold (of|otherwise)\b|\btells of\b/gi,
    instead: "“notified of”, “reports”, or “by default”",
    examples: ["told of it", "unless told otherwise", "tells of a change"],
  },
  {
    pattern: /\bstands\b(?! (in for|for|by|out)\b)/gi,
    instead: "“is”, and where",
    examples: ["stands in the page", "as it stands"],
  },
  { pattern: /\bone['’]s own\b/gi, instead: "whose it is", examples: ["one's own claim"] },
  {
    pattern: /\b(looks?|looked) after\b/gi,
    instead: "“maintains” or “watches”",
    examples: ["looks after the store"],
  },
  {
    pattern: /\bin turns\b/gi,
    instead: "“one after the other” or “alternately”",
    examples: ["restarted in turns"],
  },
  {
    pattern: /\b(so long as|for so long|as long as it takes)\b/gi,
    instead: "“while”, or how long",
    examples: ["so long as it lives", "kept for so long"],
  },
  {
    pattern: /\b(wherein|whereof|whence|thereof|therein|thence|lest)\b/gi,
    instead: "a sentence with a subject, a verb and an object",
    examples: ["wherein", "lest it fail"],
  },
  {
    pattern: /\bhears? of\b|\bheard of\b/gi,
    instead: "“learns of” or “receives”",
    examples: ["the page hears of it"],
  },
  {
    pattern: /\bcall(s|ed|ing)? (it |them )?off\b(?!-)/gi,
    instead: "“cancels”",
    examples: ["a debit that was called off", "calls it off"],
  },
  { pattern: /\bbe had\b/gi, instead: "“is available”", examples: ["where none can be had"] },
  {
    pattern: /\b(goes|went) on\b(?! (top|line|the|a)\b)/gi,
    instead: "“continues” or “resumes”",
    examples: ["the upload goes on"],
  },
  {
    pattern: /\b(wish|wishe[ds]|takers?|tellers?|errands?|news|happenings)\b/gi,
    instead: "the glossary's word: request, handler, task, update, event",
    examples: ["a wish to pay", "news of the payment", "an errand"],
  },
  {
    pattern: /(?<!-)\bstanding\b/gi,
    instead: "“status”, “step” or “summary”",
    examples: ["the standing of a payment"],
  },
  {
    pattern: /\w+(Wish|Taker|Teller|Errand|News|Happening|Standing)(e?[ds])?(?![a-z])/g,
    instead: "the glossary's word: Request, Handler, Task, Update, Event, Status",
    examples: ["KycHappening", "keepWish", "toStanding"],
  },
  {
    pattern: /\b(wish|taker|teller|errand|news|happening|standing)[A-Z]\w*/g,
    instead: "the glossary's word: request, handler, task, update, event, status",
    examples: ["happeningOf", "newsSince"],
  },
];
