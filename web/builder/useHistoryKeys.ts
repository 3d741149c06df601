import { useEffect, useRef } from 'react';

/**
 * Ctrl+S saves, Ctrl+Z undoes, Ctrl+Y and Ctrl+Shift+Z redo, wherever the focus is. `takes`: whether a press is for the
 * document, and not for what is typed in a dialog or a field of its own.
 */
export function useHistoryKeys(keys: {
  readonly save?: () => void;
  readonly step: (way: 'undo' | 'redo') => void;
  readonly takes: (event: KeyboardEvent) => boolean;
}): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if ((!event.ctrlKey && !event.metaKey) || event.altKey) return;
      const { save, step, takes } = latest.current;
      const key = event.key.toLowerCase();
      if (key === 's' && save !== undefined) {
        event.preventDefault();
        save();
        return;
      }
      const way =
        key === 'y' ? 'redo'
        : key !== 'z' ? null
        : event.shiftKey ? 'redo'
        : 'undo';
      if (way === null || !takes(event)) return;
      event.preventDefault();
      step(way);
    };
    document.addEventListener('keydown', hear);
    return () => {
      document.removeEventListener('keydown', hear);
    };
  }, []);
}
