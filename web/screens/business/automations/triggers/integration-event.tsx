import { recordKinds } from '../../../../../api/contract/integrations.ts';
import { useRead } from '../../../../data/read.ts';
import { Choice } from '../fields/choices.tsx';
import { t } from '../texts.ts';
import type { OnOf, TriggerEditing } from './editor.tsx';

export function IntegrationEvent({ on, at, wrong, put }: TriggerEditing<OnOf<'integration-event'>>) {
  const { data } = useRead('/integrations/user/select-options', {});
  return (
    <>
      <Choice
        label={t('au.p.integration')}
        among={data?.data ?? []}
        value={on.integrationId}
        none={t('au.p.anyIntegration')}
        error={wrong(`${at}.integrationId`)}
        onChange={(integrationId) => {
          put({ ...on, integrationId });
        }}
      />
      <Choice
        label={t('au.p.record')}
        among={recordKinds.map((kind) => ({ id: kind, name: t(`au.record.${kind}`) }))}
        value={on.event === '' ? null : on.event}
        none={t('au.p.anyRecord')}
        error={wrong(`${at}.event`)}
        onChange={(event) => {
          put({ ...on, event: event ?? '' });
        }}
      />
    </>
  );
}
