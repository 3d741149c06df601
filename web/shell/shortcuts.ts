import { useEffect, useRef } from 'react';
import { leadTime } from '../session/chat-keys.ts';
import type { MenuEntry } from './menu.ts';

export type Shortcut =
  | { readonly do: 'search' | 'help' | 'palette' }
  | { readonly do: 'go'; readonly path: string }
  | { readonly do: 'lead' }
  | { readonly do: 'nothing' };

export interface KeyPress {
  readonly key: string;
  readonly mod: boolean;
  readonly alt: boolean;
  readonly typing: boolean;
  readonly inDialog: boolean;
}

/** What a key means. `led`: the key before, a moment ago, was `g`. While somebody types, only the palette answers. */
export function shortcutOf(press: KeyPress, led: boolean, entries: readonly MenuEntry[]): Shortcut {
  if (press.mod && !press.alt && press.key.toLowerCase() === 'k') return { do: 'palette' };
  if (press.typing || press.inDialog || press.mod || press.alt) return { do: 'nothing' };
  if (led) {
    const entry = entries.find((candidate) => candidate.key === press.key.toLowerCase());
    if (entry) return { do: 'go', path: entry.path };
  }
  if (press.key === '/') return { do: 'search' };
  if (press.key === '?') return { do: 'help' };
  if (press.key === 'g') return { do: 'lead' };
  return { do: 'nothing' };
}

export function useShortcuts(
  entries: readonly MenuEntry[],
  act: { readonly palette: () => void; readonly help: () => void; readonly go: (path: string) => void },
): void {
  const ledAt = useRef(0);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const target = event.target instanceof HTMLElement ? event.target : null;
      const shortcut = shortcutOf(
        {
          key: event.key,
          mod: event.metaKey || event.ctrlKey,
          alt: event.altKey,
          typing: target?.closest('input, textarea, select, [contenteditable="true"]') !== null,
          inDialog: document.querySelector('[role="dialog"][aria-modal="true"]') !== null,
        },
        event.timeStamp - ledAt.current < leadTime,
        entries,
      );
      ledAt.current = 0;
      if (shortcut.do === 'nothing') return;
      if (shortcut.do === 'lead') {
        ledAt.current = event.timeStamp;
        return;
      }
      event.preventDefault();
      if (shortcut.do === 'palette') act.palette();
      else if (shortcut.do === 'help') act.help();
      else if (shortcut.do === 'go') act.go(shortcut.path);
      else document.querySelector<HTMLInputElement>('main [data-search]')?.focus();
    };
    document.addEventListener('keydown', press);
    return () => {
      document.removeEventListener('keydown', press);
    };
  }, [entries, act]);
}
