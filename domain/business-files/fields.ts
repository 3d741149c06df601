/** In the order in which they are brought in: automations name the others. */
export const partKinds = ['campaign', 'template', 'automation'] as const;
export type PartKind = (typeof partKinds)[number];

/** What a part of a file is to the business that it is held against. */
export const standings = ['new', 'different', 'same', 'removed'] as const;
export type Standing = (typeof standings)[number];
