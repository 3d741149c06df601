import { useRead } from '../../../../data/read.ts';
import { Choice } from '../fields/choices.tsx';
import { t } from '../texts.ts';
import type { StepEditing } from './editor.tsx';

export function GotoRegistration({ node, around: { wrong }, put }: StepEditing<'GotoRegistration'>) {
  const { integrationId } = node;
  const { data: integrations } = useRead('/integrations/user/select-options', { query: { type: 'goto' } });
  const { data: webinars } = useRead(
    '/integrations/goto/webinars',
    integrationId === null ? null : { query: { integration_id: integrationId } },
  );
  return (
    <>
      <Choice
        label={t('au.p.integration')}
        among={integrations?.data ?? []}
        value={integrationId}
        none={t('au.p.chooseIntegration')}
        error={wrong('integrationId')}
        onChange={(id) => {
          put({ ...node, integrationId: id, webinar: '' });
        }}
      />
      <Choice
        label={t('au.p.webinar')}
        description={t('au.p.webinarText')}
        among={webinars?.data ?? []}
        value={node.webinar === '' ? null : node.webinar}
        none={t('au.p.chooseWebinar')}
        error={wrong('webinar')}
        onChange={(webinar) => {
          put({ ...node, webinar: webinar ?? '' });
        }}
      />
    </>
  );
}
