import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { letter } from '../presentation.tsx';
import { t } from '../texts.ts';

/** One of those who will get it, and the way to the next; null: nobody is known. */
export function useStepping<T>(samples: readonly T[]) {
  const [at, setAt] = useState(0);
  const several = samples.length > 1;
  return {
    sample: samples.length === 0 ? null : samples[at % samples.length]!,
    step: several ? (by: -1 | 1) => setAt((before) => (before + by + samples.length) % samples.length) : null,
  };
}

/** What is shown, which variant of it, and for whom. */
export function PreviewHead({
  variant,
  name,
  step,
}: {
  /** Null: there is one alone. */
  readonly variant: number | null;
  /** Of the one it is shown for; null: nobody is known. */
  readonly name: string | null;
  readonly step: ((by: -1 | 1) => void) | null;
}) {
  const steps = [
    { by: -1, label: t('bc.preview.before'), Icon: IconChevronLeft },
    { by: 1, label: t('bc.preview.next'), Icon: IconChevronRight },
  ] as const;
  return (
    <>
      <header>
        <h2>{t('bc.preview.title')}</h2>
        {variant !== null && <span className="faint">{t('bc.message.variant', { letter: letter(variant) })}</span>}
        {step !== null && (
          <span className="end">
            {steps.map(({ by, label, Icon }) => (
              <ActionIcon
                key={by}
                aria-label={label}
                onClick={() => {
                  step(by);
                }}
              >
                <Icon size={16} aria-hidden />
              </ActionIcon>
            ))}
          </span>
        )}
      </header>
      <p className="who muted" aria-live="polite">
        {t('bc.preview.as', { name: name ?? t('bc.preview.nobody') })}
      </p>
    </>
  );
}
