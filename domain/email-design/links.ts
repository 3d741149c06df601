import { readTemplate, safeAddress, type Values } from '../personalization/template.ts';
import { blocksOf, type EmailDesign } from './model.ts';
import { linksOf } from './text.ts';

/** A link of an email that leads nowhere. An email that has one is not sent to contacts. */
export interface DeadLink {
  readonly blockId: string;
  /** The control that mends it. */
  readonly field: 'link' | 'links' | 'doc';
  readonly kind: 'button' | 'video' | 'picture' | 'link';
  /** What the reader sees of it: the label of a button, the words of a link. */
  readonly label: string;
  /** `no-value`: it leads to what the business has not entered, as its website. */
  readonly why: 'empty' | 'placeholder' | 'no-value';
}

/**
 * Hosts that stand in examples: reserved for that (RFC 2606), or what templates say where a real one goes.
 * `.example` and `.test` work on a developer's machine, so they are left alone.
 */
const placeholderHost =
  /^(?:(?:[\w-]+\.)*example\.(?:com|net|org|edu)|(?:[\w-]+\.)*(?:invalid|localhost)|(?:www\.)?your-?(?:own-?)?(?:web-?site|site|domain|company|business|shop|store|page|link|url)(?:-?(?:here|name))?\.[a-z.]+)$/iu;
export function isPlaceholder(link: string): boolean {
  const host = /^(?:https?:\/\/|mailto:[^@?]*@)([^/?#:]+)/iu.exec(link)?.[1];
  return host !== undefined && placeholderHost.test(host);
}

/** The merge fields that can't be a link: they have no value, or it is no address. */
export const fieldsWithoutLink = (values: Values): readonly string[] =>
  Object.entries(values).flatMap(([field, value]) => (safeAddress(value ?? '') === '' ? [field] : []));

/** `withoutLink`: the merge fields of the business that can't be a link. */
export function deadLinksOf(design: EmailDesign, withoutLink: readonly string[]): readonly DeadLink[] {
  const whyOf = (link: string): DeadLink['why'] | null => {
    if (link === '') return 'empty';
    if (isPlaceholder(link)) return 'placeholder';
    const [first] = readTemplate(link).parts;
    if (first === undefined || typeof first === 'string') return null;
    const fallback = first.fallback.trim();
    if (fallback !== '') return isPlaceholder(fallback) ? 'placeholder' : null;
    return withoutLink.includes(first.field) ? 'no-value' : null;
  };
  return blocksOf(design).flatMap((block): readonly DeadLink[] => {
    const dead = (
      field: DeadLink['field'],
      kind: DeadLink['kind'],
      link: string,
      label: string,
      mayBeEmpty = false,
    ): readonly DeadLink[] => {
      const why = mayBeEmpty && link === '' ? null : whyOf(link);
      return why === null ? [] : [{ blockId: block.id, field, kind, label: label.trim(), why }];
    };
    switch (block.kind) {
      case 'button':
        return dead('link', 'button', block.link, block.label);
      case 'video':
        return dead('link', 'video', block.link, block.caption || block.alt);
      case 'image':
        return dead('link', 'picture', block.link, block.alt, true);
      case 'coupon':
        // Without a link it has no button.
        return dead('link', 'button', block.link, block.label, true);
      case 'social':
        // A network without an address is not shown.
        return block.links.flatMap(({ url, network }) => dead('links', 'link', url, network, true));
      case 'text':
        return linksOf(block.doc).flatMap(({ href, text }) => dead('doc', 'link', href, text));
      case 'heading':
      case 'divider':
      case 'spacer':
        return [];
      default:
        return block satisfies never;
    }
  });
}

/** So many are named in one message. */
const maxNamed = 5;
/** Why an email can't be sent, with the name of each dead link; null: it has none. */
export function deadLinkProblem(dead: readonly DeadLink[]): string | null {
  if (dead.length === 0) return null;
  const named = dead
    .slice(0, maxNamed)
    .map(({ kind, label }) => (label === '' ? `a ${kind}` : `${kind} “${label.slice(0, 60)}”`));
  const more = dead.length > maxNamed ? [`${dead.length - maxNamed} more`] : [];
  const list = [...named, ...more].join(', ');
  const cure =
    dead.every(({ why }) => why === 'no-value') ?
      'Add your website in the settings, or enter a link.'
    : 'Enter where each one goes.';
  return `${dead.length === 1 ? '1 link leads' : `${dead.length} links lead`} nowhere: ${list}. ${cure}`;
}
