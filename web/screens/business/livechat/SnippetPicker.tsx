import { UnstyledButton } from '@mantine/core';
import { type KeyboardEvent, type RefObject, useId, useState } from 'react';
import type { Snippet } from '../../../../api/contract/snippets.ts';
import { useSnippets } from '../../../data/reads.ts';
import { useProfile } from '../../../session/profile.tsx';
import { askedAt, matching, wordsOf } from './snippets.ts';
import { SnippetsDialog } from './SnippetsDialog.tsx';
import { t } from './texts.ts';

interface Person {
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly phone: string | null;
}

/**
 * Snippets in a field: `/` at the beginning of a word opens the list, what follows narrows it, the arrows choose, Enter
 * or Tab puts its words in place of it, Escape leaves what was typed alone.
 */
export function useSnippetPicker({
  field,
  text,
  setText,
  person,
}: {
  readonly field: RefObject<HTMLTextAreaElement | null>;
  readonly text: string;
  readonly setText: (text: string) => void;
  readonly person: Person;
}) {
  const id = useId();
  const business = useProfile().business?.name ?? null;
  const { data, refresh } = useSnippets();
  const [caret, setCaret] = useState(0);
  const [left, setLeft] = useState<number | null>(null);
  const [active, setActive] = useState(0);
  const [managing, setManaging] = useState(false);
  const asked = askedAt(text, Math.min(caret, text.length));
  const snippets = data?.data ?? [];
  const found = asked === null ? [] : matching(snippets, asked.asked);
  const isOpen =
    asked !== null && asked.from !== left && (found.length > 0 || (asked.asked === '' && data !== undefined));
  const chosen = found[Math.min(active, found.length - 1)];

  const put = (words: string, from: number, to: number) => {
    setText(text.slice(0, from) + words + text.slice(to));
    const end = from + words.length;
    setCaret(end);
    setActive(0);
    requestAnimationFrame(() => {
      field.current?.focus();
      field.current?.setSelectionRange(end, end);
    });
  };
  const pick = (snippet: Snippet) => {
    if (asked === null) return;
    const name = [person.first_name, person.last_name].filter((part) => part !== null && part !== '').join(' ');
    const values = { ...person, full_name: name === '' ? null : name, business_name: business };
    put(wordsOf(snippet, values), asked.from, caret);
  };
  const keys: Readonly<Record<string, () => void>> = {
    ArrowDown: () => {
      setActive((active + 1) % Math.max(1, found.length));
    },
    ArrowUp: () => {
      setActive((active - 1 + found.length) % Math.max(1, found.length));
    },
    Enter: () => {
      if (chosen) pick(chosen);
    },
    Tab: () => {
      if (chosen) pick(chosen);
    },
    Escape: () => {
      setLeft(asked?.from ?? null);
    },
  };
  const list = `${id}-list`;
  return {
    /** True: the key was the list's. */
    onKey: (event: KeyboardEvent): boolean => {
      const act = keys[event.key];
      if (!isOpen || act === undefined || event.nativeEvent.isComposing || event.shiftKey) return false;
      if (found.length === 0 && event.key !== 'Escape') return false;
      event.preventDefault();
      event.stopPropagation();
      act();
      return true;
    },
    /** Opens the list from a button. */
    open: () => {
      const at = field.current?.selectionStart ?? text.length;
      setLeft(null);
      put(at > 0 && !/\s/.test(text[at - 1]!) ? ' /' : '/', at, at);
    },
    fieldProps: {
      'aria-autocomplete': 'list',
      'aria-controls': isOpen ? list : undefined,
      'aria-activedescendant': isOpen && chosen ? `${id}-${chosen.id}` : undefined,
      onSelect: (event: { readonly currentTarget: HTMLTextAreaElement }) => {
        const at = event.currentTarget.selectionStart;
        if (at === caret) return;
        setCaret(at);
        setActive(0);
        if (askedAt(text, at)?.from !== left) setLeft(null);
      },
    } as const,
    element: (
      <>
        {isOpen && (
          <div className="bk-snippets">
            <ul role="listbox" id={list} aria-label={t('snippet.title')}>
              {found.map((snippet) => (
                <li
                  key={snippet.id}
                  id={`${id}-${snippet.id}`}
                  role="option"
                  aria-selected={snippet === chosen}
                  onPointerDown={(event) => {
                    event.preventDefault();
                    pick(snippet);
                  }}
                >
                  <b>/{snippet.name}</b>
                  <span className="clip">{snippet.body}</span>
                </li>
              ))}
            </ul>
            <UnstyledButton
              className="manage"
              onClick={() => {
                setManaging(true);
              }}
            >
              {snippets.length === 0 ? t('snippet.first') : t('snippet.manage')}
            </UnstyledButton>
          </div>
        )}
        <SnippetsDialog
          opened={managing}
          snippets={snippets}
          onChanged={refresh}
          onClose={() => {
            setManaging(false);
          }}
        />
      </>
    ),
  };
}
