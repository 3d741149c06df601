import { z } from 'zod';
import { storable } from '../kernel/text.ts';
import { aligns, docOf, isColor, isLink, maxLinkLength, textDoc } from './text.ts';

/** A line in which merge fields may stand. */
const line = (most: number) =>
  z
    .string()
    .max(most, `At most ${most} characters.`)
    .transform((given) => storable(given).replace(/[\p{Cc}\u2028\u2029]+/gu, ' '));
const words = (most: number) => z.string().max(most, `At most ${most} characters.`).transform(storable);
export const link = z.string().trim().max(maxLinkLength).refine(isLink, 'This is no link.');
/** Of our own storage, or of the web. */
export const pictureUrl = z
  .string()
  .max(1_000)
  .refine(
    (url) => url === '' || /^(?:\/(?:media|stock)\/[\w./-]+|https:\/\/[^\s"'<>\\]+)$/u.test(url),
    'This is no address of a picture.',
  );
export const color = z.string().toLowerCase().refine(isColor, 'This is no colour.');
const align = z.enum(aligns);
const px = (least: number, most: number) => z.number().int().min(least).max(most);

/** Letters and digits: it names the block in the page, in the log of changes and in errors. */
export const partId = z.string().regex(/^[a-z0-9]{1,20}$/);
export const hidden = z.enum(['never', 'mobile', 'desktop']);

/** What all blocks have. `top` and `bottom`: the room above and below, px. */
const common = {
  id: partId,
  top: px(0, 100).default(10),
  bottom: px(0, 100).default(10),
  hidden: hidden.default('never'),
} as const;

export const networks = [
  'facebook',
  'instagram',
  'x',
  'linkedin',
  'youtube',
  'tiktok',
  'pinterest',
  'whatsapp',
  'website',
] as const;
export type Network = (typeof networks)[number];

const kinds = {
  heading: z.object({
    ...common,
    kind: z.literal('heading'),
    text: line(300),
    level: z.union([z.literal(1), z.literal(2), z.literal(3)]),
    align,
    color: color.nullable(),
    size: px(14, 72).nullable(),
  }),
  text: z.object({ ...common, kind: z.literal('text'), doc: textDoc, align, color: color.nullable() }),
  button: z.object({
    ...common,
    kind: z.literal('button'),
    label: line(80),
    link,
    align,
    /** null: the brand's own. */
    color: color.nullable(),
    textColor: color.nullable(),
    round: px(0, 40),
    wide: z.boolean(),
  }),
  image: z.object({
    ...common,
    kind: z.literal('image'),
    url: pictureUrl,
    alt: line(250),
    /** It says nothing that its surroundings do not say: an empty `alt` is meant. */
    decorative: z.boolean(),
    link,
    /** Percent of the column. */
    width: px(10, 100),
    align,
    round: px(0, 60),
    /** From edge to edge of its column. */
    bleed: z.boolean(),
  }),
  divider: z.object({
    ...common,
    kind: z.literal('divider'),
    color: color.nullable(),
    thickness: px(1, 10),
    style: z.enum(['solid', 'dashed', 'dotted']),
    width: px(10, 100),
  }),
  spacer: z.object({ ...common, kind: z.literal('spacer'), height: px(4, 200) }),
  social: z.object({
    ...common,
    kind: z.literal('social'),
    links: z.array(z.object({ network: z.enum(networks), url: link })).max(9),
    align,
    style: z.enum(['badges', 'words']),
  }),
  video: z.object({
    ...common,
    kind: z.literal('video'),
    poster: pictureUrl,
    alt: line(250),
    link,
    caption: line(120),
    align,
  }),
  coupon: z.object({
    ...common,
    kind: z.literal('coupon'),
    title: line(120),
    text: words(600),
    code: line(120),
    small: line(200),
    label: line(80),
    link,
    color: color.nullable(),
  }),
} as const;
export type BlockKind = keyof typeof kinds;
export const blockKinds = Object.keys(kinds) as readonly BlockKind[];
export type BlockOf<K extends BlockKind> = z.output<(typeof kinds)[K]>;
export type Block = { [K in BlockKind]: BlockOf<K> }[BlockKind];

// eslint-disable-next-line no-restricted-syntax -- `Object.values` forgets that it is not empty, and which kinds there are
export const Block: z.ZodType<Block, unknown> = z.discriminatedUnion('kind', Object.values(kinds) as never);

const room = { top: 10, bottom: 10, hidden: 'never' } as const;
/** What a block is when it is put in. */
export const initialBlock: { readonly [K in BlockKind]: (id: string) => BlockOf<K> } = {
  heading: (id) => ({ ...room, id, kind: 'heading', text: '', level: 1, align: 'left', color: null, size: null }),
  text: (id) => ({ ...room, id, kind: 'text', doc: docOf(''), align: 'left', color: null }),
  button: (id) => ({
    ...room,
    id,
    kind: 'button',
    label: 'Have a look',
    link: '',
    align: 'center',
    color: null,
    textColor: null,
    round: 8,
    wide: false,
  }),
  image: (id) => ({
    ...room,
    id,
    kind: 'image',
    url: '',
    alt: '',
    decorative: false,
    link: '',
    width: 100,
    align: 'center',
    round: 0,
    bleed: false,
  }),
  divider: (id) => ({ ...room, id, kind: 'divider', color: null, thickness: 1, style: 'solid', width: 100 }),
  spacer: (id) => ({ ...room, top: 0, bottom: 0, id, kind: 'spacer', height: 24 }),
  social: (id) => ({
    ...room,
    id,
    kind: 'social',
    links: [
      { network: 'facebook', url: '' },
      { network: 'instagram', url: '' },
    ],
    align: 'center',
    style: 'badges',
  }),
  video: (id) => ({
    ...room,
    id,
    kind: 'video',
    poster: '',
    alt: '',
    link: '',
    caption: 'Watch the video',
    align: 'center',
  }),
  coupon: (id) => ({
    ...room,
    id,
    kind: 'coupon',
    title: 'A present for you',
    text: '',
    code: '{{coupon_code}}',
    small: '',
    label: 'Use it',
    link: '{{coupon_link}}',
    color: null,
  }),
};
