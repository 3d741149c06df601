import type { Block, BlockOf, Network } from '../../domain/email-design/blocks.ts';
import { readableOn } from '../../domain/email-design/hints.ts';
import { type EmailDesign, fonts, layouts, type Section } from '../../domain/email-design/model.ts';
import { networkName, unsubscribeField } from '../../domain/email-design/plain.ts';
import { type Inline, linkParts, type TextDoc, type TextNode } from '../../domain/email-design/text.ts';
import { escapeHtml, type Part, readTemplate } from '../../domain/personalization/template.ts';
import type { EmailToCompile } from './port.ts';

/**
 * MJML of a design. Nothing that a person wrote is in it: each text, address and link is held back behind a name of
 * letters and digits (`zq0001qz`) and put into the finished HTML, escaped, so that no reader of markup in between can
 * take it for markup, and merge fields stay whole in links as well.
 */
export interface Markup {
  readonly mjml: string;
  /** By the number in its name. */
  readonly held: readonly (readonly Part[])[];
}
export const heldName = /zq(\d{4})qz/;

export function markupOf({ design, subject, base }: EmailToCompile): Markup {
  const held: (readonly Part[])[] = [];
  const hold = (parts: readonly Part[]): string => {
    held.push(parts);
    return `zq${String(held.length - 1).padStart(4, '0')}qz`;
  };
  const { settings, sections, footer } = design;
  const drawing: Drawing = { design, base, hold };
  const shown = sections.filter(({ columns }) => columns.some(({ blocks }) => blocks.length > 0));
  const mjml = `<mjml lang="en"><mj-head><mj-title>${hold(words(subject))}</mj-title>
<mj-preview>${hold(words(settings.preheader))}</mj-preview>
<mj-breakpoint width="480px" />
<mj-attributes><mj-all font-family="${fonts[settings.font]}" /><mj-text color="${settings.ink}"
font-size="${settings.size}px" line-height="1.5" /></mj-attributes>
<mj-style>${styles(design)}</mj-style>
<mj-raw><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"></mj-raw>
</mj-head><mj-body width="${settings.width}px" background-color="${settings.background}" css-class="bk-ground">
<mj-section padding="0"><mj-column><mj-spacer height="24px" /></mj-column></mj-section>
${shown.map((section, index) => sectionMarkup(section, drawing, corner(index, shown.length, settings.round))).join('\n')}
<mj-section padding="16px 0 32px"><mj-column><mj-text align="${footer.align}" color="${footer.color}" font-size="13px"
line-height="20px" padding="0 24px" css-class="bk-foot">${hold(footerHtml(design))}</mj-text></mj-column></mj-section>
</mj-body></mjml>`;
  return { mjml, held };
}

interface Drawing {
  readonly design: EmailDesign;
  readonly base: string;
  readonly hold: (parts: readonly Part[]) => string;
}

/** Words with their merge fields, escaped. */
const words = (template: string): readonly Part[] =>
  readTemplate(template).parts.map((part) => (typeof part === 'string' ? escapeHtml(part) : part));
const paragraphs = (template: string): readonly Part[] =>
  words(template).map((part) => (typeof part === 'string' ? part.replace(/\r?\n/g, '<br>') : part));
const address = (link: string): readonly Part[] =>
  linkParts(link).map((part) => (typeof part === 'string' ? escapeHtml(part) : part));

/**
 * Email programs that heed the system's dark mode, and Outlook's own (`data-ogsc`, `data-ogsb`). What a person has
 * coloured stays. Hiding: Outlook on Windows knows no widths; what is for phones alone is hidden there by `mso-hide`.
 */
function styles({ settings }: EmailDesign): string {
  const dark = (
    ink: string,
    ground: string,
  ) => `${ground} .bk-ground,${ground} .bk-ground>div{background-color:#101319 !important}
${ground} .bk-paper,${ground} .bk-paper>table{background:#1b1f27 !important;background-color:#1b1f27 !important}
${ink} .bk-ink div,${ink} .bk-ink h1,${ink} .bk-ink h2,${ink} .bk-ink h3{color:#e8eaef !important}
${ink} .bk-ink a.bk-link{color:#b4bcff !important}
${ink} .bk-foot div,${ink} .bk-foot a{color:#a9b1bd !important}`;
  return `:root{color-scheme:light dark;supported-color-schemes:light dark}
.bk-ink a.bk-link{color:${settings.link}}
.bk-phone{display:none !important;mso-hide:all}.bk-phone-outlook{display:none;mso-hide:all}
@media only screen and (max-width:479px){.bk-phone{display:block !important}td.bk-phone{display:table-cell !important}
.bk-desk{display:none !important}}
@media (prefers-color-scheme:dark){body.bk-ground{background-color:#101319 !important}
${dark('', '')}}
${dark('[data-ogsc]', '[data-ogsb]')}`;
}
const hiding = { never: '', mobile: ' bk-desk', desktop: ' bk-phone' } as const;

