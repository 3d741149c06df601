import { type Editor, Extension, Mark, type Extensions } from '@tiptap/core';
import { Plugin, PluginKey } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';
import StarterKit from '@tiptap/starter-kit';
import { isColor, isLink, textSizes } from '../../api/contract/email-design.ts';
import { tag } from './filled.ts';

/** What fills in merge fields where nobody writes; null: they are shown by their names. */
type Filled = ((template: string) => string) | null;
const mergeKey = new PluginKey<Filled>('mergeFields');

/** The document stays as it is: only what is seen of it changes. */
export const showMergeFields = ({ view }: Editor, filled: Filled): void => {
  view.dispatch(view.state.tr.setMeta(mergeKey, { filled }));
};

/**
 * The schema of texts in emails: what `textDoc` of the model keeps, and nothing else. Undo is the editor's one log;
 * merge fields are words that are marked (no node views: over fifty of them in one step break tiptap, 7811).
 */
export const richText: Extensions = [
  StarterKit.configure({
    heading: false,
    blockquote: false,
    code: false,
    codeBlock: false,
    horizontalRule: false,
    dropcursor: false,
    gapcursor: false,
    undoRedo: false,
    trailingNode: false,
    link: {
      openOnClick: false,
      autolink: true,
      defaultProtocol: 'https',
      HTMLAttributes: { target: null, rel: null, class: 'ee-link' },
      isAllowedUri: (uri) => isLink(uri) && uri !== '',
    },
  }),
  Extension.create({
    name: 'align',
    addGlobalAttributes: () => [
      {
        types: ['paragraph'],
        attributes: {
          align: {
            default: null,
            parseHTML: (element) => {
              const align = element.style.textAlign || element.getAttribute('align');
              return align === 'left' || align === 'center' || align === 'right' ? align : null;
            },
            renderHTML: ({ align }: { readonly align?: string | null }) =>
              align === null || align === undefined ? {} : { style: `text-align:${align}` },
          },
        },
      },
    ],
  }),
  Mark.create({
    name: 'textStyle',
    addAttributes: () => ({
      color: {
        default: null,
        parseHTML: (element) => hexOf(element.style.color),
        renderHTML: ({ color }: { readonly color?: string | null }) => (color ? { style: `color:${color}` } : {}),
      },
      size: {
        default: null,
        // What is pasted brings its sizes in points and names: they stay outside.
        parseHTML: (element) => {
          const size = Number(element.getAttribute('data-size'));
          return Number.isInteger(size) && size >= textSizes.least && size <= textSizes.most ? size : null;
        },
        renderHTML: ({ size }: { readonly size?: number | null }) =>
          size ? { 'data-size': String(size), style: `font-size:${size}px` } : {},
      },
    }),
    parseHTML: () => [
      {
        tag: 'span',
        getAttrs: (element) => (hexOf(element.style.color) !== null || element.hasAttribute('data-size') ? {} : false),
      },
    ],
    renderHTML: ({ HTMLAttributes }) => ['span', HTMLAttributes, 0],
  }),
  Extension.create({
    name: 'mergeFields',
    addProseMirrorPlugins: () => [
      new Plugin<Filled>({
        key: mergeKey,
        state: {
          init: () => null,
          apply: (transaction, filled) => {
            const told = transaction.getMeta(mergeKey) as { readonly filled: Filled } | undefined;
            return told === undefined ? filled : told.filled;
          },
        },
        props: {
          decorations: (state) => {
            const filled = mergeKey.getState(state) ?? null;
            const marked: Decoration[] = [];
            state.doc.descendants((node, position) => {
              if (!node.isText) return;
              for (const found of (node.text ?? '').matchAll(tag)) {
                const from = position + found.index;
                const to = from + found[0].length;
                if (filled === null) {
                  marked.push(Decoration.inline(from, to, { class: 'ee-merge' }));
                  continue;
                }
                const words = filled(found[0]);
                const shown = { key: words, marks: node.marks, side: -1 };
                marked.push(
                  Decoration.inline(from, to, { class: 'ee-merge-name' }),
                  Decoration.widget(from, () => fieldShown(words), shown),
                );
              }
            });
            return DecorationSet.create(state.doc, marked);
          },
        },
      }),
    ],
  }),
];

/** A merge field, filled in. */
export function fieldShown(words: string): HTMLElement {
  const shown = document.createElement('span');
  shown.className = 'ee-merge';
  shown.textContent = words;
  return shown;
}

/** `rgb(1, 2, 3)`, as browsers say colours, or `#aabbcc`; null: none, or black as word processors write it everywhere. */
function hexOf(color: string): string | null {
  const lower = color.toLowerCase();
  if (isColor(lower)) return lower === '#000000' ? null : lower;
  const parts = /^rgb\((\d+), ?(\d+), ?(\d+)\)$/.exec(lower);
  if (parts === null) return null;
  const hex = `#${parts
    .slice(1)
    .map((part) => Number(part).toString(16).padStart(2, '0'))
    .join('')}`;
  return hex === '#000000' ? null : hex;
}
