export interface Part {
  readonly text: string;
  readonly href: string | null;
}

/**
 * A plain text in paragraphs (a blank line parts them) in which http and https addresses are links. Nothing else ever
 * is: the text comes from outside.
 */
export function paragraphs(text: string): readonly (readonly Part[])[] {
  return text.split(/\n\s*\n/).map((paragraph) => {
    const parts: Part[] = [];
    let from = 0;
    for (const match of paragraph.matchAll(/https?:\/\/[^\s<>"']+/g)) {
      const address = match[0].replace(/[.,;:!?)\]]+$/, '');
      if (match.index > from) parts.push({ text: paragraph.slice(from, match.index), href: null });
      parts.push({ text: address, href: address });
      from = match.index + address.length;
    }
    if (from < paragraph.length) parts.push({ text: paragraph.slice(from), href: null });
    return parts;
  });
}