const corner = (index: number, count: number, round: number): string =>
  [index === 0, index === 0, index === count - 1, index === count - 1].map((is) => `${is ? round : 0}px`).join(' ');

function sectionMarkup(section: Section, drawing: Drawing, radius: string): string {
  const { settings } = drawing.design;
  const widths = layouts[section.layout];
  const css = `${section.background === null ? 'bk-paper' : 'bk-own'}${hiding[section.hidden]}`;
  const side = widths.length === 1 ? 24 : 12;
  const columns = section.columns.map(({ blocks }, index) => {
    const width = (settings.width * widths[index]!) / 12;
    const drawn = blocks.map((block) => blockMarkup(block, drawing, { width, side }));
    const percent = Math.round((widths[index]! / 12) * 10_000) / 100;
    return `<mj-column width="${percent}%" vertical-align="top">${drawn.join('')}</mj-column>`;
  });
  const outer = widths.length === 1 ? 0 : 12;
  return `<mj-section background-color="${section.background ?? settings.paper}" border-radius="${radius}" css-class="${css}"
padding="${section.top}px ${outer}px ${section.bottom}px">${
    section.stack || columns.length === 1 ? columns.join('') : `<mj-group>${columns.join('')}</mj-group>`
  }</mj-section>`;
}

interface Room {
  /** px: of the column, and what stays free at its sides. */
  readonly width: number;
  readonly side: number;
}

function blockMarkup(block: Block, drawing: Drawing, room: Room): string {
  const { settings } = drawing.design;
  const padding = `padding="${block.top}px ${room.side}px ${block.bottom}px"`;
  const css = (more: string): string => `css-class="${`${more}${hiding[block.hidden]}`.trim()}"`;
  const html = (parts: readonly Part[], align: string, more: string, look = ''): string =>
    `<mj-text align="${align}" ${padding} ${css(more)} ${look}>${drawing.hold(parts)}</mj-text>`;
  const ink = (color: string | null): string => (color === null ? 'bk-ink' : '');
  const tint = (color: string | null): string => (color === null ? '' : `color="${color}"`);
  switch (block.kind) {
    case 'heading': {
      const size = block.size ?? { 1: 30, 2: 24, 3: 19 }[block.level];
      const look = `margin:0;font-family:${fonts[settings.headingFont]};font-size:${size}px;line-height:1.25;font-weight:700`;
      const tag = `h${block.level}`;
      const color = `;color:${block.color ?? settings.ink}`;
      return html(
        [`<${tag} style="${look}${color}">`, ...words(block.text), `</${tag}>`],
        block.align,
        ink(block.color),
        tint(block.color),
      );
    }
    case 'text':
      return html(docHtml(block.doc, settings.link), block.align, ink(block.color), tint(block.color));
    case 'button': {
      const color = block.color ?? settings.brand;
      return `<mj-button ${block.link === '' ? '' : `href="${drawing.hold(address(block.link))}"`} align="${block.align}"
${padding} ${css('')} background-color="${color}" color="${block.textColor ?? readableOn(color)}" font-size="${settings.size}px"
font-weight="600" line-height="24px" inner-padding="12px 24px" border-radius="${block.round}px" ${block.wide ? 'width="100%"' : ''}
>${drawing.hold(words(block.label))}</mj-button>`;
    }
    case 'image':
      return picture(block, drawing, room, css(''));
    case 'divider':
      return `<mj-divider ${padding} ${css('')} border-color="${block.color ?? '#d5d9e0'}" border-style="${block.style}"
border-width="${block.thickness}px" width="${block.width}%" />`;
    case 'spacer':
      return `<mj-spacer height="${block.height}px" ${css('')} />`;
    case 'social': {
      const parts = socialHtml(block, settings.link);
      return parts.length === 0 ? '' : html(parts, block.align, 'bk-ink');
    }
    case 'video': {
      const poster = { ...block, url: block.poster, width: 100, round: 8, bleed: false, decorative: false, bottom: 0 };
      const caption: readonly Part[] = [
        ...(block.link === '' ?
          []
        : [`<a class="bk-link" target="_blank" style="color:${settings.link};font-weight:600" href="`]),
        ...(block.link === '' ? [] : [...address(block.link), '">']),
        '&#9654;&nbsp; ',
        ...words(block.caption),
        ...(block.link === '' ? [] : ['</a>']),
      ];
      return (
        (block.poster === '' ? '' : picture({ ...poster, kind: 'image' }, drawing, room, css(''))) +
        html(caption, block.align, 'bk-ink')
      );
    }
    case 'coupon':
      return html(couponHtml(block, drawing.design), 'center', '');
    default:
      return block satisfies never;
  }
}

