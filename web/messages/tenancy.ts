/** Agencies, businesses, users, white label, settings. */
export const tenancyTexts = {
} as const;
