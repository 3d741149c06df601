import type { Names } from '../../web/components/contact-filter/labels.ts';

const none: ReadonlyMap<string, string> = new Map();
/** Nothing is called anything. */
export const noNames: Names = { segments: none, campaigns: none, fields: none, broadcasts: none, uploads: none };
