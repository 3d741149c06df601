import { ActionIcon, Tooltip } from '@mantine/core';
import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react';

/** Undo or redo. It stays focusable with nothing to undo: the last press of it keeps the focus here. */
export function HistoryButton({
  way,
  act,
  hint,
  onStep,
}: {
  readonly way: 'undo' | 'redo';
  readonly act: string;
  /** The words with what is undone and the key for it; null: there is nothing to undo. */
  readonly hint: ((key: string) => string) | null;
  readonly onStep: (way: 'undo' | 'redo') => void;
}) {
  const Icon = way === 'undo' ? IconArrowBackUp : IconArrowForwardUp;
  return (
    <Tooltip label={hint === null ? act : hint(way === 'undo' ? 'Ctrl Z' : 'Ctrl Shift Z')}>
      <ActionIcon
        aria-label={act}
        {...(hint === null ? { 'data-disabled': true, 'aria-disabled': true } : {})}
        onClick={() => {
          if (hint !== null) onStep(way);
        }}
      >
        <Icon size={18} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
