import { z } from 'zod';
import { storable } from '../kernel/text.ts';
import { isUrl } from '../kernel/web-address.ts';
import { type RichText, richText, written } from './rich-text.ts';

/**
 * What the sections of pages are made of. A field says by which control it is edited, what it may hold, and what it
 * holds at first. Names of sections and fields are the specification's (section 3), `Roudness` included: they are what
 * the API says. Everything here runs in browsers as well.
 */
export type Control =
  | { readonly kind: 'flag' }
  | { readonly kind: 'color' }
  | { readonly kind: 'size'; readonly least: number; readonly most: number }
  | { readonly kind: 'count'; readonly least: number; readonly most: number }
  | { readonly kind: 'line'; readonly most: number }
  | { readonly kind: 'paragraphs'; readonly most: number }
  | { readonly kind: 'rich' }
  | { readonly kind: 'picture' }
  | { readonly kind: 'video' }
  /** `reach`: also a number or an e-mail address. */
  | { readonly kind: 'link'; readonly reach?: boolean }
  | { readonly kind: 'choice'; readonly among: readonly string[] }
  | { readonly kind: 'time' }
  | { readonly kind: 'sites' }
  | { readonly kind: 'script' }
  | { readonly kind: 'options' }
  | { readonly kind: 'questions' };

export interface Field<Value = unknown> {
  readonly control: Control;
  readonly schema: z.ZodType<Value, unknown>;
  readonly initial: Value;
}
const field = <Value>(control: Control, schema: z.ZodType<Value, unknown>, initial: Value): Field<Value> => ({
  control,
  schema,
  initial,
});

export const flag = (initial: boolean) => field({ kind: 'flag' }, z.boolean('Say yes or no.'), initial);

