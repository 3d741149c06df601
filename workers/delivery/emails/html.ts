import { oneLine } from '../../../domain/emails/contact-email.ts';
import type { EmailBrand } from './brand.ts';

export { oneLine };

/** An email as it is handed over, in both forms. */
export interface EmailContent {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export interface Letter {
  readonly title: string;
  /** HTML: whose letter it is. */
  readonly head: string;
  /** `#rrggbb`, null: the plain one. */
  readonly color: string | null;
  /** Paragraphs above and below the button, as text. */
  readonly before: readonly string[];
  readonly action: { readonly label: string; readonly link: string } | null;
  readonly after: readonly string[];
  /** HTML, a line each. */
  readonly footer: readonly string[];
}

const font = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const buttonLook =
  'display:inline-block;padding:12px 24px;border-radius:8px;' +
  'font-size:16px;line-height:24px;font-weight:600;text-decoration:none';
const paragraph = 'margin:0 0 16px;font-size:16px;line-height:24px';

/** HTML that needs no styles to be read. Whatever comes from tenants or people is escaped. */
export function letter({ title, head, color: wanted, before, action, after, footer }: Letter): string {
  const color = safeColor(wanted);
  const said = (words: string): string => `<p style="${paragraph}">${linked(words)}</p>`;
  const button =
    action === null ? '' : (
      `
<p style="margin:24px 0"><a href="${escape(action.link)}"
  style="${buttonLook};background:${color};color:${readableOn(color)}">${escape(action.label)}</a></p>
<p style="margin:0 0 16px;font-size:14px;line-height:20px;color:#55606e"
>If the button does not work, copy this address into your browser:<br
><span style="word-break:break-all">${escape(action.link)}</span></p>`
    );
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(title)}</title></head>
<body style="margin:0;padding:24px 16px;background:#f4f5f7;color:#1c2430;${font}">
<main style="max-width:560px;margin:0 auto;padding:32px;background:#ffffff;border-radius:12px">
${head}
${before.map(said).join('\n')}${button}
${after.map(said).join('\n')}
</main>
<footer style="max-width:560px;margin:0 auto;padding:16px 32px;font-size:14px;line-height:20px;color:#55606e"
>${footer.join('<br>')}</footer>
</body>
</html>
`;
}

/** The name, in place of a picture. */
export const nameOf = (name: string): string =>
  `<p style="margin:0 0 24px;font-size:18px;line-height:24px;font-weight:600">${escape(oneLine(name))}</p>`;
export const logoOf = ({ name, logoUrl }: EmailBrand): string =>
  logoUrl === null ?
    nameOf(name)
  : `<p style="margin:0 0 24px"><img src="${escape(logoUrl)}" alt="${escape(oneLine(name))}"
  height="40" style="height:40px;max-width:240px;border:0"></p>`;

export const escape = (value: string): string =>
  value.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** Escaped, with what is an address made a link; lines stay lines. */
const linked = (words: string): string =>
  words
    .split(/(https?:\/\/[^\s<>"']+[^\s<>"'.,;:!?)\]])/u)
    .map((part, index) =>
      index % 2 === 0 ? escape(part) : `<a href="${escape(part)}" style="color:inherit">${escape(part)}</a>`,
    )
    .join('')
    .replace(/\r?\n/g, '<br>');

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
