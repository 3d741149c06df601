import { describe, expect, it } from 'vitest';
import { couponLook, isTaken } from '../../../../domain/pages/coupon-look.ts';
import { contactOf, readSection } from '../../../../domain/pages/field.ts';
import { coupon as couponSections } from '../../../../domain/pages/kinds/coupon.ts';
import { checkSections, flat, initialPage, nested, type PageKind } from '../../../../domain/pages/model.ts';

const paged = ['landing', 'vote', 'loop', 'popup'] as const satisfies readonly PageKind[];
const picture = (name: string) => ({
  url: `/stock/${name}.webp`,
  width: 0,
  height: 0,
  alt: '',
  focusX: 50,
  focusY: 50,
});

describe('the coupon of a campaign with a page', () => {
  it.each(paged)('of a %s campaign has all sections of a coupon, by name or within the page', (kind) => {
    for (const section of Object.keys(couponSections)) {
      const given = { [section]: { ...initialPage('coupon')[section as 'styling'] } };
      expect(() => checkSections(kind, flat(kind, { coupon: given }))).not.toThrow();
    }
    const sections = checkSections(kind, flat(kind, { headline: { Content: 'Lunch for two' } }));
    expect(Object.keys(sections)).toEqual(['coupon.headline']);
    expect(JSON.stringify(couponLook(kind, sections).headline.Content)).toContain('Lunch for two');
    expect(flat(kind, nested(sections))).toEqual(sections);
  });

  it('looks like the page that people joined on: its colours, its logo, its picture', () => {
    const page = checkSections('landing', {
      styling: { BackgroundColor: '#102030', BackgroundImage: picture('pizza'), FontFamily: 'serif', Roudness: 20 },
      logo: { Image: picture('logo'), MaxWidth: 90 },
      main: { BackgroundColor: '#fff8ee', HeadingColor: '#331100', DescriptionColor: '#553322' },
      actionButton: { BackgroundColor: '#aa0000', Color: '#ffffff' },
      'coupon.headline': { Content: 'Lunch for two' },
    });
    const coupon = couponLook('landing', page);
    expect(coupon.styling).toMatchObject({
      BackgroundColor: '#102030',
      CardColor: '#fff8ee',
      FontFamily: 'serif',
      Roudness: 20,
    });
    expect(coupon.logo).toMatchObject({ Image: picture('logo'), MaxWidth: 90 });
    expect(coupon.heroimage).toMatchObject({ Image: picture('pizza'), Show: true });
    expect(coupon.headline.Color).toBe('#331100');
    expect(coupon.mainbutton).toMatchObject({ BackgroundColor: '#aa0000', Color: '#ffffff', Label: 'Redeem' });
    expect(isTaken('landing', page, 'coupon.logo', 'Image')).toBe(true);
    expect(isTaken('landing', page, 'coupon.headline', 'Content')).toBe(false);
  });

  it('has a look of its own where it was given one', () => {
    const page = checkSections('vote', {
      styling: { BackgroundColor: '#102030' },
      'coupon.styling': { OwnLook: true, BackgroundColor: '#00ff00' },
      'coupon.logo': { Image: picture('other') },
    });
    expect(couponLook('vote', page)).toMatchObject({
      styling: { BackgroundColor: '#00ff00' },
      logo: { Image: picture('other') },
    });
    expect(isTaken('vote', page, 'coupon.logo', 'Image')).toBe(false);
  });

  it('takes no colour that shines through: text stays legible on the card', () => {
    const page = checkSections('landing', { main: { BackgroundColor: '#00000000', HeadingColor: '#ffffff' } });
    const plain = initialPage('coupon');
    expect(couponLook('landing', page).headline.Color).toBe(plain.headline.Color);
    expect(couponLook('landing', page).styling.CardColor).toBe(plain.styling.CardColor);
  });
});

describe('the way to reach a business', () => {
  const link = couponSections.mobilebutton.Link.schema;
  it.each([
    ['(415) 555-0123', 'tel:4155550123'],
    ['+44 20 7946 0018', 'tel:+442079460018'],
    ['tel:+1 415 555 0123', 'tel:+14155550123'],
    ['sms:+14155550123', 'sms:+14155550123'],
    ['hello@bellas.example', 'mailto:hello@bellas.example'],
    ['mailto:hello@bellas.example', 'mailto:hello@bellas.example'],
    ['https://bellas.example/book', 'https://bellas.example/book'],
    ['', ''],
  ])('%s is kept as %s', (typed, kept) => {
    expect(link.safeParse(typed)).toEqual({ success: true, data: kept });
  });
  it.each([
    'javascript:alert(1)',
    'tel:+1415?x=javascript:1',
    'mailto:a@b.c?bcc=everybody',
    'data:text/html,x',
    'tel:',
  ])('%s is refused, and is nothing where it was stored', (typed) => {
    expect(link.safeParse(typed).success).toBe(false);
    expect(contactOf(typed)).toBeNull();
    expect(readSection({ Link: couponSections.mobilebutton.Link }, { Link: typed })).toEqual({ Link: '' });
  });
  it('is no other link of a page', () => {
    expect(couponSections.triggerButton.Link.schema.safeParse('tel:+14155550123').success).toBe(false);
  });
});
