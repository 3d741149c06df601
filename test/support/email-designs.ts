import { type BlockKind, blockKinds } from '../../domain/email-design/blocks.ts';
import { apply } from '../../domain/email-design/commands.ts';
import { emptyDesign, type EmailDesign } from '../../domain/email-design/model.ts';
import { docOf } from '../../domain/email-design/text.ts';

/** Ids one after another, so that a design is the same every time. */
export function counter(): () => string {
  let count = 0;
  return () => `n${(count += 1)}`;
}

/** What each block says in a test, besides what it is at first. */
const words: Partial<Record<BlockKind, Readonly<Record<string, unknown>>>> = {
  heading: { text: 'Hello {{first_name|friend}}' },
  text: { doc: docOf('Two for one until Sunday, {{first_name}}.\nSee you!') },
  button: { label: 'Book a table', link: 'https://bellas.example/book?who={{first_name}}' },
  image: { url: '/stock/pizza-margherita.webp', alt: 'A pizza', link: 'https://bellas.example' },
  social: { links: [{ network: 'instagram', url: 'https://instagram.com/bellas' }] },
  video: { poster: '/stock/fresh-bread.webp', alt: 'Bread', link: 'https://bellas.example/film' },
  coupon: { text: 'Show it at the till.' },
};

/** A design with one block of each kind, in two columns. */
export function everyBlock(kinds: readonly BlockKind[] = blockKinds): EmailDesign {
  const id = counter();
  let design = apply(emptyDesign(), { do: 'add-section', layout: 'halves', at: 0 }, id);
  const [left, right] = design.sections[0]!.columns;
  kinds.forEach((kind, index) => {
    const columnId = (index % 2 === 0 ? left : right)!.id;
    design = apply(design, { do: 'add-block', kind, place: { columnId, at: 99 } }, id);
    const block = design.sections[0]!.columns.flatMap(({ blocks }) => blocks).find((one) => one.kind === kind)!;
    design = apply(design, { do: 'set-block', id: block.id, set: words[kind] ?? {} }, id);
  });
  return design;
}
