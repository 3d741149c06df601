import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useMemo } from 'react';
import { hintsOf, type Hint } from '../../api/contract/email-design.ts';
import { useEditing } from './editing.ts';
import { t } from './texts.ts';

/** What might keep the email from arriving or from being read. Each leads to where it is mended; none stops anybody. */
export function Hints({
  subject,
  onSubject,
}: {
  /** null: it is written elsewhere. */
  readonly subject: string | null;
  readonly onSubject?: (() => void) | undefined;
}) {
  const { design, fields, select } = useEditing();
  const hints = useMemo(
    () =>
      hintsOf(
        design,
        subject,
        fields.map(({ name }) => name),
      ),
    [design, subject, fields],
  );
  const go = ({ blockId, field }: Hint) => {
    if (field === 'subject') {
      onSubject?.();
      return;
    }
    const footer = field === 'note' || field === 'unsubscribe';
    select(
      blockId !== null ? { kind: 'block', id: blockId }
      : footer ? { kind: 'footer' }
      : { kind: 'mail' },
    );
    requestAnimationFrame(() => {
      const block = document.querySelector<HTMLElement>(`[data-block="${blockId ?? ''}"]`);
      block?.scrollIntoView({ block: 'nearest' });
      const control = document.querySelector<HTMLElement>(`.ee-side [data-field="${field}"]`);
      const target =
        control?.matches('input,textarea') ?
          control
        : (control?.querySelector<HTMLElement>('input,button,textarea') ??
          block?.querySelector<HTMLElement>('[contenteditable]') ??
          document.querySelector<HTMLElement>('.ee-side h2'));
      target?.focus();
    });
  };
  if (hints.length === 0)
    return (
      <p className="ee-hints-none">
        <IconCircleCheck size={16} aria-hidden /> {t('ee.hints.none')}
      </p>
    );
  return (
    <section className="ee-hints" aria-label={t('ee.hints')}>
      <h2>{t('ee.hints.count', { count: hints.length })}</h2>
      <ul>
        {hints.slice(0, 30).map((hint, index) => (
          <li key={index} data-about={hint.about}>
            <button
              type="button"
              onClick={() => {
                go(hint);
              }}
            >
              <IconAlertTriangle size={14} aria-hidden />
              {t(`ee.hint.${hint.what}`, { detail: hint.detail })}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
