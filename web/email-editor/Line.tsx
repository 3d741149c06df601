import { useEffect, useRef } from 'react';
import { useEditing } from './editing.ts';

/** A line that is written in its place: words alone. Line breaks do not come in; merge fields are words. */
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
  const { select, write, undo, redo } = useEditing();
  const box = useRef<HTMLSpanElement>(null);
  const held = useRef<string | null>(null);
  useEffect(() => {
    if (box.current === null || held.current === value) return;
    const isHere = document.activeElement === box.current;
    held.current = value;
    box.current.textContent = value;
    // What was taken back is written anew: the caret stays with who writes.
    if (isHere) {
      document.getSelection()?.selectAllChildren(box.current);
      document.getSelection()?.collapseToEnd();
    }
  }, [value]);
  const tell = () => {
    if (box.current === null) return;
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
