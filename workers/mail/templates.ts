import type { MailBrand } from './brand.ts';

export type MailKind = 'password-reset' | 'invitation' | 'password-changed' | 'email-changed' | 'shared-page';
export interface MailContent {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}
export interface MailFacts {
  readonly brand: MailBrand;
  /** How to address them, empty: without a name. */
  readonly firstName: string;
  /** Of a link that works once; null for mails that only tell something. */
  readonly link: string | null;
  /** Of a page that somebody shares: what it is called, and whose it is. */
  readonly about?: { readonly title: string; readonly from: string } | null;
}

interface Wording {
  readonly subject: string;
  readonly lines: readonly string[];
  readonly action: string | null;
  readonly after: readonly string[];
}

/** The words. Plain, short, and they say what to do when it was not you. */
function wordingOf(kind: MailKind, brand: string, support: string, about: MailFacts['about']): Wording {
  switch (kind) {
    case 'password-reset':
      return {
        subject: `Choose a new password for ${brand}`,
        lines: [`You asked for a new password for your ${brand} account.`],
        action: 'Choose a new password',
        after: [
          'The link works once, within an hour of asking for it.',
          'If you did not ask for it, you need not do anything: your password stays as it is.',
        ],
      };
    case 'invitation':
      return {
        subject: `Your ${brand} account is ready`,
        lines: [`An account was made for you at ${brand}. Choose a password to sign in for the first time.`],
        action: 'Choose a password',
        after: [
          'The link works once, within seven days. After that, “Forgot your password?” on the sign-in page sends you a new one.',
          'If you do not expect this, you can ignore it.',
        ],
      };
    case 'password-changed':
      return {
        subject: `Your ${brand} password was changed`,
        lines: [`The password of your ${brand} account was changed, and all devices were signed out.`],
        action: null,
        after: [
          `If this was not you, choose a new password at once: open the sign-in page and follow “Forgot your password?”. ${support}`.trim(),
        ],
      };
    case 'email-changed':
      return {
        subject: `Your ${brand} e-mail address was changed`,
        lines: [
          `The e-mail address of your ${brand} account was changed. This address can no longer be used to sign in.`,
        ],
        action: null,
        after: [`If this was not you, somebody else may have your password. ${support}`.trim()],
      };
    case 'shared-page': {
      const [title, from] = [oneLine(about?.title ?? ''), oneLine(about?.from ?? '')];
      return {
        subject: `${title} – ${from}`,
        lines: [`${from} shares this page with you: ${title}.`],
        action: 'Open the page',
        after: ['You get this mail once, because somebody entered your address to send you the link.'],
      };
    }
  }
}

/**
 * A mail in plain text and as HTML that needs no styles to be read. Whatever comes from tenants or users is escaped;
 * nothing in it names the platform unless the brand does.
 */
export function composeMail(kind: MailKind, { brand, firstName, link, about = null }: MailFacts): MailContent {
  const name = oneLine(brand.name);
  const support =
    brand.supportEmail === null ?
      'Then tell whoever runs your account.'
    : `Then write to ${oneLine(brand.supportEmail)}.`;
  const wording = wordingOf(kind, name, support, about);
  const greeting = oneLine(firstName) === '' ? 'Hello,' : `Hello ${oneLine(firstName)},`;
  const action = wording.action !== null && link !== null ? { label: wording.action, link } : null;
  const closing =
    brand.supportEmail === null ? [name, brand.url] : [name, brand.url, `Questions? ${oneLine(brand.supportEmail)}`];
  return {
    subject: wording.subject,
    text: [
      greeting,
      ...wording.lines,
      ...(action === null ? [] : [`${action.label}:\n${action.link}`]),
      ...wording.after,
      closing.join('\n'),
    ].join('\n\n'),
    html: toHtml(wording, greeting, action, brand, name),
  };
}

const font = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const buttonLook =
  'display:inline-block;padding:12px 24px;border-radius:8px;' +
  'font-size:16px;line-height:24px;font-weight:600;text-decoration:none';
const paragraph = 'margin:0 0 16px;font-size:16px;line-height:24px';

function toHtml(
  wording: Wording,
  greeting: string,
  action: { label: string; link: string } | null,
  brand: MailBrand,
  name: string,
): string {
  const color = safeColor(brand.color);
  const head =
    brand.logoUrl === null ?
      `<p style="margin:0 0 24px;font-size:18px;line-height:24px;font-weight:600">${escape(name)}</p>`
    : `<p style="margin:0 0 24px"><img src="${escape(brand.logoUrl)}" alt="${escape(name)}"
  height="40" style="height:40px;max-width:240px;border:0"></p>`;
  const button =
    action === null ? '' : (
      `
<p style="margin:24px 0"><a href="${escape(action.link)}"
  style="${buttonLook};background:${color};color:${readableOn(color)}">${escape(action.label)}</a></p>
<p style="margin:0 0 16px;font-size:14px;line-height:20px;color:#55606e"
>If the button does not work, copy this address into your browser:<br
><span style="word-break:break-all">${escape(action.link)}</span></p>`
    );
  const support =
    brand.supportEmail === null ?
      ''
    : `<br>Questions? <a href="mailto:${escape(encodeURI(brand.supportEmail))}" style="color:#55606e">${escape(brand.supportEmail)}</a>`;
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(wording.subject)}</title></head>
<body style="margin:0;padding:24px 16px;background:#f4f5f7;color:#1c2430;${font}">
<main style="max-width:560px;margin:0 auto;padding:32px;background:#ffffff;border-radius:12px">
${head}
<p style="${paragraph}">${escape(greeting)}</p>
${wording.lines.map((line) => `<p style="${paragraph}">${escape(line)}</p>`).join('\n')}${button}
${wording.after.map((line) => `<p style="${paragraph}">${escape(line)}</p>`).join('\n')}
</main>
<footer style="max-width:560px;margin:0 auto;padding:16px 32px;font-size:14px;line-height:20px;color:#55606e"
>${escape(name)}<br><a href="${escape(brand.url)}" style="color:#55606e"
>${escape(brand.url.replace(/^https?:\/\//, ''))}</a>${support}</footer>
</body>
</html>
`;
}

/** Where a link of a mail leads. The token comes last, and is the only thing in the query. */
export const passwordLink = (brandUrl: string, token: string): string =>
  `${brandUrl}/passwords/reset?token=${encodeURIComponent(token)}`;

const escape = (value: string): string => value.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
/** Names come from people: nothing that could end a header or hide text. */
const oneLine = (value: string): string => value.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim();

const plainColor = '#4648d4';
const safeColor = (color: string | null): string =>
  color !== null && /^#[0-9a-f]{6}$/i.test(color) ? color : plainColor;

/** Black or white, whichever reads better on a colour (WCAG 2.2, relative luminance): at least 4.5:1 on any. */
export function readableOn(color: string): '#ffffff' | '#000000' {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((at) => parseInt(color.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  const luminance = 0.2126 * r + 0.7152 * g + 0.0722 * b;
  return 1.05 / (luminance + 0.05) >= (luminance + 0.05) / 0.05 ? '#ffffff' : '#000000';
}
