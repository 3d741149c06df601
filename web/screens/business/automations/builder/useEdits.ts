import { flushSync } from 'react-dom';
import type { CanvasEdit } from '../canvas/Canvas.tsx';
import { called, exitWord } from '../labels.ts';
import { type Document, freshNode, type Node, type NodeKind } from '../model.ts';
import type { Place } from '../outline.ts';
import { t } from '../texts.ts';
import { clipOf, fits, move, paste } from './clip.ts';
import { keepClip, keptClip } from './clipboard.ts';
import { double, insert, insertGoal, remove } from './edit.ts';
import { newStepId } from './id.ts';
import type { Cards, Open } from './useCards.ts';

/** Where the next step goes; `goal`: apart from the path. */
export type Adding = Place | 'goal' | null;

/** The first field to type in of a step. */
const typedFirst = '.au-what :is(textarea, input:not([readonly], [type=checkbox], [type=hidden]))';

/** The edits of the steps: each is one step of undo, is announced, and leaves the focus where the work goes on. */
export function useEdits({
  document,
  putDocument,
  putNode,
  businessId,
  cards,
  open,
  setOpen,
  setAdding,
  announce,
}: {
  readonly document: Document;
  readonly putDocument: (next: Document) => void;
  readonly putNode: (step: string, node: Node) => void;
  /** Whose clipboard it is; null: not known yet. */
  readonly businessId: string | null;
  readonly cards: Cards;
  /** Opens the side panel with the focus at this selector in it, or at its heading. */
  readonly open: (what: Open, field?: string) => void;
  readonly setOpen: (what: Open) => void;
  readonly setAdding: (adding: Adding) => void;
  readonly announce: (words: string) => void;
}) {
  const stepName = (step: string | undefined): string => called(document.nodes[step ?? '']);
  const addLabel = (place: Place): string =>
    place.kind === 'exit' ?
      t('au.b.addAt', { exit: exitWord(document.nodes[place.node]!, place.exit), name: stepName(place.node) })
    : place.kind === 'before' ? t('au.b.addAfter', { name: stepName(place.among[0]) })
    : t('au.b.first');

  const edit: CanvasEdit = {
    add: setAdding,
    addLabel,
    remove: (steps) => {
      const [step] = steps;
      const node = document.nodes[step ?? ''];
      if (node === undefined) return;
      const at = cards.all().findIndex((card) => card.dataset['step'] === step);
      const next = steps.reduce((now, one) => remove(now, one).document, document);
      const removed = Object.keys(document.nodes).length - Object.keys(next.nodes).length;
      flushSync(() => {
        putDocument(next);
        setOpen(null);
      });
      announce(removed > 1 ? t('au.b.removedMany', { count: removed }) : t('au.b.removedOne', { name: called(node) }));
      const left = cards.all();
      left[Math.max(0, Math.min(at, left.length - 1))]?.focus();
    },
    turn: (step) => {
      const node = document.nodes[step];
      if (node === undefined || !('off' in node)) return;
      putNode(step, { ...node, off: !node.off });
      announce(t(node.off ? 'au.b.switchedOn' : 'au.b.switchedOff', { name: called(node) }));
    },
    put: (steps, place, as) => {
      const clip = clipOf(document, steps);
      if (clip === null) return;
      const next =
        as === 'move' ? move(document, steps, place)
        : fits(document, place, clip) ? paste(document, place, clip, newStepId)
        : document;
      if (next === document) {
        announce(t('au.b.notThere'));
        return;
      }
      flushSync(() => {
        putDocument(next);
      });
      announce(t(as === 'move' ? 'au.b.moved' : 'au.b.pasted', { count: steps.length, name: stepName(clip.first) }));
      if (as === 'move') cards.of(steps[0]!)?.focus({ preventScroll: true });
    },
    copy: (steps) => {
      const clip = clipOf(document, steps);
      if (clip === null || businessId === null) return;
      keepClip(businessId, clip);
      announce(t('au.b.copied', { count: steps.length, name: stepName(clip.first) }));
    },
    paste: (place) => {
      const clip = businessId === null ? null : keptClip(businessId);
      if (clip === null) return;
      if (!fits(document, place, clip)) {
        announce(t('au.b.notThere'));
        return;
      }
      putDocument(paste(document, place, clip, newStepId));
      announce(t('au.b.pasted', { count: Object.keys(clip.nodes).length, name: called(clip.nodes[clip.first]) }));
    },
  };
  return {
    edit,
    addStep: (kind: NodeKind, adding: NonNullable<Adding>) => {
      const step = newStepId();
      const node = freshNode(kind);
      putDocument(adding === 'goal' ? insertGoal(document, step, node) : insert(document, adding, step, node));
      setAdding(null);
      announce(t('au.b.addedOpen', { name: called(node) }));
      open(step, typedFirst);
    },
    duplicate: (step: string) => {
      const copy = newStepId();
      putDocument(double(document, step, copy));
      announce(t('au.b.added', { name: stepName(step) }));
      open(copy);
    },
    notHere: () => {
      announce(t('au.b.notThere'));
    },
  };
}
export type Edits = ReturnType<typeof useEdits>;
