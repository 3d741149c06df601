import { describe, expect, it } from 'vitest';
import { blocksOf, checkDesign, type EmailDesign } from '../../../../domain/email-design/model.ts';
import { apply } from '../../../../domain/email-design/commands.ts';
import type { BlockKind } from '../../../../domain/email-design/blocks.ts';
import { contrastOf, hintsOf } from '../../../../domain/email-design/hints.ts';
import { starters } from '../../../../domain/email-design/starters.ts';
import { docOf, tidyDoc } from '../../../../domain/email-design/text.ts';
import { counter, everyBlock } from '../../../support/email-designs.ts';

const one = (kind: BlockKind, set: object): EmailDesign => {
  const design = everyBlock([kind]);
  const id = blocksOf(design)[0]!.id;
  return apply(design, { do: 'set-block', id, set: { ...set } }, counter());
};
const about = (design: EmailDesign, subject: string | null = 'Two for one until Sunday') =>
  hintsOf(design, subject, [
    'first_name',
    'coupon_code',
    'coupon_link',
    'business_name',
    'business_website',
    'business_address',
    'coupon_expires',
  ]).map(({ what }) => what);
const linked = (href: string, text: string) =>
  tidyDoc({
    type: 'doc',
    content: [{ type: 'paragraph', content: [{ type: 'text', text, marks: [{ type: 'link', attrs: { href } }] }] }],
  });

describe('hints', () => {
  it.each([
    ['no-subject', everyBlock(), ' '],
    ['long-subject', everyBlock(), 'x'.repeat(71)],
    ['shouting-subject', everyBlock(), 'BUY EVERYTHING NOW'],
    ['shouting-subject', everyBlock(), 'Really!!!'],
    ['no-preheader', everyBlock(), 'Hello'],
    ['empty', checkDesign({}), 'Hello'],
    ['shouting', one('heading', { text: 'EVERYTHING MUST GO' }), 'Hello'],
    ['shouting', one('text', { doc: docOf('EVERYTHING MUST GO NOW') }), 'Hello'],
    ['few-words', one('image', {}), 'Hello'],
    ['shortener', one('button', { link: 'https://bit.ly/x' }), 'Hello'],
    ['shortener', one('text', { doc: linked('https://tinyurl.com/x', 'our menu') }), 'Hello'],
    ['no-alt', one('image', { alt: ' ' }), 'Hello'],
    ['contrast', one('text', { color: '#cccccc' }), 'Hello'],
    ['contrast', one('button', { color: '#ffff00', textColor: '#ffffff' }), 'Hello'],
    ['link-words', one('text', { doc: linked('https://a.example', 'Click here') }), 'Hello'],
    ['link-words', one('button', { label: 'here' }), 'Hello'],
    ['no-link', one('button', { link: '' }), 'Hello'],
    ['no-link', one('social', { links: [] }), 'Hello'],
    ['no-picture', one('image', { url: '' }), 'Hello'],
    ['merge-field', one('heading', { text: 'Hi {{frist_name}}' }), 'Hello'],
    ['merge-field', everyBlock(), 'Hi {{first_name'],
  ] as const)('%s', (what, design, subject) => {
    expect(about(design, subject)).toContain(what);
    // The other way round: a design without that mistake is not told of it.
    const fine = starters.find(({ id }) => id === 'win-back')!;
    expect(about(fine.design, fine.subject)).not.toContain(what);
  });
  it('a picture that only decorates needs no words', () => {
    expect(about(one('image', { alt: '', decorative: true }))).not.toContain('no-alt');
  });
  it('no starter is hard to read, and none has a mistake but links that are still to be set', () => {
    for (const { id, design, subject } of starters)
      expect([id, about(design, subject).filter((what) => what !== 'no-link' && what !== 'few-words')]).toEqual([
        id,
        [],
      ]);
  });
  it('contrast is that of WCAG', () => {
    expect(contrastOf('#ffffff', '#000000')).toBeCloseTo(21, 5);
    expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
  });
});
