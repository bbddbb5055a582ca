import { computed } from "@preact/signals";
import { language } from "./current-texts.ts";
import { english } from "./en/notices.ts";
import { spanish } from "./es/notices.ts";

/** Texts about processors' notices. They load with the room. */
export const noticeTexts = computed(() => ({ en: english, es: spanish })[language.value]);

/** The texts, in English as the model. */
export type NoticeTexts = typeof english;