/** `#rrggbb`, or `#rrggbbaa` where something is to shine through. */
export const color = (initial: string) =>
  field(
    { kind: 'color' },
    z
      .string()
      .toLowerCase()
      .regex(/^#[0-9a-f]{6}(?:[0-9a-f]{2})?$/, 'Give the colour as # and six hexadecimal digits.'),
    initial,
  );

/** CSS pixels. */
export const size = (initial: number, least: number, most: number) =>
  field({ kind: 'size', least, most }, wholeNumber(least, most), initial);

export const count = (initial: number, least: number, most: number) =>
  field({ kind: 'count', least, most }, wholeNumber(least, most), initial);

const wholeNumber = (least: number, most: number) => {
  const message = `Give a whole number from ${least} to ${most.toLocaleString('en-US')}.`;
  return z.number(message).int(message).min(least, message).max(most, message);
};

const plainText = (most: number) =>
  z
    .string()
    .max(most, `At most ${most.toLocaleString('en-US')} characters fit here.`)
    .transform(storable);

/** One line of plain text, which may be empty. */
export const line = (initial: string, most = 200) => field({ kind: 'line', most }, plainText(most), initial);
export const paragraphs = (initial: string, most = 2_000) =>
  field({ kind: 'paragraphs', most }, plainText(most), initial);

export const rich = (initial: string): Field<RichText> => field({ kind: 'rich' }, richText, written(initial));

/** A picture that was uploaded here or comes with the product. Pages load nothing from elsewhere. */
export const Picture = z.object({
  url: z.string().regex(/^\/(?:media\/[A-Za-z0-9_-]{22}|stock\/[a-z0-9-]{1,60}\.webp)$/, 'Upload the picture first.'),
  /** px; 0: not known. */
  width: z.number().int().min(0).max(10_000).default(0),
  height: z.number().int().min(0).max(10_000).default(0),
  /** What it shows, for those who do not see it; empty: it only decorates. */
  alt: z.string().max(300).transform(storable).default(''),
  /** What stays in sight when it is cut to fit: percent from the left and from the top. */
  focusX: z.number().min(0).max(100).default(50),
  focusY: z.number().min(0).max(100).default(50),
});
export type Picture = z.output<typeof Picture>;
export const picture = (initial: Picture | null = null): Field<Picture | null> =>
  field({ kind: 'picture' }, Picture.nullable(), initial);

/**
 * A film of somebody else's as its name there: `youtube:<id>` or `vimeo:<id>`. Whatever address of it people paste is
 * understood. Null: it is none.
 */
export function filmOf(typed: string): string | null {
  const text = typed.trim();
  if (/^(?:youtube:[\w-]{11}|vimeo:\d{6,12})$/.test(text)) return text;
  const youtube =
    /^(?:https?:\/\/)?(?:www\.|m\.)?(?:youtube(?:-nocookie)?\.com\/(?:watch\?(?:[^#]*&)?v=|embed\/|shorts\/|live\/)|youtu\.be\/)([\w-]{11})(?![\w-])/i.exec(
      text,
    );
  if (youtube !== null) return `youtube:${youtube[1]!}`;
  const vimeo = /^(?:https?:\/\/)?(?:www\.|player\.)?vimeo\.com\/(?:video\/)?(\d{6,12})(?!\d)/i.exec(text);
  return vimeo === null ? null : `vimeo:${vimeo[1]!}`;
}

/** A video: of ours, or a film elsewhere, which is opened by a click and asked for by nothing else. */
export const video = () =>
  field(
    { kind: 'video' },
    z
      .string()
      .max(500)
      .transform((typed, context) => {
        const known = /^\/media\/[A-Za-z0-9_-]{22}$/.test(typed) ? typed : filmOf(typed);
        if (known !== null) return known;
        context.addIssue({ code: 'custom', message: 'Give the address of a video on YouTube or Vimeo.' });
        return z.NEVER;
      })
      .nullable(),
    null,
  );

/** Where people are led to: http(s) only, never another scheme (specification, section 5: url). Empty: nowhere. */
export const link = (initial = '') =>
  field(
    { kind: 'link' },
    z
      .string()
      .trim()
      .max(500)
      .refine((url) => url === '' || isUrl(url), 'Domain format is invalid.'),
    initial,
  );

/** Ways to reach somebody that a phone knows by itself, as they are kept: no spaces, nothing that could be more. */
export const contactAddress = /^(?:(?:tel|sms):\+?[0-9]{3,15}|mailto:[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9.-]{1,190})$/;
/** As people type it: a number, an email address, or either as a link. Null: it is none of these. */
export function contactOf(typed: string): string | null {
  const text = typed.trim();
  const [, scheme = 'tel:', number] = /^(tel:|sms:)?(\+?[\d().\s-]{3,30})$/i.exec(text) ?? [];
  const address =
    number !== undefined ? `${scheme.toLowerCase()}${number.replace(/[^\d+]/g, '')}`
    : /^(?:mailto:)?[^\s@/:]+@[^\s@/:]+\.[^\s@/:]+$/i.test(text) ? `mailto:${text.replace(/^mailto:/i, '')}`
    : text;
  return contactAddress.test(address) ? address : null;
}

/** Where people are led to, or how they reach the business: http(s), a number to call or text, an email address. */
export const contactLink = (initial = '') =>
  field(
    { kind: 'link', reach: true },
    z
      .string()
      .trim()
      .max(500)
      .transform((typed) => contactOf(typed) ?? typed)
      .refine(
        (url) => url === '' || isUrl(url) || contactAddress.test(url),
        'Enter a phone number, an email address or a web address.',
      ),
    initial,
  );

export const choice = <const Words extends readonly [string, ...string[]]>(among: Words, initial: Words[number]) =>
  field<Words[number]>({ kind: 'choice', among }, z.enum(among, 'Choose one of these.'), initial);
export const align = (initial: 'left' | 'center' | 'right') => choice(['left', 'center', 'right'], initial);
export const weight = (initial: '400' | '500' | '600' | '700' | '800') =>
  choice(['400', '500', '600', '700', '800'], initial);
export const fontStyle = () => choice(['normal', 'italic'], 'normal');

/** A time of day, `09:00`. */
export const time = (initial: string) =>
  field({ kind: 'time' }, z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'Give a time such as 09:00.'), initial);

/** The hosts of an address list, `shop.example, example.org`: as typed, with or without https:// and what follows. */
export const sitesOf = (list: string): readonly string[] =>
  list
    .toLowerCase()
    .split(/[\s,;]+/u)
    .map((one) => one.replace(/^https?:\/\//, '').replace(/[/?#:].*$/, ''))
    .filter((one) => one !== '');
/** Names of sites, with commas between. Empty: all. */
export const sites = () =>
  field(
    { kind: 'sites' },
    plainText(1_000)
      .transform((list) => [...new Set(sitesOf(list))].join(', '))
      .refine((list) => sitesOf(list).every(isSite), 'Name sites such as shop.example.com, with commas between.'),
    '',
  );
const isSite = (host: string): boolean =>
  /^(?=.{1,253}$)(?:localhost|(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{1,63})$/.test(host);

/** HTML and JavaScript of the business's own. It runs only in a frame on an origin of its own. */
export const script = () => field({ kind: 'script' }, plainText(20_000), '');

const optionId = z.string().regex(/^[a-z0-9]{4,20}$/, 'This is not the id of an option.');
/** What can be voted for. An option keeps its id for life: votes name it. */
export const VoteOption = z.object({
  id: optionId,
  label: z.string().trim().min(1, 'An option needs a name.').max(120).transform(storable),
  picture: Picture.nullable().default(null),
});
export type VoteOption = z.output<typeof VoteOption>;
const unique = (items: readonly { readonly id: string }[]): boolean =>
  new Set(items.map(({ id }) => id)).size === items.length;
export const options = (initial: readonly VoteOption[]) =>
  field<readonly VoteOption[]>(
    { kind: 'options' },
    z.array(VoteOption).max(30, 'At most 30 options.').refine(unique, 'Two options have one id.').readonly(),
    initial,
  );

/** A question beyond the usual fields. */
export const Question = z.object({
  id: optionId,
  label: z.string().trim().min(1, 'A question needs its words.').max(120).transform(storable),
  kind: z.enum(['text', 'number', 'date', 'choice', 'checkbox']).default('text'),
  required: z.boolean().default(false),
  placeholder: z.string().max(120).transform(storable).default(''),
  /** What can be chosen; of a choice only. */
  choices: z.array(z.string().trim().min(1).max(80).transform(storable)).max(30).default([]),
});
export type Question = z.output<typeof Question>;
export const questions = () =>
  field<readonly Question[]>(
    { kind: 'questions' },
    z.array(Question).max(20, 'At most 20 questions.').refine(unique, 'Two questions have one id.').readonly(),
    [],
  );

export type Fields = Readonly<Record<string, Field>>;
export type ValuesOf<F extends Fields> = { readonly [N in keyof F]: F[N] extends Field<infer Value> ? Value : never };

/** The values of a section with nothing said. */
export const initialOf = <F extends Fields>(fields: F): ValuesOf<F> =>
  Object.fromEntries(Object.entries(fields).map(([name, { initial }]) => [name, initial])) as ValuesOf<F>;

/**
 * A section as it was stored, in today's shape: what is missing, or is not allowed any more, is as it is at first. It
 * never throws: a page that was published stays readable for ever.
 */
export function readSection<F extends Fields>(fields: F, stored: unknown): ValuesOf<F> {
  const held = (typeof stored === 'object' && stored !== null ? stored : {}) as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    Object.entries(fields).map(([name, { schema, initial }]) => {
      if (!Object.hasOwn(held, name)) return [name, initial];
      const parsed = schema.safeParse(held[name]);
      return [name, parsed.success ? parsed.data : initial];
    }),
  ) as ValuesOf<F>;
}

/** What somebody wants a section to be: fields left out stay at first, unknown ones are refused. */
export const sectionSchema = (fields: Fields) =>
  z.strictObject(
    Object.fromEntries(Object.entries(fields).map(([name, { schema }]) => [name, schema.optional()])),
    'There is no such field in this section.',
  );