function picture(block: BlockOf<'image'>, drawing: Drawing, room: Room, css: string): string {
  if (block.url === '') return '';
  const side = block.bleed ? 0 : room.side;
  const width = Math.max(16, Math.round(((room.width - 2 * side) * block.width) / 100));
  const url = block.url.startsWith('/') ? drawing.base + block.url : block.url;
  return `<mj-image src="${drawing.hold([escapeHtml(url)])}" alt="${drawing.hold(block.decorative ? [] : words(block.alt))}"
${block.link === '' ? '' : `href="${drawing.hold(address(block.link))}"`} width="${width}px" align="${block.align}"
padding="${block.top}px ${side}px ${block.bottom}px" border-radius="${block.round}px" ${css}
${block.width === 100 ? 'fluid-on-mobile="true"' : ''} />`;
}

/** The brand's colours, and a letter or two: no picture that an email program would hold back or that tells who reads. */
const badges: Readonly<Record<Network, { readonly sign: string; readonly color: string }>> = {
  facebook: { sign: 'f', color: '#1059c7' },
  instagram: { sign: 'ig', color: '#b3246b' },
  x: { sign: 'X', color: '#000000' },
  linkedin: { sign: 'in', color: '#0a58a5' },
  youtube: { sign: 'yt', color: '#c4001d' },
  tiktok: { sign: 'tt', color: '#111111' },
  pinterest: { sign: 'p', color: '#b8001a' },
  whatsapp: { sign: 'wa', color: '#0b6b3a' },
  website: { sign: 'www', color: '#3f4752' },
};
function socialHtml({ links, style, align }: BlockOf<'social'>, linkColor: string): readonly Part[] {
  const said = links.filter(({ url }) => url !== '');
  if (said.length === 0) return [];
  if (style === 'words')
    return said.flatMap(({ network, url }, index) => [
      `${index === 0 ? '' : '&nbsp; &middot; &nbsp;'}<a class="bk-link" target="_blank" style="color:${linkColor}" href="`,
      ...address(url),
      `">${networkName[network]}</a>`,
    ]);
  return [
    `<table role="presentation" border="0" cellpadding="0" cellspacing="0" align="${align}"><tr>`,
    ...said.flatMap(({ network, url }, index) => {
      const { sign, color } = badges[network];
      return [
        `${index === 0 ? '' : '<td width="8" style="width:8px">&nbsp;</td>'}<td width="36" height="36" align="center" bgcolor="${color}"` +
          ` style="width:36px;height:36px;border-radius:18px;background:${color}"><a target="_blank" aria-label="${networkName[network]}"` +
          ` title="${networkName[network]}" style="display:block;color:#ffffff;font-size:14px;line-height:36px;` +
          'font-weight:700;text-decoration:none" href="',
        ...address(url),
        `">${sign}</a></td>`,
      ];
    }),
    '</tr></table>',
  ];
}

