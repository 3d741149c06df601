import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Note } from '../../../components/form/Form.tsx';
import { brandFields, type Request } from './Brand.tsx';
import { t } from './texts.ts';

/** Why it was refused, each reason with the field that changes it. */
export function Refusal({
  part,
  one,
  cancel,
  hasForm = true,
}: {
  readonly part: 'brand' | 'campaign';
  readonly one: NonNullable<Request['brand']> | Request['campaigns'][number];
  readonly cancel?: () => Promise<void>;
  /** The form is on the screen, so its fields can be jumped to. */
  readonly hasForm?: boolean;
}) {
  const left = part === 'brand' ? 4 - one.attempt : null;
  return (
    <Note
      tone="danger"
      icon={<IconAlertTriangle size={18} aria-hidden />}
      action={
        cancel === undefined ? undefined : (
          <Button variant="default" size="xs" onClick={() => void cancel()}>
            {t('a2p.cancel')}
          </Button>
        )
      }
    >
      <b>{t('a2p.refusedTitle')}.</b>{' '}
      {one.problems.map(({ code, message, cure, fields }) => (
        <p key={`${code}${message}`}>
          {message} {cure} {code !== null && <span className="num">({code})</span>}{' '}
          {(hasForm ? fields : []).map((field) => (
            <Button
              key={field}
              variant="default"
              size="compact-xs"
              onClick={() => {
                jumpTo(field);
              }}
            >
              {t('a2p.goTo', { field: labelOf(field) })}
            </Button>
          ))}
          {fields.length === 0 && cure === null && t('a2p.appeal')}
        </p>
      ))}
      {left !== null && <p>{t('a2p.left', { count: left })}</p>}
    </Note>
  );
}

/** Fields that have a name of their own here. */
const labels: Readonly<Record<string, string>> = { title: t('a2p.titleOf'), samples: t('a2p.section.samples') };
export const labelOf = (field: string): string =>
  labels[field] ?? (known.has(field) ? t(`a2p.${field as 'ein'}`) : field.replaceAll('_', ' '));
const known: ReadonlySet<string> = new Set([
  ...brandFields,
  ...['use_case', 'description', 'message_flow', 'has_links', 'has_phone', 'age_gated', 'lending', 'opt_in_keywords'],
  ...['opt_in_message', 'help_message', 'opt_out_message', 'privacy_url', 'terms_url'],
]);

function jumpTo(field: string): void {
  const [found] = document.getElementsByName(field === 'samples' ? 'sample_1' : field);
  found?.scrollIntoView({ block: 'center' });
  found?.focus();
}
