import {
  IconBold,
  IconH2,
  IconItalic,
  IconLink,
  IconLinkOff,
  IconList,
  IconUnderline,
  type TablerIcon,
} from '@tabler/icons-react';
import { Button, TextInput } from '@mantine/core';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import type { RichText } from '../../../../../api/contract/page-model.ts';
import { t } from '../texts.ts';
import { linkFrom, readRich, writeRich } from './rich.ts';

const names = ['bold', 'italic', 'underline', 'heading', 'list', 'link'] as const;
type Tool = (typeof names)[number];
const icons: Readonly<Record<Tool, TablerIcon>> = {
  bold: IconBold,
  italic: IconItalic,
  underline: IconUnderline,
  heading: IconH2,
  list: IconList,
  link: IconLink,
};
const keys: Partial<Record<Tool, string>> = { bold: 'Ctrl B', italic: 'Ctrl I', underline: 'Ctrl U', link: 'Ctrl K' };

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
  const [on, setOn] = useState<ReadonlySet<Tool>>(new Set());
  /** Which tool Tab leads to. */
  const [stop, setStop] = useState<Tool>('bold');
  /** A link under work: what was chosen when it began, which the field would take away, and the address so far. */
  const [linking, setLinking] = useState<{ readonly range: Range; readonly address: string } | null>(null);
  const [badLink, setBadLink] = useState(false);

  useEffect(() => {
    const written = JSON.stringify(value);
    if (box.current === null || written === held.current) return;
    held.current = written;
    writeRich(box.current, value);
    // What was taken back is written anew: the caret stays with those who write.
    if (document.activeElement === box.current) document.getSelection()?.selectAllChildren(box.current);
    if (document.activeElement === box.current) document.getSelection()?.collapseToEnd();
  }, [value]);
  useEffect(() => {
    const look = () => {
      if (box.current !== null && chosenIn(box.current) !== null) setOn(marksAt(box.current));
    };
    document.addEventListener('selectionchange', look);
    return () => {
      document.removeEventListener('selectionchange', look);
    };
  }, []);

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
    if (box.current !== null) setOn(marksAt(box.current));
  };
  const openLink = () => {
    if (box.current === null) return;
    const range = chosenIn(box.current) ?? endOf(box.current);
    const anchor = elementAt(range)?.closest('a');
    if (anchor) range.selectNodeContents(anchor);
    setBadLink(false);
    setLinking({ range: range.cloneRange(), address: anchor?.getAttribute('href') ?? '' });
  };
  const closeLink = () => {
    const range = linking?.range;
    setLinking(null);
    box.current?.focus();
    if (range) select(range);
  };
  const setLink = () => {
    if (linking === null) return;
    const address = linkFrom(linking.address);
    if (address === null) {
      setBadLink(true);
      return;
    }
    closeLink();
    // Nothing was chosen: the address itself is what is read.
    if (linking.range.collapsed) {
      document.execCommand('insertText', false, linking.address.trim());
      const selection = document.getSelection();
      for (let left = linking.address.trim().length; left > 0; left -= 1)
        selection?.modify('extend', 'backward', 'character');
    }
    act('createLink', address);
    document.getSelection()?.collapseToEnd();
  };
  const use: Readonly<Record<Tool, () => void>> = {
    bold: () => {
      act('bold');
    },
    italic: () => {
      act('italic');
    },
    underline: () => {
      act('underline');
    },
    heading: () => {
      act('formatBlock', on.has('heading') ? 'p' : 'h2');
    },
    list: () => {
      act('insertUnorderedList');
    },
    link: openLink,
  };
  const walk = (event: KeyboardEvent<HTMLDivElement>) => {
    const at = names.indexOf(stop);
    const to: Partial<Record<string, number>> = {
      ArrowRight: (at + 1) % names.length,
      ArrowLeft: (at + names.length - 1) % names.length,
      Home: 0,
      End: names.length - 1,
    };
    const next = to[event.key];
    if (next === undefined) return;
    event.preventDefault();
    setStop(names[next]!);
    event.currentTarget.querySelectorAll('button')[next]?.focus();
  };
  return (
    <div className="bld-rich">
      <span className="label" id={id}>
        {label}
      </span>
      <div className="box">
        <div className="tools" role="toolbar" aria-label={t('rich.tools', { label })} onKeyDown={walk}>
          {names.map((name) => {
            const Icon = icons[name];
            const words = t(`rich.${name}`);
            return (
              <button
                key={name}
                type="button"
                aria-label={words}
                aria-pressed={on.has(name)}
                title={keys[name] === undefined ? words : `${words} · ${keys[name]}`}
                tabIndex={name === stop ? 0 : -1}
                // The text keeps its selection when a tool is pressed.
                onMouseDown={(event) => {
                  event.preventDefault();
                }}
                onFocus={() => {
                  setStop(name);
                }}
                onClick={use[name]}
              >
                <Icon size={16} aria-hidden />
              </button>
            );
          })}
        </div>
        {linking !== null && (
          <div className="link">
            <TextInput
              size="xs"
              type="url"
              aria-label={t('rich.linkTo')}
              placeholder={t('rich.linkHint')}
              value={linking.address}
              error={badLink ? t('builder.badLink') : null}
              data-autofocus
              ref={focusAtOnce}
              onChange={(event) => {
                setBadLink(false);
                setLinking({ ...linking, address: event.currentTarget.value });
              }}
              onKeyDown={(event) => {
                if (event.key === 'Enter') {
                  event.preventDefault();
                  setLink();
                } else if (event.key === 'Escape') {
                  event.preventDefault();
                  closeLink();
                }
              }}
            />
            <Button size="xs" onClick={setLink}>
              {t('rich.setLink')}
            </Button>
            {on.has('link') && (
              <Button
                size="xs"
                variant="default"
                aria-label={t('rich.unlink')}
                onClick={() => {
                  closeLink();
                  act('unlink');
                }}
              >
                <IconLinkOff size={15} aria-hidden />
              </Button>
            )}
          </div>
        )}
        <div
          ref={box}
          className="text"
          contentEditable
          suppressContentEditableWarning
          role="textbox"
          aria-multiline
          aria-labelledby={id}
          dir="auto"
          onInput={read}
          onBlur={read}
          onKeyDown={(event) => {
            if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
              // Here it is the link that every editor has on it, not the command palette.
              event.preventDefault();
              event.stopPropagation();
              openLink();
            }
          }}
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

const focusAtOnce = (input: HTMLInputElement | null): void => {
  if (input !== null && document.activeElement !== input) input.focus();
};

/** What is chosen within an element; null: it lies elsewhere. */
function chosenIn(box: HTMLElement): Range | null {
  const selection = document.getSelection();
  if (selection === null || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0);
  return box.contains(range.commonAncestorContainer) ? range : null;
}
function endOf(box: HTMLElement): Range {
  const range = document.createRange();
  range.selectNodeContents(box.lastElementChild ?? box);
  range.collapse(false);
  return range;
}
function select(range: Range): void {
  const selection = document.getSelection();
  selection?.removeAllRanges();
  selection?.addRange(range);
}
const elementAt = ({ startContainer: node }: Range): Element | null =>
  node instanceof Element ? node : node.parentElement;

/** Which of our marks lie on what is chosen. */
function marksAt(box: HTMLElement): ReadonlySet<Tool> {
  const range = chosenIn(box);
  const element = range === null ? null : elementAt(range);
  return new Set(
    names.filter((name) =>
      name === 'heading' ? element?.closest('h2')
      : name === 'list' ? element?.closest('li')
      : name === 'link' ? element?.closest('a')
      : document.queryCommandState(name),
    ),
  );
}
