import { Select } from '@mantine/core';
import { useState } from 'react';
import { SignInPolicy as Policy } from '../../../../api/contract/security.ts';
import { Section } from '../../../components/form/Form.tsx';
import { useRead } from '../../../data/read.ts';
import { useApp } from '../../../session/context.tsx';
import { t } from './texts.ts';

const choices = Policy.shape.second_factor.options;

/** The users who must have a second factor. Kept at once. */
export function SignInPolicy() {
  const { client, run } = useApp();
  const { data, refresh } = useRead('/sign-in-policy', {});
  const [busy, setBusy] = useState(false);
  return (
    <Section title={t('policy.title')} text={t('policy.text')}>
      <Select
        label={t('policy.who')}
        description={t('policy.hint')}
        data={choices.map((value) => ({ value, label: t(`policy.${value}`) }))}
        value={data?.data.second_factor ?? null}
        allowDeselect={false}
        disabled={!data || busy}
        onChange={(chosen) => {
          const second_factor = choices.find((value) => value === chosen);
          if (second_factor === undefined) return;
          setBusy(true);
          void run(() => client.put('/sign-in-policy', { body: { second_factor } })).finally(() => {
            setBusy(false);
            refresh();
          });
        }}
      />
    </Section>
  );
}
