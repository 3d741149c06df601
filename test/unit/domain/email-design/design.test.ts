import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blockKinds, initialBlock } from '../../../../domain/email-design/blocks.ts';
import { apply, type DesignCommand, neighbourPlace, placeOf } from '../../../../domain/email-design/commands.ts';
import { flatChanges, fromFlat, toFlat, withFlat } from '../../../../domain/email-design/flat.ts';
import {
  blocksOf,
  checkDesign,
  emptyDesign,
  type EmailDesign,
  layoutNames,
  limits,
} from '../../../../domain/email-design/model.ts';
import { mergeFieldsOf, plainParts } from '../../../../domain/email-design/plain.ts';
import { docOf, isLink, plainText, type TextDoc, tidyDoc, writtenLink } from '../../../../domain/email-design/text.ts';
import { fill } from '../../../../domain/personalization/template.ts';
import { counter, everyBlock } from '../../../support/email-designs.ts';

/** Through everything that a design passes on its way into the log and back. */
const stored = (design: EmailDesign): EmailDesign =>
  fromFlat(JSON.parse(JSON.stringify(toFlat(checkDesign(JSON.parse(JSON.stringify(design)))))) as never);

/** Anything that an editor might hand in as a text: trees of right and wrong nodes. */
const anyText = fc.letrec<{ node: unknown; inline: unknown }>((tie) => ({
  inline: fc.oneof(
    fc.record({
      type: fc.constant('text'),
      text: fc.string(),
      marks: fc.array(
        fc.oneof(
          fc.constantFrom({ type: 'bold' }, { type: 'italic' }, { type: 'code' }, { type: 'strike' }),
          fc.record({
            type: fc.constant('link'),
            attrs: fc.record({ href: fc.constantFrom('https://a.example', 'javascript:x', '', '{{coupon_link}}') }),
          }),
          fc.record({
            type: fc.constant('textStyle'),
            attrs: fc.record({
              color: fc.constantFrom('#aabbcc', '#FFF', 'red', null),
              size: fc.constantFrom(12, 900, '12', null),
            }),
          }),
        ),
        { maxLength: 3 },
      ),
    }),
    fc.constant({ type: 'hardBreak' }),
    fc.constant({ type: 'image', attrs: { src: 'x' } }),
  ),
  node: fc.oneof(
    { maxDepth: 5 },
    fc.record({
      type: fc.constantFrom('paragraph', 'heading', 'table'),
      attrs: fc.record({ align: fc.constantFrom('left', 'center', 'justify', null) }),
      content: fc.array(tie('inline'), { maxLength: 4 }),
    }),
    fc.record({
      type: fc.constantFrom('bulletList', 'orderedList', 'blockquote'),
      content: fc.array(
        fc.record({ type: fc.constant('listItem'), content: fc.array(tie('node'), { maxLength: 3 }) }),
        { maxLength: 3 },
      ),
    }),
  ),
})).node;

