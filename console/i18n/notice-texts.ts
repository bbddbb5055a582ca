import { computed } from "@preact/signals";
import { language } from "./current-texts.ts";
import { english } from "./en/notices.ts";
import { spanish } from "./es/notices.ts";

/** Texts that load with the section. */
export const noticeTexts = computed(() => ({ en: english, es: spanish })[language.value]);

export type NoticeTexts = typeof english;
