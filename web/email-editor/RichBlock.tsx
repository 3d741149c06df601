import type { JSONContent } from '@tiptap/core';
import { EditorContent, useEditor } from '@tiptap/react';
import { useEffect, useRef } from 'react';
import { type TextDoc, tidyDoc } from '../../api/contract/email-design.ts';
import { useEditing } from './editing.ts';
import { richText, showMergeFields } from './rich-text.ts';
import { t } from './texts.ts';

/** A text that is written in its place. It gives and takes data, never HTML; only what people do is told. */
export function RichBlock({
  blockId,
  doc,
  onChange,
}: {
  readonly blockId: string;
  readonly doc: TextDoc;
  readonly onChange: (doc: TextDoc) => void;
}) {
  const { write, select, selected, undo, redo, filled } = useEditing();
  const isWritten = selected.kind === 'block' && selected.id === blockId;
  /** The text as it was last given or told: what comes back from the log is not set again, and nothing is told twice. */
  const held = useRef(JSON.stringify(doc));
  const tell = useRef(onChange);
  const step = useRef({ undo, redo });
  useEffect(() => {
    tell.current = onChange;
    step.current = { undo, redo };
  });
  const editor = useEditor({
    extensions: richText,
    content: doc as JSONContent,
    injectCSS: false,
    editorProps: {
      attributes: { 'aria-label': t('ee.text.label'), role: 'textbox', 'aria-multiline': 'true', class: 'ee-rich' },
      handleDOMEvents: {
        // The browser’s own undo knows nothing of the log.
        beforeinput: (_view, event) => {
          if (event.inputType !== 'historyUndo' && event.inputType !== 'historyRedo') return false;
          event.preventDefault();
          step.current[event.inputType === 'historyUndo' ? 'undo' : 'redo']();
          return true;
        },
      },
      // A word processor’s lists and tables bring markup of their own: what the schema knows comes in, the rest as words.
      transformPastedHTML: (html) =>
        html
          .replace(/<!--[\s\S]*?-->/g, '')
          .replace(/<(?:style|xml|o:p|w:[^>]*|meta|link)\b[^>]*>[\s\S]*?<\/(?:style|xml|o:p)>/gi, '')
          .replace(/<\/?(?:o|w|m|v):[^>]*>/gi, '')
          .replace(/<\/(?:h[1-6]|tr)>/gi, '</p>')
          .replace(/<(?:h[1-6]|tr)\b[^>]*>/gi, '<p>'),
    },
    onUpdate: ({ editor: now }) => {
      const tidy = tidyDoc(now.getJSON());
      const written = JSON.stringify(tidy);
      if (written === held.current) return;
      held.current = written;
      tell.current(tidy);
    },
    onFocus: ({ editor: now }) => {
      select({ kind: 'block', id: blockId });
      write({
        blockId,
        rich: now,
        insert: (words) => {
          now.chain().focus().insertContent({ type: 'text', text: words }).run();
        },
      });
    },
  });
  useEffect(() => {
    const written = JSON.stringify(doc);
    if (written === held.current) return;
    held.current = written;
    const { from, to } = editor.state.selection;
    editor.commands.setContent(doc as JSONContent, { emitUpdate: false });
    const { size } = editor.state.doc.content;
    editor.commands.setTextSelection({ from: Math.min(from, size), to: Math.min(to, size) });
  }, [doc, editor]);
  // Where it is written in, merge fields have their names; elsewhere it reads as recipients will read it.
  useEffect(() => {
    showMergeFields(editor, isWritten ? null : filled);
  }, [editor, isWritten, filled]);
  return <EditorContent editor={editor} />;
}
