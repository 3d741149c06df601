/** Notifications written by operators, push, activity. */
export const noticeTexts = {
} as const;
