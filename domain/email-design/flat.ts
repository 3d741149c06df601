import { type Block, Block as BlockSchema } from './blocks.ts';
import {
  type EmailDesign,
  type Footer,
  initialFooter,
  initialSettings,
  layouts,
  type LayoutName,
  type Section,
  type Settings,
} from './model.ts';

/**
 * A design as a list of small records by name: what two versions differ in is then a few of them, in events, in the log
 * of undo and between two people at one design. `structure` says what stands where, `settings` and `footer` are
 * themselves, and every block is a record under its id.
 */
export type FlatDesign = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

interface FlatSection extends Omit<Section, 'columns'> {
  readonly columns: readonly { readonly id: string; readonly blocks: readonly string[] }[];
}

export function toFlat({ settings, sections, footer }: EmailDesign): FlatDesign {
  const flat: Record<string, Readonly<Record<string, unknown>>> = { settings, footer };
  flat['structure'] = {
    sections: sections.map((section): FlatSection => ({
      ...section,
      columns: section.columns.map(({ id, blocks }) => ({ id, blocks: blocks.map((block) => block.id) })),
    })),
  };
  for (const { columns } of sections)
    for (const { blocks } of columns) for (const block of blocks) flat[blockKey(block.id)] = block;
  return flat;
}
/** Apart from the other names, whatever an id may be. */
export const blockKey = (id: string): string => `block:${id}`;

/**
 * The other way round. What is not there, or can no longer be read, is left out; never throws. `trusted`: what this very
 * program made is taken as it is, so that a block that has not changed stays the same object.
 */
export function fromFlat(flat: FlatDesign, { trusted = false } = {}): EmailDesign {
  const structure = flat['structure']?.['sections'];
  const sections = (Array.isArray(structure) ? (structure as readonly FlatSection[]) : []).map(
    ({ columns, ...section }): Section => ({
      ...section,
      layout: section.layout in layouts ? section.layout : layoutFor(columns.length),
      columns: columns.map(({ id, blocks }) => ({
        id,
        blocks: blocks.flatMap((block): readonly Block[] => {
          const held = flat[blockKey(block)];
          if (held === undefined) return [];
          if (trusted) return [held as unknown as Block];
          const read = BlockSchema.safeParse(held);
          return read.success ? [read.data] : [];
        }),
      })),
    }),
  );
  return {
    settings: { ...initialSettings, ...(flat['settings'] as Partial<Settings> | undefined) },
    sections,
    footer: { ...initialFooter, ...(flat['footer'] as Partial<Footer> | undefined) },
  };
}
const layoutFor = (columns: number): LayoutName =>
  columns === 1 ? 'one'
  : columns === 2 ? 'halves'
  : columns === 3 ? 'thirds'
  : 'quarters';

/** In whatever order their fields were written. */
function alike(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  const [a, b] = [Object.entries(one), Object.entries(other)];
  return a.length === b.length && a.every(([key, value]) => alike(value, (other as Record<string, unknown>)[key]));
}

/** The records in which a design differs from an earlier one, each whole. */
export const flatChanges = (design: EmailDesign, before: EmailDesign): FlatDesign => {
  const held = toFlat(before);
  return Object.fromEntries(Object.entries(toFlat(design)).filter(([name, record]) => !alike(record, held[name])));
};
/** An earlier design with these records in place of its own; blocks that stand nowhere any more are gone. */
export const withFlat = (
  design: EmailDesign,
  changes: FlatDesign,
  options: { readonly trusted?: boolean } = {},
): EmailDesign => fromFlat({ ...toFlat(design), ...changes }, options);
