import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { EmailBrand } from '../../../../workers/delivery/emails/brand.ts';
import { securityNews } from '../../../../domain/emails/events.ts';
import { readableOn } from '../../../../workers/delivery/emails/html.ts';
import { composeEmail, type EmailKind, passwordLink } from '../../../../workers/delivery/emails/templates.ts';

const kinds: readonly EmailKind[] = [
  'password-reset',
  'invitation',
  'password-changed',
  'email-changed',
  ...securityNews,
];
const brand: EmailBrand = {
  name: 'North & Sons',
  url: 'https://app.north.test',
  logoUrl: 'https://app.north.test/media/logo.png',
  color: '#0f766e',
  supportEmail: 'help@north.test',
};
const link = passwordLink(brand.url, 'a+b/c');

describe.each(kinds)('%s', (kind) => {
  const withLink = kind === 'password-reset' || kind === 'invitation';
  const email = composeEmail(kind, { brand, firstName: 'Noor', link: withLink ? link : null });

  test('says who writes, to whom, and leads where it should, in both forms', () => {
    expect(email.subject).toContain('North & Sons');
    for (const form of [email.text, email.html])
      expect([
        form.includes('Noor'),
        form.includes('https://app.north.test/passwords/reset?token=a%2Bb%2Fc'),
        form.includes('help@north.test'),
      ]).toEqual([true, withLink, true]);
    expect(email.html).toContain('lang="en"');
    expect(email.html).toMatch(/<img [^>]*alt="North &#38; Sons"/);
  });

  test('names nobody but the brand', () => {
    for (const part of [email.subject, email.text, email.html]) expect(part).not.toMatch(/beckon/i);
  });

  test('whatever is in names, nothing of it becomes markup or a header', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), (name, firstName) => {
        const odd = composeEmail(kind, {
          brand: {
            ...brand,
            name: `${name}<script>"'>\r\nBcc: x@y.test`,
            color: 'red;}</style>',
            supportEmail: '"><img src=x>@y.test',
          },
          firstName: `${firstName}<b>`,
          link: withLink ? link : null,
        });
        expect(odd.subject).not.toMatch(/[\r\n\u2028\u0085]/);
        expect(odd.html).not.toMatch(/<script|<b>|<img src=x|<\/style>/);
      }),
    );
  });
});

test("the button's words can be read on any colour (WCAG 2.2: 4.5 to 1)", () => {
  const channel = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 0xffffff }), (rgb) => {
      const luminance =
        0.2126 * channel((rgb >> 16) / 255) +
        0.7152 * channel(((rgb >> 8) & 255) / 255) +
        0.0722 * channel((rgb & 255) / 255);
      const contrast =
        readableOn(`#${rgb.toString(16).padStart(6, '0')}`) === '#ffffff' ?
          1.05 / (luminance + 0.05)
        : (luminance + 0.05) / 0.05;
      expect(contrast).toBeGreaterThanOrEqual(4.5);
    }),
  );
});