function couponHtml(block: BlockOf<'coupon'>, { settings }: EmailDesign): readonly Part[] {
  const color = block.color ?? settings.brand;
  const line = (template: string, look: string, tag = 'p'): readonly Part[] =>
    template.trim() === '' ? [] : [`<${tag} style="margin:0 0 12px;${look}">`, ...paragraphs(template), `</${tag}>`];
  const button: readonly Part[] =
    block.link === '' || block.label.trim() === '' ?
      []
    : [
        '<table role="presentation" border="0" cellpadding="0" cellspacing="0" align="center" style="margin:0 auto 12px">' +
          `<tr><td align="center" bgcolor="${color}"` +
          ` style="border-radius:8px;background:${color};padding:12px 24px"><a target="_blank" style="display:inline-block;` +
          `color:${readableOn(color)};font-weight:600;line-height:24px;text-decoration:none" href="`,
        ...address(block.link),
        '">',
        ...words(block.label),
        '</a></td></tr></table>',
      ];
  return [
    '<table role="presentation" border="0" cellpadding="0" cellspacing="0" width="100%"><tr><td align="center" bgcolor="#ffffff"' +
      ` style="border:2px dashed ${color};border-radius:12px;background:#ffffff;padding:24px 20px 12px;text-align:center;color:#1c2430">`,
    ...line(
      block.title,
      `font-family:${fonts[settings.headingFont]};font-size:22px;line-height:28px;font-weight:700`,
      'h2',
    ),
    ...line(block.text, ''),
    ...line(
      block.code,
      `font-family:${fonts.courier};font-size:24px;line-height:32px;font-weight:700;letter-spacing:2px`,
    ),
    ...button,
    ...line(block.small, 'font-size:13px;line-height:20px;color:#55606e'),
    '</td></tr></table>',
  ];
}

function docHtml(doc: TextDoc, linkColor: string): readonly Part[] {
  const nodes = (list: readonly TextNode[], tight: boolean): readonly Part[] =>
    list.flatMap((node, index): readonly Part[] => {
      const margin = tight || index === list.length - 1 ? '0' : '0 0 12px';
      if (node.type === 'paragraph') {
        const align = node.attrs.align === null ? '' : `;text-align:${node.attrs.align}`;
        const inner = (node.content ?? []).flatMap((one) => inlineHtml(one, linkColor));
        return [`<p style="margin:${margin}${align}">`, ...(inner.length === 0 ? ['&nbsp;'] : inner), '</p>'];
      }
      const tag = node.type === 'bulletList' ? 'ul' : 'ol';
      return [
        `<${tag} style="margin:${margin};padding:0 0 0 24px">`,
        ...node.content.flatMap(({ content }): readonly Part[] => [
          '<li style="margin:0 0 4px">',
          ...nodes(content, true),
          '</li>',
        ]),
        `</${tag}>`,
      ];
    });
  return nodes(doc.content, false);
}

function inlineHtml(inline: Inline, linkColor: string): readonly Part[] {
  if (inline.type === 'hardBreak') return ['<br>'];
  let parts: readonly Part[] = words(inline.text);
  for (const mark of [...(inline.marks ?? [])].reverse()) {
    switch (mark.type) {
      case 'bold':
        parts = ['<strong>', ...parts, '</strong>'];
        break;
      case 'italic':
        parts = ['<em>', ...parts, '</em>'];
        break;
      case 'underline':
        parts = ['<u>', ...parts, '</u>'];
        break;
      case 'strike':
        parts = ['<s>', ...parts, '</s>'];
        break;
      case 'textStyle': {
        const { color, size } = mark.attrs;
        const look = [color === null ? '' : `color:${color}`, size === null ? '' : `font-size:${size}px`].filter(
          (one) => one !== '',
        );
        parts = [`<span style="${look.join(';')}">`, ...parts, '</span>'];
        break;
      }
      case 'link':
        parts = [
          `<a class="bk-link" target="_blank" style="color:${linkColor}" href="`,
          ...address(mark.attrs.href),
          '">',
          ...parts,
          '</a>',
        ];
        break;
      default:
        mark satisfies never;
    }
  }
  return parts;
}

function footerHtml({ footer }: EmailDesign): readonly Part[] {
  return [
    ...(footer.note.trim() === '' ? [] : ['<p style="margin:0 0 8px">', ...paragraphs(footer.note), '</p>']),
    '<p style="margin:0 0 8px"><strong>',
    { field: 'business_name', fallback: '' },
    '</strong><br>',
    { field: 'business_address', fallback: '' },
    `</p><p style="margin:0"><a target="_blank" style="color:${footer.color};text-decoration:underline" href="`,
    { field: unsubscribeField, fallback: '', as: 'address' },
    '">',
    ...words(footer.unsubscribe),
    '</a></p>',
  ];
}
