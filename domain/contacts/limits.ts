/** Tags that a contact can have. */
export const maxTags = 20;
/** What a filter can hold, so that no question is too long to ask. */
export const filterLimits = { conditions: 20, groups: 5, values: 50 } as const;
