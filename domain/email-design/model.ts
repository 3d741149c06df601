import { z } from 'zod';
import { DomainError } from '../kernel/errors.ts';
import { storable } from '../kernel/text.ts';
import { Block, color, hidden, partId } from './blocks.ts';

/**
 * What an email looks like, as data: settings, sections of one to four columns, blocks in them, and a footer that is
 * always there. Nothing nests deeper, because MJML has nothing deeper (mjml 2389). The web edits it, the server
 * compiles it, events keep it.
 */
export const fonts = {
  system: "system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif",
  arial: 'Arial,Helvetica,sans-serif',
  verdana: 'Verdana,Geneva,sans-serif',
  trebuchet: "'Trebuchet MS',Tahoma,sans-serif",
  georgia: "Georgia,'Times New Roman',serif",
  palatino: "'Palatino Linotype',Palatino,'Book Antiqua',serif",
  courier: "'Courier New',Courier,monospace",
} as const;
export type FontName = keyof typeof fonts;
export const fontNames = Object.keys(fonts) as readonly FontName[];

/** Parts of the width, in twelfths, of each column. */
export const layouts = {
  one: [12],
  halves: [6, 6],
  thirds: [4, 4, 4],
  quarters: [3, 3, 3, 3],
  'third-left': [4, 8],
  'third-right': [8, 4],
  'quarter-left': [3, 9],
  'quarter-right': [9, 3],
  middle: [3, 6, 3],
} as const satisfies Readonly<Record<string, readonly number[]>>;
export type LayoutName = keyof typeof layouts;
export const layoutNames = Object.keys(layouts) as readonly LayoutName[];

export const limits = { sections: 40, blocksInColumn: 40, blocks: 150 } as const;

const Settings = z.object({
  /** px */
  width: z.number().int().min(480).max(700),
  /** Behind the email, and of the email itself. */
  background: color,
  paper: color,
  ink: color,
  /** Of buttons and of what stands out. */
  brand: color,
  link: color,
  font: z.enum(fontNames),
  headingFont: z.enum(fontNames),
  /** px */
  size: z.number().int().min(13).max(20),
  /** Of the email's corners, px. */
  round: z.number().int().min(0).max(32),
  /** What inboxes show after the subject. */
  preheader: z.string().max(150, 'At most 150 characters.').transform(storable),
});
export type Settings = z.output<typeof Settings>;

const Column = z.object({
  id: partId,
  blocks: z.array(Block).max(limits.blocksInColumn, 'At most 40 blocks in a column.'),
});
export type Column = z.output<typeof Column>;
const Section = z
  .object({
    id: partId,
    layout: z.enum(layoutNames),
    background: color.nullable(),
    top: z.number().int().min(0).max(100),
    bottom: z.number().int().min(0).max(100),
    /** Whether the columns stand below each other on a phone. */
    stack: z.boolean(),
    hidden,
    columns: z.array(Column).min(1).max(4),
  })
  .refine(
    ({ layout, columns }) => layouts[layout].length === columns.length,
    'A section has the columns of its layout.',
  );
export type Section = z.output<typeof Section>;

/** Under every email: why it came, from whom, and how to hear no more. Only its looks and its own line can be changed. */
const Footer = z.object({
  note: z.string().max(600, 'At most 600 characters.').transform(storable),
  align: z.enum(['left', 'center']),
  color,
  unsubscribe: z.string().trim().min(1, 'Say how to hear no more.').max(60).transform(storable),
});
export type Footer = z.output<typeof Footer>;

export const EmailDesign = z
  .object({
    settings: Settings,
    sections: z.array(Section).max(limits.sections, 'At most 40 sections.'),
    footer: Footer,
  })
  .superRefine((design, context) => {
    const ids = idsOf(design);
    if (new Set(ids).size !== ids.length) context.addIssue({ code: 'custom', message: 'Two parts have one id.' });
    if (blocksOf(design).length > limits.blocks)
      context.addIssue({ code: 'custom', message: `At most ${limits.blocks} blocks in an email.` });
  });
export type EmailDesign = z.output<typeof EmailDesign>;

const idsOf = ({ sections }: Pick<EmailDesign, 'sections'>): readonly string[] =>
  sections.flatMap(({ id, columns }) => [
    id,
    ...columns.flatMap((column) => [column.id, ...column.blocks.map((block) => block.id)]),
  ]);
export const blocksOf = ({ sections }: Pick<EmailDesign, 'sections'>): readonly Block[] =>
  sections.flatMap(({ columns }) => columns.flatMap(({ blocks }) => blocks));

export const initialSettings: Settings = {
  width: 600,
  background: '#f4f5f7',
  paper: '#ffffff',
  ink: '#1c2430',
  brand: '#3538cd',
  link: '#3538cd',
  font: 'system',
  headingFont: 'system',
  size: 16,
  round: 8,
  preheader: '',
};
export const initialFooter: Footer = {
  note: 'You get this email because you gave us your address.',
  align: 'center',
  color: '#55606e',
  unsubscribe: 'Fewer emails, or none',
};
export const emptyDesign = (settings: Partial<Settings> = {}): EmailDesign => ({
  settings: { ...initialSettings, ...settings },
  sections: [],
  footer: initialFooter,
});

/** What is not said of settings and footer is as at first. */
function completed(wanted: unknown): unknown {
  if (typeof wanted !== 'object' || wanted === null) return wanted;
  const { settings, footer, sections = [] } = wanted as Readonly<Record<string, unknown>>;
  const over = (initial: object, said: unknown): unknown =>
    said === undefined || (typeof said === 'object' && said !== null && !Array.isArray(said)) ?
      { ...initial, ...said }
    : said;
  return { settings: over(initialSettings, settings), footer: over(initialFooter, footer), sections };
}

/** A design as somebody wants it. Throws `validation_failed` with the address of each mistake: `design.sections.0…`. */
export function checkDesign(wanted: unknown, field = 'design'): EmailDesign {
  const parsed = EmailDesign.safeParse(completed(wanted));
  if (parsed.success) return parsed.data;
  const errors: Record<string, string[]> = {};
  for (const issue of parsed.error.issues.slice(0, 50))
    (errors[[field, ...issue.path].join('.')] ??= []).push(issue.message);
  throw new DomainError('validation_failed', parsed.error.issues[0]?.message ?? 'This is no design.', errors);
}
