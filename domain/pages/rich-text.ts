import { z } from 'zod';
import { storable } from '../kernel/text.ts';
import { isUrl } from '../kernel/web-address.ts';

/**
 * Text with its emphasis, as data: blocks of runs. There is no HTML in it, so that nothing of it can ever run, and
 * what one version of an editor writes the next one reads.
 */
const Run = z.object({
  text: z.string().max(5_000).transform(storable),
  bold: z.boolean().optional(),
  italic: z.boolean().optional(),
  underline: z.boolean().optional(),
  /** Where it leads to: an address of the web, with or without https://. */
  link: z.string().trim().max(500).refine(isUrl, 'Domain format is invalid.').optional(),
});
const Block = z.object({
  kind: z.enum(['paragraph', 'heading', 'bullet', 'number']),
  align: z.enum(['left', 'center', 'right']).optional(),
  runs: z.array(Run).max(200),
});
export type Run = z.output<typeof Run>;
export type Block = z.output<typeof Block>;
export type RichText = readonly Block[];

/** Paragraphs of plain text as blocks. */
export const written = (text: string): RichText =>
  text === '' ? [] : text.split(/\n{2,}/u).map((one) => ({ kind: 'paragraph', runs: [{ text: one }] }));

/** The words alone, for titles, searches and previews. */
export const plainOf = (text: RichText): string =>
  text
    .map(({ runs }) => runs.map((run) => run.text).join(''))
    .filter((one) => one.trim() !== '')
    .join('\n');

/** Plain text is taken as well. */
export const richText: z.ZodType<RichText, unknown> = z.preprocess(
  (given) => (typeof given === 'string' ? written(given.slice(0, 20_000)) : given),
  z
    .array(Block)
    .max(200, 'This text is too long.')
    .refine((blocks) => plainOf(blocks).length <= 20_000, 'This text is too long: at most 20,000 characters.'),
);
