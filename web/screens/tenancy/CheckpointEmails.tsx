import { Switch } from '@mantine/core';
import { useState } from 'react';
import { useRefresh } from '../../api/refresh.ts';
import { Section } from '../../components/form/Form.tsx';
import { useRead } from '../../data/read.ts';
import { useApp } from '../../session/context.tsx';
import { useCan } from '../../session/rights.ts';
import { t } from './texts.ts';

/** Whether the owner gets the checkpoint of each day by email. Nothing for those who may not choose it. */
export function CheckpointEmails() {
  const { client, run } = useApp();
  const refresh = useRefresh();
  const isOffered = useCan()('members');
  const { data } = useRead('/notifications/checkpoint-emails', isOffered ? {} : null);
  const [isBusy, setIsBusy] = useState(false);
  if (data === undefined) return null;
  const choose = async (enabled: boolean) => {
    setIsBusy(true);
    await run(async () => {
      await client.put('/notifications/checkpoint-emails', { body: { enabled } });
      await refresh('/notifications/checkpoint-emails');
    });
    setIsBusy(false);
  };
  return (
    <div className="bk-form">
      <Section title={t('checkpoints.title')} text={t('checkpoints.text')}>
        <Switch
          label={t('checkpoints.label')}
          description={t('checkpoints.hint')}
          checked={data.data.enabled}
          disabled={isBusy}
          onChange={(event) => void choose(event.currentTarget.checked)}
        />
      </Section>
    </div>
  );
}
