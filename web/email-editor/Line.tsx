import { useEffect, useRef } from 'react';
import { useEditing } from './editing.ts';
import { tag } from './filled.ts';
import { fieldShown } from './rich-text.ts';

/**
 * A line that is written in its place: words alone. Line breaks do not come in; merge fields are words, and filled in
 * while nobody writes here.
 */
export function Line({
  blockId,
  label,
  value,
  placeholder,
  most,
  lines = false,
  onChange,
}: {
  readonly blockId: string;
  readonly label: string;
  readonly value: string;
  readonly placeholder: string;
  readonly most: number;
  /** Whether it may have several lines. */
  readonly lines?: boolean;
  readonly onChange: (value: string) => void;
}) {
  const { select, selected, write, undo, redo, filled } = useEditing();
  const isWritten = selected.kind === 'block' && selected.id === blockId;
  const box = useRef<HTMLSpanElement>(null);
  const held = useRef<string | null>(null);
  useEffect(() => {
    const line = box.current;
    if (line === null || (isWritten && held.current === value)) return;
    const isHere = document.activeElement === line;
    held.current = isWritten ? value : null;
    line.replaceChildren(...(isWritten ? [value] : piecesOf(value, filled)));
    // What was taken back is written anew: the caret stays with who writes.
    if (isHere) {
      document.getSelection()?.selectAllChildren(line);
      document.getSelection()?.collapseToEnd();
    }
  }, [value, isWritten, filled]);
  const tell = () => {
    // Words that were filled in are not what was written.
    if (box.current === null || held.current === null) return;
    const text = (box.current.textContent ?? '').replace(/\u00a0/g, ' ');
    const said = (lines ? text : text.replace(/\s*\n\s*/g, ' ')).slice(0, most);
    if (said !== text) box.current.textContent = said;
    held.current = said;
    onChange(said);
  };
  return (
    <span
      ref={box}
      className="ee-line"
      role="textbox"
      tabIndex={0}
      aria-label={label}
      aria-multiline={lines}
      data-placeholder={placeholder}
      contentEditable="plaintext-only"
      suppressContentEditableWarning
      spellCheck
      onInput={tell}
      onBeforeInput={(event) => {
        const { inputType } = event.nativeEvent as InputEvent;
        if (inputType !== 'historyUndo' && inputType !== 'historyRedo') return;
        event.preventDefault();
        (inputType === 'historyUndo' ? undo : redo)();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !lines) event.preventDefault();
      }}
      onFocus={() => {
        select({ kind: 'block', id: blockId });
        write({
          blockId,
          rich: null,
          insert: (words) => {
            box.current?.focus();
            document.execCommand('insertText', false, words);
          },
        });
      }}
    />
  );
}

/** Words as they are, merge fields filled in. */
function piecesOf(value: string, filled: (template: string) => string): (string | Node)[] {
  const pieces: (string | Node)[] = [];
  let at = 0;
  for (const { index, 0: field } of value.matchAll(tag)) {
    pieces.push(value.slice(at, index), fieldShown(filled(field)));
    at = index + field.length;
  }
  return [...pieces, value.slice(at)];
}
