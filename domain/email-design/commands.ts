import { type Block, type BlockKind, initialBlock } from './blocks.ts';
import {
  blocksOf,
  type Column,
  type EmailDesign,
  type Footer,
  type LayoutName,
  layouts,
  limits,
  type Section,
  type Settings,
} from './model.ts';

/** Where a block stands: `at` counts from 0. */
export interface BlockPlace {
  readonly columnId: string;
  readonly at: number;
}
/**
 * What can be done to a design. Ids of what is new come with the command (`newId` makes as many as are asked for), so
 * that doing it again makes the same. What can not be done changes nothing.
 */
export type DesignCommand =
  | { readonly do: 'add-section'; readonly layout: LayoutName; readonly at: number }
  | { readonly do: 'insert-section'; readonly section: Section; readonly at: number }
  | { readonly do: 'move-section'; readonly id: string; readonly to: number }
  | { readonly do: 'remove-section' | 'duplicate-section'; readonly id: string }
  | {
      readonly do: 'set-section';
      readonly id: string;
      readonly set: Partial<Omit<Section, 'id' | 'columns' | 'layout'>>;
    }
  | { readonly do: 'set-layout'; readonly id: string; readonly layout: LayoutName }
  | { readonly do: 'add-block'; readonly kind: BlockKind; readonly place: BlockPlace }
  | { readonly do: 'insert-block'; readonly block: Block; readonly place: BlockPlace }
  | { readonly do: 'move-block'; readonly id: string; readonly place: BlockPlace }
  | { readonly do: 'remove-block' | 'duplicate-block'; readonly id: string }
  | { readonly do: 'set-block'; readonly id: string; readonly set: Readonly<Record<string, unknown>> }
  | { readonly do: 'set-settings'; readonly set: Partial<Settings> }
  | { readonly do: 'set-footer'; readonly set: Partial<Footer> };

export function apply(design: EmailDesign, command: DesignCommand, newId: () => string): EmailDesign {
  const { sections } = design;
  const withSections = (changed: readonly Section[]): EmailDesign => ({ ...design, sections: [...changed] });
  switch (command.do) {
    case 'add-section':
      if (sections.length >= limits.sections) return design;
      return withSections(inserted(sections, command.at, blankSection(command.layout, newId)));
    case 'insert-section': {
      const added = command.section.columns.flatMap(({ blocks }) => blocks).length;
      if (sections.length >= limits.sections || blocksOf(design).length + added > limits.blocks) return design;
      return withSections(inserted(sections, command.at, copyOfSection(command.section, newId)));
    }
    case 'move-section': {
      const from = sections.findIndex(({ id }) => id === command.id);
      return from === -1 ? design : withSections(moved(sections, from, command.to));
    }
    case 'remove-section':
      return sections.some(({ id }) => id === command.id) ?
          withSections(sections.filter(({ id }) => id !== command.id))
        : design;
    case 'duplicate-section': {
      const at = sections.findIndex(({ id }) => id === command.id);
      return at === -1 ? design : apply(design, { do: 'insert-section', section: sections[at]!, at: at + 1 }, newId);
    }
    case 'set-section':
      return withSections(sections.map((one) => (one.id === command.id ? { ...one, ...command.set } : one)));
    case 'set-layout':
      return withSections(sections.map((one) => (one.id === command.id ? relaid(one, command.layout, newId) : one)));
    case 'add-block':
      return apply(
        design,
        { do: 'insert-block', block: initialBlock[command.kind](newId()), place: command.place },
        newId,
      );
    case 'insert-block': {
      const column = columnsOf(design).find(({ id }) => id === command.place.columnId);
      if (column === undefined || column.blocks.length >= limits.blocksInColumn) return design;
      const all = blocksOf(design);
      if (all.length >= limits.blocks) return design;
      const id = all.some((one) => one.id === command.block.id) ? newId() : command.block.id;
      return inColumns(design, (one) =>
        one.id === column.id ?
          { ...one, blocks: inserted(one.blocks, command.place.at, { ...command.block, id }) }
        : one,
      );
    }
    case 'move-block': {
      const block = findBlock(design, command.id);
      const target = columnsOf(design).find(({ id }) => id === command.place.columnId);
      if (block === null || target === undefined) return design;
      const own = target.blocks.findIndex(({ id }) => id === command.id);
      if (own === -1 && target.blocks.length >= limits.blocksInColumn) return design;
      if (own !== -1)
        return inColumns(design, (one) =>
          one.id === target.id ? { ...one, blocks: moved(one.blocks, own, command.place.at) } : one,
        );
      return inColumns(without(design, command.id), (one) =>
        one.id === target.id ? { ...one, blocks: inserted(one.blocks, command.place.at, block) } : one,
      );
    }
    case 'remove-block':
      return findBlock(design, command.id) === null ? design : without(design, command.id);
    case 'duplicate-block': {
      const place = placeOf(design, command.id);
      const block = findBlock(design, command.id);
      if (place === null || block === null) return design;
      return apply(
        design,
        { do: 'insert-block', block: { ...block, id: newId() }, place: { ...place, at: place.at + 1 } },
        newId,
      );
    }
    case 'set-block':
      return inColumns(design, (column) =>
        column.blocks.some(({ id }) => id === command.id) ?
          {
            ...column,
            blocks: column.blocks.map((one) =>
              one.id === command.id ? ({ ...one, ...command.set, id: one.id, kind: one.kind } as Block) : one,
            ),
          }
        : column,
      );
    case 'set-settings':
      return { ...design, settings: { ...design.settings, ...command.set } };
    case 'set-footer':
      return { ...design, footer: { ...design.footer, ...command.set } };
    default:
      return command satisfies never;
  }
}