describe('a design is kept as it is', () => {
  it.each(blockKinds)('law: saved, loaded and saved again a %s is identical', (kind) => {
    const design = everyBlock([kind]);
    expect(stored(design)).toEqual(design);
    expect(stored(stored(design))).toEqual(stored(design));
    // Saved twice without a change: nothing is said, nothing is emptied.
    expect(flatChanges(stored(design), design)).toEqual({});
  });
  it('law: whatever an editor hands in as a text is tidied once and for all, and keeps its words', () => {
    fc.assert(
      fc.property(fc.array(anyText, { maxLength: 4 }), (content) => {
        const tidy = tidyDoc({ type: 'doc', content });
        expect(tidyDoc(JSON.parse(JSON.stringify(tidy)))).toEqual(tidy);
        const design = withText(tidy);
        expect(stored(design)).toEqual(design);
      }),
    );
  });
  it('a text of an editor with other words for things is understood', () => {
    const doc = tidyDoc({
      type: 'doc',
      content: [
        {
          type: 'paragraph',
          attrs: { textAlign: 'center' },
          content: [
            {
              type: 'text',
              text: 'a',
              marks: [{ type: 'link', attrs: { href: 'https://a.example', target: '_blank' } }, { type: 'bold' }],
            },
            {
              type: 'text',
              text: 'b',
              marks: [{ type: 'bold' }, { type: 'link', attrs: { href: 'https://a.example' } }],
            },
          ],
        },
      ],
    });
    expect(doc.content).toEqual([
      {
        type: 'paragraph',
        attrs: { align: 'center' },
        content: [
          {
            type: 'text',
            text: 'ab',
            marks: [{ type: 'bold' }, { type: 'link', attrs: { href: 'https://a.example' } }],
          },
        ],
      },
    ]);
  });
  it('too deep a list keeps its words', () => {
    let node: unknown = { type: 'paragraph', content: [{ type: 'text', text: 'deep' }] };
    for (let depth = 0; depth < 6; depth += 1)
      node = { type: 'bulletList', content: [{ type: 'listItem', content: [node] }] };
    const doc = tidyDoc({ type: 'doc', content: [node] });
    expect(plainText(doc)).toBe('deep');
    expect(stored(withText(doc))).toEqual(withText(doc));
  });
});

const withText = (doc: TextDoc): EmailDesign => {
  const design = everyBlock(['text']);
  return apply(design, { do: 'set-block', id: blocksOf(design)[0]!.id, set: { doc } }, counter());
};

describe('what can be done to a design', () => {
  const command = (design: EmailDesign): fc.Arbitrary<DesignCommand> => {
    const sections = design.sections.map(({ id }) => id);
    const columns = design.sections.flatMap((section) => section.columns.map(({ id }) => id));
    const blocks = blocksOf(design).map(({ id }) => id);
    const any = (ids: readonly string[]) => fc.constantFrom(...ids, 'nobody');
    const at = fc.integer({ min: 0, max: 6 });
    const place = fc.record({ columnId: any(columns), at });
    return fc.oneof(
      fc.record({ do: fc.constant('add-section' as const), layout: fc.constantFrom(...layoutNames), at }),
      fc.record({ do: fc.constant('move-section' as const), id: any(sections), to: at }),
      fc.record({ do: fc.constantFrom('remove-section' as const, 'duplicate-section' as const), id: any(sections) }),
      fc.record({ do: fc.constant('set-layout' as const), id: any(sections), layout: fc.constantFrom(...layoutNames) }),
      fc.record({ do: fc.constant('add-block' as const), kind: fc.constantFrom(...blockKinds), place }),
      fc.record({ do: fc.constant('move-block' as const), id: any(blocks), place }),
      fc.record({ do: fc.constantFrom('remove-block' as const, 'duplicate-block' as const), id: any(blocks) }),
    );
  };
  it('law: whatever is done, in whatever order, it stays a design that can be kept, and only removing takes blocks away', () => {
    fc.assert(
      fc.property(fc.gen(), (gen) => {
        const newId = counter();
        let design = apply(everyBlock(), { do: 'add-section', layout: 'one', at: 0 }, () => `m${newId()}`);
        for (let step = 0; step < 12; step += 1) {
          const wish = gen(() => command(design));
          const before = blocksOf(design).length;
          const after = apply(design, wish, () => `m${newId()}`);
          if (!wish.do.startsWith('remove')) expect(blocksOf(after).length).toBeGreaterThanOrEqual(before);
          design = after;
        }
        expect(stored(design)).toEqual(design);
        const again = apply(emptyDesign(), { do: 'add-section', layout: 'one', at: 0 }, counter());
        expect(withFlat(again, toFlat(design))).toEqual(design);
      }),
      { numRuns: 60 },
    );
  });
  it('moves a block step by step through columns and sections, and back', () => {
    const design = apply(
      everyBlock(['heading', 'text', 'button']),
      { do: 'add-section', layout: 'one', at: 1 },
      () => 'zz',
    );
    const [heading] = blocksOf(design);
    let moved = design;
    const path: string[] = [];
    for (
      let place = neighbourPlace(moved, heading!.id, 1);
      place !== null;
      place = neighbourPlace(moved, heading!.id, 1)
    ) {
      moved = apply(moved, { do: 'move-block', id: heading!.id, place }, counter());
      path.push(`${place.columnId}:${place.at}`);
    }
    expect(path).toEqual(['n2:1', 'n3:0', 'n3:1', 'zz:0']);
    expect(placeOf(moved, heading!.id)).toEqual({ columnId: 'zz', at: 0 });
  });
  it('fewer columns keep what stood in the others', () => {
    const design = everyBlock();
    const one = apply(design, { do: 'set-layout', id: design.sections[0]!.id, layout: 'one' }, counter());
    expect(blocksOf(one)).toHaveLength(blockKinds.length);
    expect(one.sections[0]!.columns).toHaveLength(1);
  });
  it('has limits, and says so', () => {
    const newId = counter();
    let design = apply(emptyDesign(), { do: 'add-section', layout: 'quarters', at: 0 }, newId);
    for (let count = 0; count < limits.blocks + 20; count += 1) {
      const columnId = design.sections[0]!.columns[count % 4]!.id;
      design = apply(design, { do: 'add-block', kind: 'spacer', place: { columnId, at: 0 } }, newId);
    }
    expect(blocksOf(design)).toHaveLength(limits.blocks);
    const block = initialBlock.spacer('toomany');
    const [section] = design.sections;
    const columns = section!.columns.map((column, index) =>
      index === 0 ? { ...column, blocks: [...column.blocks, block] } : column,
    );
    expect(() => checkDesign({ ...design, sections: [{ ...section, columns }] })).toThrow(/At most 150 blocks/);
    expect(() => checkDesign({ ...design, sections: [section, section] })).toThrow(/one id/);
  });
});

