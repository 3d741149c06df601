import type { Editor } from '@tiptap/core';
import { createContext, useContext } from 'react';
import type { MergeField } from '../../api/contract/personalization.ts';
import type { Designing } from './design.ts';

/** What is chosen: its controls are at the side. */
export type Selected =
  { readonly kind: 'mail' } | { readonly kind: 'footer' } | { readonly kind: 'section' | 'block'; readonly id: string };

/** Where words are being written: the toolbar and the merge fields go there. */
export interface Writing {
  readonly blockId: string;
  /** A text with emphasis; null: a plain line. */
  readonly rich: Editor | null;
  /** Puts words where the caret is. */
  readonly insert: (words: string) => void;
}

export interface Editing extends Designing {
  readonly selected: Selected;
  readonly select: (selected: Selected) => void;
  readonly writing: Writing | null;
  readonly write: (writing: Writing | null) => void;
  readonly fields: readonly MergeField[];
  /** Fills in merge fields where they are only shown. */
  readonly filled: (template: string) => string;
  readonly say: (words: string) => void;
  readonly keep: (sectionId: string) => void;
  readonly canKeep: boolean;
}
export const EditingContext = createContext<Editing | null>(null);
export function useEditing(): Editing {
  const editing = useContext(EditingContext);
  if (editing === null) throw new Error('Only within the email editor.');
  return editing;
}
