import { Select } from '@mantine/core';
import { Link } from 'wouter';
import { useRead } from '../../../../data/read.ts';
import { here } from '../model.ts';
import { t } from './texts.ts';

/** The address whose calls start an automation. */
export function HookChoice({
  value,
  error,
  onChange,
}: {
  readonly value: string | null;
  readonly error: string | undefined;
  readonly onChange: (id: string | null) => void;
}) {
  const { data } = useRead('/automations/webhooks', {});
  const rows = data?.data ?? [];
  const gone = value !== null && data !== undefined && rows.every(({ id }) => id !== value);
  return (
    <div className="au-pickhook">
      <Select
        label={t('au.w.listen')}
        placeholder={t('au.w.anyAddress')}
        data={[
          ...rows.map(({ id, name }) => ({ value: id, label: name ?? t('au.w.unnamed') })),
          ...(gone ? [{ value, label: t('au.gone') }] : []),
        ]}
        value={value}
        error={error}
        onChange={onChange}
      />
      <Link href={`${here}/webhooks`}>{t('au.w.manage')}</Link>
    </div>
  );
}
