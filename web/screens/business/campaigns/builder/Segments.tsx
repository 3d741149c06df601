import type { TablerIcon } from '@tabler/icons-react';
import { type KeyboardEvent, useRef } from 'react';

/** How far an arrow key leads; 0: it is none. */
export const stepOf = (key: string): -1 | 0 | 1 =>
  key === 'ArrowRight' || key === 'ArrowDown' ? 1
  : key === 'ArrowLeft' || key === 'ArrowUp' ? -1
  : 0;

/** One of a few, as icons beside each other. One Tab stop; arrows choose. */
export function Segments<T extends string>({
  label,
  value,
  options,
  onChange,
}: {
  readonly label: string;
  readonly value: T;
  readonly options: readonly { readonly value: T; readonly label: string; readonly icon: TablerIcon }[];
  readonly onChange: (value: T) => void;
}) {
  const box = useRef<HTMLSpanElement>(null);
  const move = (event: KeyboardEvent) => {
    const step = stepOf(event.key);
    if (step === 0 || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const at = options.findIndex((option) => option.value === value);
    const next = (at + step + options.length) % options.length;
    onChange(options[next]!.value);
    box.current?.querySelectorAll('button')[next]?.focus();
  };
  return (
    <span ref={box} className="bld-segments" role="radiogroup" aria-label={label} onKeyDown={move}>
      {options.map(({ value: one, label: words, icon: Icon }) => (
        <button
          key={one}
          type="button"
          role="radio"
          aria-checked={one === value}
          aria-label={words}
          title={words}
          tabIndex={one === value ? 0 : -1}
          onClick={() => {
            onChange(one);
          }}
        >
          <Icon size={17} aria-hidden />
        </button>
      ))}
    </span>
  );
}
