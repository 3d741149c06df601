import { createHash } from 'node:crypto';
import type { Drawn } from '../contract/page-view.ts';
import { escaped } from '../kernel/brand-page.ts';

const hashOf = (code: string): string => `'sha256-${createHash('sha256').update(code).digest('base64')}'`;

/** Says that scripts run, before anything is drawn: nothing moves afterwards. */
const announcing = "document.documentElement.className='js'";
const ground = 'html,body{margin:0;height:100%}body{min-height:100%}';

export interface Meta {
  readonly title: string;
  readonly description: string;
  readonly lang: string;
  readonly icon: string | null;
  readonly color: string | null;
  /** Absolute addresses. */
  readonly canonical: string | null;
  readonly image: { readonly url: string; readonly alt: string } | null;
  /** The origin of a websocket that the page listens to; left out: none. */
  readonly live?: string | null;
  /** Not for search engines: what belongs to one person. */
  readonly hidden: boolean;
}
export interface PublicDocument {
  readonly html: string;
  /** Nothing runs and nothing is loaded but what the page was drawn with. */
  readonly policy: string;
}

/** A whole page, and the content security policy that fits it: its own style sheet and script by their hashes. */
export function documentOf({ body, style }: Drawn, meta: Meta, script: string | null, framed: boolean): PublicDocument {
  const css = ground + style;
  const { title, description, image, canonical } = meta;
  const property = (name: string, content: string) => `<meta property="${name}" content="${escaped(content)}">`;
  const head = [
    '<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">',
    `<title>${escaped(title)}</title>`,
    description === '' ? '' : `<meta name="description" content="${escaped(description)}">`,
    meta.hidden ? '<meta name="robots" content="noindex">' : '',
    canonical === null ? '' : `<link rel="canonical" href="${escaped(canonical)}">`,
    property('og:title', title),
    description === '' ? '' : property('og:description', description),
    property('og:type', 'website'),
    canonical === null ? '' : property('og:url', canonical),
    image === null ?
      '<meta name="twitter:card" content="summary">'
    : property('og:image', image.url) +
      property('og:image:width', '1200') +
      property('og:image:height', '630') +
      property('og:image:alt', image.alt) +
      '<meta name="twitter:card" content="summary_large_image">',
    `<link rel="icon" href="${meta.icon === null ? 'data:,' : escaped(meta.icon)}">`,
    meta.color === null ? '' : `<meta name="theme-color" content="${escaped(meta.color)}">`,
    '<meta name="format-detection" content="telephone=no">',
    `<style>${css}</style>`,
    script === null ? '' : `<script>${announcing}</script>`,
  ].join('');
  const end = script === null ? '' : `<script>${script}</script>`;
  const scripts = script === null ? "'none'" : `${hashOf(announcing)} ${hashOf(script)}`;
  return {
    html: `<!doctype html><html lang="${escaped(meta.lang)}"><head>${head}</head><body>${body}${end}</body></html>`,
    policy: [
      "default-src 'none'",
      `script-src ${scripts}`,
      `style-src ${hashOf(css)}`,
      "img-src 'self' data:",
      "media-src 'self'",
      // Not every browser takes a websocket for 'self'.
      ["connect-src 'self'", meta.live].filter(Boolean).join(' '),
      "frame-src 'self'",
      "form-action 'self'",
      "base-uri 'none'",
      framed ? '' : "frame-ancestors 'none'",
    ]
      .filter((part) => part !== '')
      .join('; '),
  };
}

/** What every answer of the public side is sent with. */
export const safeHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
  'x-permitted-cross-domain-policies': 'none',
  // It holds a key of its own: nobody else may be given it. Going back shows it again as it was.
  'cache-control': 'private, no-cache',
} as const;