export const columnsOf = ({ sections }: EmailDesign): readonly Column[] => sections.flatMap(({ columns }) => columns);
export const findBlock = (design: EmailDesign, id: string): Block | null =>
  blocksOf(design).find((block) => block.id === id) ?? null;
export function placeOf(design: EmailDesign, id: string): BlockPlace | null {
  for (const column of columnsOf(design)) {
    const at = column.blocks.findIndex((block) => block.id === id);
    if (at !== -1) return { columnId: column.id, at };
  }
  return null;
}
/** One step up or down: within its column, else into the one before or after it, across sections. null: there is no such place. */
export function neighbourPlace(design: EmailDesign, id: string, step: -1 | 1): BlockPlace | null {
  const place = placeOf(design, id);
  if (place === null) return null;
  const columns = columnsOf(design);
  const index = columns.findIndex((column) => column.id === place.columnId);
  const at = place.at + step;
  if (at >= 0 && at < columns[index]!.blocks.length) return { columnId: place.columnId, at };
  const next = columns[index + step];
  return next === undefined ? null : { columnId: next.id, at: step === 1 ? 0 : next.blocks.length };
}

export const blankSection = (layout: LayoutName, newId: () => string): Section => ({
  id: newId(),
  layout,
  background: null,
  top: 16,
  bottom: 16,
  stack: true,
  hidden: 'never',
  columns: layouts[layout].map(() => ({ id: newId(), blocks: [] })),
});
const copyOfSection = (section: Section, newId: () => string): Section => ({
  ...section,
  id: newId(),
  columns: section.columns.map(({ blocks }) => ({
    id: newId(),
    blocks: blocks.map((block) => ({ ...block, id: newId() })),
  })),
});
/** Fewer columns than before: what stood in the last ones goes below what stands in the last that stays. */
function relaid(section: Section, layout: LayoutName, newId: () => string): Section {
  const count = layouts[layout].length;
  const kept = section.columns.slice(0, count);
  const over = section.columns.slice(count).flatMap(({ blocks }) => blocks);
  const columns = Array.from({ length: count }, (_, index): Column => kept[index] ?? { id: newId(), blocks: [] });
  const last = columns[count - 1]!;
  columns[count - 1] = { ...last, blocks: [...last.blocks, ...over] };
  return columns[count - 1]!.blocks.length > limits.blocksInColumn ? section : { ...section, layout, columns };
}

const inserted = <T>(list: readonly T[], at: number, one: T): T[] => [...list.slice(0, at), one, ...list.slice(at)];
function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.filter((_, index) => index !== from);
  return inserted(rest, Math.max(0, Math.min(to, rest.length)), list[from]!);
}
const inColumns = (design: EmailDesign, change: (column: Column) => Column): EmailDesign => ({
  ...design,
  sections: design.sections.map((section) => {
    const columns = section.columns.map(change);
    return columns.every((one, index) => one === section.columns[index]) ? section : { ...section, columns };
  }),
});
const without = (design: EmailDesign, id: string): EmailDesign =>
  inColumns(design, (column) =>
    column.blocks.some((block) => block.id === id) ?
      { ...column, blocks: column.blocks.filter((block) => block.id !== id) }
    : column,
  );