describe('links', () => {
  it.each([
    ['https://example.com', true],
    ['https://example.com/a?b={{first_name}}#c', true],
    ['{{coupon_link}}', true],
    ['mailto:ann@example.com', true],
    ['tel:+14155550100', true],
    ['', true],
    ['javascript:alert(1)', false],
    ['https://{{first_name}}.example.com/', false],
    ['https://example.com{{first_name}}', false],
    ['{{coupon_link}}?x=1', false],
    ['https://user@evil.example/', false],
    ['https://example.com/"onclick="x', false],
    ['data:text/html,x', false],
    ['//example.com', false],
  ])('%s: %s', (link, good) => {
    expect(isLink(link)).toBe(good);
  });
  it('what people type becomes one', () => {
    expect(['example.com/a', 'ann@example.com', ' https://x.example ', '{{coupon_link}}'].map(writtenLink)).toEqual([
      'https://example.com/a',
      'mailto:ann@example.com',
      'https://x.example',
      '{{coupon_link}}',
    ]);
  });
});

describe('the text part', () => {
  it('is made of the model, with links and the way out', () => {
    const values = {
      first_name: 'Ann',
      business_name: 'Bella’s',
      unsubscribe_link: 'https://x.example/u',
      coupon_code: 'C',
    };
    const text = fill(plainParts(everyBlock()), values);
    for (const said of [
      'Hello Ann',
      'Two for one until Sunday, Ann.',
      'Book a table:\nhttps://bellas.example/book?who=Ann',
      '[A pizza]',
      'Instagram: https://instagram.com/bellas',
      'Bella’s',
      'Fewer emails, or none: https://x.example/u',
    ])
      expect(text).toContain(said);
    expect(text).not.toMatch(/<|&#|style/);
  });
  it('names the merge fields that a design asks for', () => {
    expect(mergeFieldsOf(everyBlock(), '{{company}}')).toEqual(['company', 'first_name', 'coupon_code', 'coupon_link']);
  });
  it('lists keep their signs', () => {
    const item = (text: string) => ({ type: 'listItem', content: docOf(text).content });
    const doc = tidyDoc({ type: 'doc', content: [{ type: 'orderedList', content: [item('one'), item('two')] }] });
    expect(fill(plainParts(withText(doc)), {})).toContain('1. one\n2. two');
  });
});
