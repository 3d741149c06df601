import type { Block, RichText, Run } from '../../../../../api/contract/page-model.ts';

/** What the editor's element holds, as data. Only what we know is read: text, and which of our marks lie on it. */
export function readRich(root: Node): RichText {
  const blocks: Block[] = [];
  let open: { kind: Block['kind']; align: Block['align']; runs: Run[] } | null = null;
  const close = (): void => {
    if (open !== null) blocks.push({ kind: open.kind, ...(open.align ? { align: open.align } : {}), runs: open.runs });
    open = null;
  };
  const runsOf = (): Run[] => (open ??= { kind: 'paragraph', align: undefined, runs: [] }).runs;
  const visit = (node: Node, marks: Omit<Run, 'text'>): void => {
    if (node.nodeType === 3) {
      const text = (node.textContent ?? '').replaceAll('\u200b', '');
      if (text === '') return;
      const runs = runsOf();
      const last = runs.at(-1);
      if (last !== undefined && sameMarks(last, marks)) runs[runs.length - 1] = { ...last, text: last.text + text };
      else runs.push({ text, ...marks });
      return;
    }
    if (node.nodeType !== 1) return;
    const element = node as HTMLElement;
    const tag = element.tagName;
    if (tag === 'BR') {
      if (element.nextSibling !== null) runsOf().push({ text: '\n', ...marks });
      return;
    }
    const kind = blockOf[tag];
    if (kind !== undefined) {
      close();
      const given = kind === 'bullet' && element.parentElement?.tagName === 'OL' ? 'number' : kind;
      const align = element.style.textAlign;
      open = {
        kind: given,
        align: align === 'left' || align === 'center' || align === 'right' ? align : undefined,
        runs: [],
      };
      for (const child of element.childNodes) visit(child, marks);
      close();
      return;
    }
    const link = tag === 'A' ? (element.getAttribute('href') ?? '') : '';
    const inside: Omit<Run, 'text'> = {
      ...marks,
      ...(tag === 'B' || tag === 'STRONG' ? { bold: true } : {}),
      ...(tag === 'I' || tag === 'EM' ? { italic: true } : {}),
      ...(tag === 'U' ? { underline: true } : {}),
      ...(/^https?:/.test(link) ? { link } : {}),
    };
    for (const child of element.childNodes) visit(child, inside);
  };
  for (const child of root.childNodes) visit(child, {});
  close();
  while (blocks.at(-1)?.runs.length === 0) blocks.pop();
  return blocks;
}
const blockOf: Readonly<Record<string, Block['kind']>> = {
  P: 'paragraph',
  DIV: 'paragraph',
  H2: 'heading',
  LI: 'bullet',
};
const sameMarks = (one: Run, other: Omit<Run, 'text'>): boolean =>
  one.bold === other.bold &&
  one.italic === other.italic &&
  one.underline === other.underline &&
  one.link === other.link;

/** Puts data into the element, node by node: nothing of it is ever read as HTML. */
export function writeRich(root: HTMLElement, text: RichText): void {
  const document = root.ownerDocument;
  const make = (tag: string, ...children: readonly Node[]): HTMLElement => {
    const element = document.createElement(tag);
    element.append(...children);
    return element;
  };
  const nodes: HTMLElement[] = [];
  let list: HTMLElement | null = null;
  for (const block of text) {
    const runs = block.runs.flatMap((run): Node[] => {
      const parts = run.text
        .split('\n')
        .flatMap((part, index): Node[] => [
          ...(index === 0 ? [] : [document.createElement('br')]),
          ...(part === '' ? [] : [document.createTextNode(part)]),
        ]);
      const wrapped = (tag: string, inside: readonly Node[]): Node[] => [make(tag, ...inside)];
      let inside = parts;
      if (run.bold) inside = wrapped('strong', inside);
      if (run.italic) inside = wrapped('em', inside);
      if (run.underline) inside = wrapped('u', inside);
      if (run.link !== undefined) {
        const link = make('a', ...inside);
        link.setAttribute('href', /^https?:/.test(run.link) ? run.link : `https://${run.link}`);
        inside = [link];
      }
      return inside;
    });
    const element = make(
      block.kind === 'heading' ? 'h2'
      : block.kind === 'paragraph' ? 'p'
      : 'li',
      ...(runs.length === 0 ? [document.createElement('br')] : runs),
    );
    if (block.align !== undefined) element.style.textAlign = block.align;
    if (block.kind === 'bullet' || block.kind === 'number') {
      const tag = block.kind === 'bullet' ? 'UL' : 'OL';
      if (list?.tagName !== tag) nodes.push((list = make(tag)));
      list.append(element);
    } else {
      list = null;
      nodes.push(element);
    }
  }
  root.replaceChildren(...(nodes.length === 0 ? [make('p', document.createElement('br'))] : nodes));
}

/** An address as somebody types it, with the scheme that goes without saying; null: it is none, or of another scheme. */
export function linkFrom(typed: string): string | null {
  const text = typed.trim();
  const scheme = /^([a-z][a-z0-9+.-]*):(?!\d)/i.exec(text)?.[1]?.toLowerCase();
  if (scheme !== undefined && scheme !== 'http' && scheme !== 'https') return null;
  const address = scheme === undefined ? `https://${text}` : `${scheme}${text.slice(scheme.length)}`;
  return /^https?:\/\/[^\s/?#]+\.[^\s/?#]+\S*$/.test(address) && URL.canParse(address) ? address : null;
}
