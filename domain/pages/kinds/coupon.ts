import { align, color, contactLink, type Fields, flag, line, link, picture, rich, size, weight } from '../field.ts';
import * as shared from './shared.ts';

const { ink } = shared;
const text = (initial: string, fontSize: number, fontWeight: '400' | '700') => ({
  Content: rich(initial),
  Color: color(ink.text),
  FontSize: size(fontSize, 10, 64),
  FontWeight: weight(fontWeight),
  Align: align('center'),
  Padding: size(12, 0, 120),
});

/** How a coupon looks on its holder's phone. */
export const coupon = {
  styling: {
    BackgroundColor: color('#f3f5f9'),
    CardColor: color(ink.paper),
    MaxWidth: size(320, 240, 800),
    Roudness: size(8, 0, 48),
    ...shared.theme,
  },
  logo: shared.logo,
  heroimage: { Image: picture(), Show: flag(true), Height: size(180, 60, 600) },
  headline: text('', 26, '700'),
  subheading: text('Show this at the counter.', 16, '400'),
  inputs: { ShowCode: flag(true), ShowBarcode: flag(true), ShowQrCode: flag(true), ShowExpiry: flag(true) },
  mainbutton: { Show: flag(true), ...shared.button({ label: 'Redeem' }) },
  mobilebutton: { Show: flag(false), ...shared.button({ label: 'Call us' }), Link: contactLink() },
  triggerButton: { Show: flag(false), ...shared.button({ label: 'Visit us' }), Link: link() },
  legalFooter: { ...shared.legalFooter, Terms: line('', 1_000) },
};

type Within<Group extends string, Sections> = {
  readonly [Name in keyof Sections & string as `${Group}.${Name}`]: Sections[Name];
};
const within = <const Group extends string, Sections extends Readonly<Record<string, Fields>>>(
  group: Group,
  sections: Sections,
) =>
  Object.fromEntries(Object.entries(sections).map(([name, fields]) => [`${group}.${name}`, fields])) as Within<
    Group,
    Sections
  >;

/** The coupon of a campaign that has a page of its own: `coupon.headline` beside the sections of the page. */
export const couponOfPage = within('coupon', {
  ...coupon,
  /** Off: the coupon looks like the page that people joined on (`couponLook`). */
  styling: { OwnLook: flag(false), ...coupon.styling },
});
