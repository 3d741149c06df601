import { Select } from '@mantine/core';
import { useState } from 'react';
import { SendingPolicy as Policy } from '../../../api/contract/rates.ts';
import { Section } from '../../components/form/Form.tsx';
import { useRead } from '../../data/read.ts';
import { useApp } from '../../session/context.tsx';
import { t } from './texts.ts';

const fields = ['unpriced', 'without_wallet'] as const;
const choices = Policy.shape.unpriced.options;

/** What goes out though no one pays for it. Kept at once. */
export function SendingPolicy() {
  const { client, run } = useApp();
  const { data, refresh } = useRead('/rates/policy', {});
  const [busy, setBusy] = useState(false);
  const policy = data?.data;
  return (
    <Section title={t('prices.policy')} text={t('prices.policyText')}>
      {fields.map((field) => (
        <Select
          key={field}
          label={t(`prices.policy.${field}`)}
          description={t(`prices.policy.${field}.hint`)}
          data={choices.map((value) => ({ value, label: t(`prices.policy.${value}`) }))}
          value={policy?.[field] ?? null}
          allowDeselect={false}
          disabled={!policy || busy}
          onChange={(chosen) => {
            const value = choices.find((choice) => choice === chosen);
            if (value === undefined || policy === undefined) return;
            setBusy(true);
            void run(() => client.put('/rates/policy', { body: { ...policy, [field]: value } })).finally(() => {
              setBusy(false);
              refresh();
            });
          }}
        />
      ))}
    </Section>
  );
}
