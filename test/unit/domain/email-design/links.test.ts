import { describe, expect, it } from 'vitest';
import type { BlockKind } from '../../../../domain/email-design/blocks.ts';
import { apply } from '../../../../domain/email-design/commands.ts';
import {
  deadLinkProblem,
  deadLinksOf,
  fieldsWithoutLink,
  isPlaceholder,
} from '../../../../domain/email-design/links.ts';
import { blocksOf, type EmailDesign } from '../../../../domain/email-design/model.ts';
import { starters } from '../../../../domain/email-design/starters.ts';
import { tidyDoc } from '../../../../domain/email-design/text.ts';
import { counter, everyBlock } from '../../../support/email-designs.ts';

const one = (kind: BlockKind, set: object): EmailDesign => {
  const design = everyBlock([kind]);
  return apply(design, { do: 'set-block', id: blocksOf(design)[0]!.id, set: { ...set } }, counter());
};
const linked = (href: string) =>
  tidyDoc({
    type: 'doc',
    content: [
      { type: 'paragraph', content: [{ type: 'text', text: 'our menu', marks: [{ type: 'link', attrs: { href } }] }] },
    ],
  });
const whyOf = (design: EmailDesign, withoutLink: readonly string[] = []) =>
  deadLinksOf(design, withoutLink).map(({ why }) => why);

describe('links that lead nowhere', () => {
  it.each([
    ['empty', one('button', { link: '' })],
    ['placeholder', one('button', { link: 'https://example.com/1' })],
    ['placeholder', one('button', { link: 'https://www.example.org' })],
    ['placeholder', one('button', { link: '{{menu|https://example.com}}' })],
    ['placeholder', one('button', { link: 'mailto:you@example.com' })],
    ['placeholder', one('coupon', { link: 'https://your-website.com' })],
    ['empty', one('video', { link: '' })],
    ['placeholder', one('image', { link: 'https://yoursite.com' })],
    ['placeholder', one('social', { links: [{ network: 'x', url: 'https://example.com' }] })],
    ['placeholder', one('text', { doc: linked('https://example.com/menu') })],
    ['no-value', one('button', { link: '{{business_website}}' })],
  ] as const)('%s', (why, design) => {
    expect(whyOf(design, ['business_website'])).toEqual([why]);
  });
  it.each([
    one('image', { link: '' }),
    one('coupon', { link: '' }),
    one('coupon', {}),
    one('social', { links: [{ network: 'x', url: '' }] }),
    one('button', { link: '{{business_website}}' }),
    one('button', { link: 'https://bellas.example' }),
    one('button', { link: 'tel:+14155550100' }),
    one('text', { doc: linked('https://notexample.com') }),
    everyBlock(),
  ])('leaves what leads somewhere, or has no button, alone', (design) => {
    expect(whyOf(design)).toEqual([]);
  });
  it('knows the hosts of examples from those that only look like it', () => {
    expect(
      [
        'https://yourtown.com',
        'https://your-shop.com',
        'https://mystore.shop',
        'https://counterexample.com',
        'https://example.com.au/x',
      ].filter(isPlaceholder),
    ).toEqual(['https://your-shop.com']);
  });
  it('names each, and says how it is mended', () => {
    const dead = deadLinksOf(one('button', { link: '', label: 'Order' }), []);
    expect(deadLinkProblem(dead)).toBe('1 link leads nowhere: button “Order”. Enter where each one goes.');
    expect(deadLinkProblem(Array.from({ length: 7 }, () => dead[0]!))).toContain('7 links lead nowhere');
    expect(deadLinkProblem(Array.from({ length: 7 }, () => dead[0]!))).toContain('2 more');
    expect(deadLinkProblem([])).toBeNull();
    const noSite = deadLinksOf(one('button', { link: '{{business_website}}' }), ['business_website']);
    expect(deadLinkProblem(noSite)).toContain('Add your website in the settings');
  });
  it('a field is a link where its value is an address', () => {
    expect(fieldsWithoutLink({ a: 'https://bellas.example', b: null, c: ' ', d: 'Bella', e: 'bella.com' })).toEqual([
      'b',
      'c',
      'd',
      'e',
    ]);
  });
  it.each(starters)('the start “$name” has none', ({ design }) => {
    expect(deadLinksOf(design, [])).toEqual([]);
  });
});
