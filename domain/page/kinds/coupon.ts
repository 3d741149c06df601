import { align, color, flag, line, link, picture, rich, size, weight } from '../field.ts';
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
  mobilebutton: { Show: flag(false), ...shared.button({ label: 'Call us' }), Link: link() },
  triggerButton: { Show: flag(false), ...shared.button({ label: 'Visit us' }), Link: link() },
  legalFooter: { ...shared.legalFooter, Terms: line('', 1_000) },
};
