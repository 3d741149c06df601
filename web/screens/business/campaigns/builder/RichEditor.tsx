import { IconBold, IconH2, IconItalic, IconLink, IconList, IconUnderline, type TablerIcon } from '@tabler/icons-react';
import { useEffect, useId, useRef } from 'react';
import type { RichText } from '../../../../../api/contract/page-model.ts';
import { t } from '../texts.ts';
import { readRich, writeRich } from './rich.ts';

const marks: readonly (readonly [string, TablerIcon, 'rich.bold' | 'rich.italic' | 'rich.underline'])[] = [
  ['bold', IconBold, 'rich.bold'],
  ['italic', IconItalic, 'rich.italic'],
  ['underline', IconUnderline, 'rich.underline'],
];

/** A few words with emphasis, links and lists. It reads and writes data; what is pasted comes in as plain text. */
export function RichEditor({
  label,
  value,
  onChange,
}: {
  readonly label: string;
  readonly value: RichText;
  readonly onChange: (value: RichText) => void;
}) {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  /** What the element holds, as it was last read or written: only what others make of it is written again. */
  const held = useRef('');
  useEffect(() => {
    const written = JSON.stringify(value);
    if (box.current === null || written === held.current) return;
    held.current = written;
    writeRich(box.current, value);
  }, [value]);
  const read = () => {
    if (box.current === null) return;
    const next = readRich(box.current);
    const written = JSON.stringify(next);
    if (written === held.current) return;
    held.current = written;
    onChange(next);
  };
  const act = (command: string, argument?: string) => {
    box.current?.focus();
    // Old, and in every browser: what it makes is read as data, so that it matters little how.
    document.execCommand(command, false, argument);
    read();
  };
  const tool = (name: string, Icon: TablerIcon, words: string, run: () => void) => (
    <button
      key={name}
      type="button"
      aria-label={words}
      title={words}
      onMouseDown={(event) => {
        event.preventDefault();
      }}
      onClick={run}
    >
      <Icon size={16} aria-hidden />
    </button>
  );
  return (
    <div className="bld-rich">
      <span className="label" id={id}>
        {label}
      </span>
      <div className="box">
        <div className="tools" role="toolbar" aria-label={t('rich.tools', { label })}>
          {marks.map(([command, Icon, key]) =>
            tool(command, Icon, t(key), () => {
              act(command);
            }),
          )}
          {tool('heading', IconH2, t('rich.heading'), () => {
            act('formatBlock', inHeading(box.current) ? 'p' : 'h2');
          })}
          {tool('list', IconList, t('rich.list'), () => {
            act('insertUnorderedList');
          })}
          {tool('link', IconLink, t('rich.link'), () => {
            const address = window.prompt(t('rich.linkTo'), 'https://');
            if (address !== null && /^https?:\/\/\S+\.\S+/.test(address)) act('createLink', address);
          })}
        </div>
        <div
          ref={box}
          className="text"
          contentEditable
          suppressContentEditableWarning
          role="textbox"
          aria-multiline
          aria-labelledby={id}
          onInput={read}
          onBlur={read}
          onPaste={(event) => {
            event.preventDefault();
            act('insertText', event.clipboardData.getData('text/plain'));
          }}
          onDrop={(event) => {
            event.preventDefault();
          }}
        />
      </div>
    </div>
  );
}

const inHeading = (box: HTMLElement | null): boolean => {
  const node = window.getSelection()?.anchorNode ?? null;
  const element = node instanceof Element ? node : (node?.parentElement ?? null);
  return box !== null && element !== null && box.contains(element) && element.closest('h2') !== null;
};
