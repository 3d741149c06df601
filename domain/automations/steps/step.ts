import { z } from 'zod';
import type { messageFields } from '../../messages/fields.ts';
import { maxTextLength } from '../../sms/values.ts';
import type { EventMatcher } from '../triggers/index.ts';
import type { Checking } from '../values/checking.ts';
import { type Checks, chosen, type ContactField, defaultWait, Duration } from '../values/fields.ts';
import type { Refer } from '../values/references.ts';
import type { WaitUntil } from './wait-until.ts';

/** What a step changes of a contact. What is so already is no news. */
export type ContactChange =
  | { readonly what: 'tag'; readonly how: 'add' | 'remove'; readonly tag: string }
  /** A keyword stands for the campaign that has it. */
  | { readonly what: 'keyword'; readonly how: 'add' | 'remove'; readonly keyword: string }
  | { readonly what: 'campaign'; readonly campaignId: string | null }
  | { readonly what: 'field'; readonly field: ContactField; readonly answer: string | null };

type Media = z.output<typeof messageFields.media>;

/**
 * What leaves a step: the engine carries it out (`commands/automations/effects`), a rehearsal says that it would have
 * (`domain/automations/rehearsal/effects.ts`). Words are templates here.
 */
export type Effect =
  | { readonly kind: 'text'; readonly template: string; readonly media: Media; readonly campaignId: string | null }
  | {
      readonly kind: 'mail';
      readonly subject: string;
      readonly preheader: string;
      readonly designId: string | null;
      readonly campaignId: string | null;
    }
  /** A coupon of the campaign; a contact who has one keeps it. */
  | { readonly kind: 'coupon'; readonly campaignId: string | null }
  | {
      readonly kind: 'alert';
      readonly template: string;
      readonly phones: readonly string[];
      readonly emails: readonly string[];
      readonly textMembers: readonly string[];
      readonly mailMembers: readonly string[];
    }
  | { readonly kind: 'change'; readonly change: ContactChange }
  /** The conversation is this user's from then on; null: no one's. */
  | { readonly kind: 'assign'; readonly userId: string | null }
  | { readonly kind: 'call'; readonly url: string }
  /** For a webinar, at a connected service. */
  | { readonly kind: 'registration'; readonly integrationId: string | null; readonly webinar: string };
export type EffectKind = Effect['kind'];
export type EffectOf<Kind extends EffectKind> = Extract<Effect, { kind: Kind }>;

/** What is asked for: a field of the contact, or a picture. */
export type Wanted = { readonly of: 'field'; readonly field: ContactField } | { readonly of: 'picture' };

/** What a step does when a contact comes to it. Engine, rehearsal, checks and builder know steps by this alone. */
export type Plan =
  /** Effects one after another, up to the first that can't be done; then on by `next`, or by `failed`. */
  | { readonly kind: 'act'; readonly effects: readonly Effect[] }
  /** Asks by text, waits for an answer, asks again; `keep`: where the answer goes. */
  | {
      readonly kind: 'ask';
      readonly wanted: Wanted;
      readonly body: string;
      readonly again: string;
      readonly tries: number;
      readonly patience: Duration;
      readonly keepIn: ContactField;
    }
  | { readonly kind: 'wait'; readonly until: WaitUntil }
  | { readonly kind: 'branch'; readonly checks: Checks }
  /** By chance, in shares of a hundred, by the exits `ways`. */
  | { readonly kind: 'split'; readonly shares: readonly number[] }
  /** A contact to whom it happens has reached the end, wherever they are. */
  | { readonly kind: 'goal'; readonly event: EventMatcher }
  | { readonly kind: 'jump' }
  | { readonly kind: 'end' };

type StepSchema = z.ZodObject<{ kind: z.ZodLiteral<string> } & z.ZodRawShape>;

/** A kind of step, declared once. All but what it does by `plan` is optional. */
export interface StepDefinition<Schema extends StepSchema = StepSchema> {
  readonly schema: Schema;
  /** As it comes out of the menu. */
  readonly fresh: () => z.output<Schema>;
  readonly plan: (step: z.output<Schema>) => Plan;
  /** What keeps it from being published. A step that is switched off is not asked. */
  readonly check?: (step: z.output<Schema>, checking: Checking) => void;
  /** The same step with what it names exchanged for what `refer` says. */
  readonly references?: (step: z.output<Schema>, refer: Refer) => z.output<Schema>;
  /** Without what is the giver's: where it calls, whom it tells, which pictures it shows. */
  readonly withoutOwner?: (step: z.output<Schema>) => z.output<Schema>;
}
export const step =
  <Schema extends StepSchema>(schema: Schema) =>
  (definition: Omit<StepDefinition<Schema>, 'schema'>): StepDefinition<Schema> => ({ schema, ...definition });

/** The step that follows; null: the way ends here, or (`failed`) goes on with `next`. */
export const target = chosen;
export const exits = <const Names extends readonly string[]>(...names: Names) =>
  z.object(Object.fromEntries(names.map((name) => [name, target])) as { [N in Names[number]]: typeof target });

/** What every step has. */
export const named = { name: z.string().trim().max(80).nullable() };
/** `off`: passed over, by `next`. */
export const switchable = { ...named, off: z.boolean() };
/** `failed`: what happens when it could not be done; null: it goes on with `next`. */
export const action = { ...switchable, to: exits('next', 'failed') };
export const freshAction = { name: null, off: false, to: { next: null, failed: null } } as const;

export const body = z.string().max(maxTextLength);
/** Asks by text, waits so long for each answer, asks so often. */
export const question = {
  ...switchable,
  to: exits('next', 'givenUp', 'failed'),
  body,
  /** What is said where the answer was not understood; empty: the question again. */
  again: body,
  tries: z.number().int().min(1).max(5),
  patience: Duration,
};
export const freshQuestion = {
  name: null,
  off: false,
  to: { next: null, givenUp: null, failed: null },
  body: '',
  again: '',
  tries: 2,
  patience: defaultWait,
} as const;
export function checkQuestion(
  { body, again }: { readonly body: string; readonly again: string },
  { template }: Checking,
) {
  template('body', body, { required: 'Write the question.', coupon: false });
  template('again', again, { required: null, coupon: false });
}
