import type { AppConfig } from '../contract/whitelabels.ts';

export const escaped = (value: string): string => value.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/**
 * JSON for a data block in HTML: nothing in it can end the element or begin a comment (HTML, 4.12.1.3), and it stays
 * JSON. U+2028 and U+2029 too, for whoever
 * reads it as JavaScript.
 */
export const blockJson = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** A favicon for a brand that has none: its first letter on its colour, so that no page of a brand shows the platform's. */
function letterIcon({ name, color }: AppConfig): string {
  const letter = ([...name.trim()][0] ?? '·').toLocaleUpperCase().replace(/[<&>"']/g, '·');
  const font = 'font-family="sans-serif" font-size="18" font-weight="700"';
  const svg = [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">',
    `<rect width="32" height="32" rx="8" fill="${color ?? '#3f4654'}"/>`,
    `<text x="16" y="22.500" ${font} fill="#fff" text-anchor="middle">${letter}</text></svg>`,
  ].join('');
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

/**
 * The page as its host shows it, before anything of the application has run: title, favicon, colour of the browser's
 * bars, and the configuration in
 * `<script type="application/json" id="app-config">` (a data block: it never runs, so the content policy needs no word about it).
 */
export function brandPage(html: string, config: AppConfig): string {
  const icon = config.favicon ?? (config.whitelabel === null ? null : letterIcon(config));
  const icons =
    icon === null ?
      []
    : [
        `<link rel="icon" href="${escaped(icon)}" />`,
        ...(config.favicon === null ? [] : [`<link rel="apple-touch-icon" href="${escaped(config.favicon)}" />`]),
      ];
  const head = [
    ...icons,
    ...(config.color === null ? [] : [`<meta name="theme-color" content="${escaped(config.color)}" />`]),
    `<script type="application/json" id="app-config">${blockJson(config)}</script>`,
  ].join('\n    ');
  const bare =
    icon === null ? html : (
      html.replace(/[ \t]*<link\b[^>]*\brel="(?:icon|shortcut icon|apple-touch-icon)"[^>]*>\n?/g, '')
    );
  // Functions, because a name may hold what `replace` takes for a pattern ($&).
  return bare.replace(/<title>[^<]*<\/title>/, () => `<title>${escaped(config.name)}</title>\n    ${head}`);
}
