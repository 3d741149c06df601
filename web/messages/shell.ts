/** The three shells, their alerts and dialogs, guards, guest screens and profiles. */
export const shellTexts = {
} as const;
