import { z } from 'zod';
import { line } from '../kernel/fields.ts';
import { isUrl } from '../kernel/web-address.ts';

/** What can count. `join` and `referral` happen by themselves; the others a member says that they did. */
export const ActionKind = z.enum([
  'join',
  'referral',
  'share-facebook',
  'share-twitter',
  'share-linkedin',
  'share-email',
  'share-text',
  'visit',
]);
export type ActionKind = z.output<typeof ActionKind>;
/** Those that a member does on the page. */
export const ownActions: ReadonlySet<ActionKind> = new Set([
  'share-facebook',
  'share-twitter',
  'share-linkedin',
  'share-email',
  'share-text',
  'visit',
]);
export const isOwnAction = (action: ActionKind): boolean => ownActions.has(action);

/** `action`: earns `points` each time (referral) or once. `reward`: is unlocked at `points`. */
const storedRule = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('action'),
    action: ActionKind,
    title: z.string().max(120),
    points: z.number().int().min(0),
    /** Where a visit leads to; null: nowhere. */
    url: z.string().max(500).nullable(),
  }),
  z.object({
    kind: z.literal('reward'),
    title: z.string().max(120),
    description: z.string().max(500),
    points: z.number().int().min(1),
  }),
]);
export type LoopRule = z.output<typeof storedRule>;
export const storedLoop = { rule: storedRule } as const;

const points = (least: number) => {
  const message = `Give a whole number of points from ${least} to 1,000,000.`;
  return z.number(message).int(message).min(least, message).max(1_000_000, message);
};
/** What people may enter, and what they are told otherwise. */
export const loopFields = {
  rule: z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('action'),
      action: ActionKind,
      title: line('The title', 120),
      points: points(0),
      url: z
        .string()
        .trim()
        .max(500)
        .nullable()
        .refine((url) => url === null || isUrl(url), 'Domain format is invalid.'),
    }),
    z.object({
      kind: z.literal('reward'),
      title: line('The title', 120),
      description: z.string().trim().max(500, 'The description can have at most 500 characters.'),
      points: points(1),
    }),
  ]),
} as const;
