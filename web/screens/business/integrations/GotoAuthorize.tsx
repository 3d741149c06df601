import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../../../api/errors.ts';
import { useApp } from '../../../session/context.tsx';
import { Passing } from './Passing.tsx';
import { here } from './model.ts';
import { t } from './texts.ts';

/** /goto/authorize: the browser goes on to the service, and comes back at /auth/callback. */
export default function GotoAuthorize() {
  const { client } = useApp();
  const [failed, setFailed] = useState<string | null>(null);
  const begun = useRef(false);
  const asked = new URLSearchParams(window.location.search);
  const type = asked.get('service') === 'fb' ? 'fb' : 'goto';
  const service = type === 'fb' ? 'Facebook' : 'GoTo';
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    const name = asked.get('name') ?? (type === 'fb' ? 'Facebook' : 'GoToWebinar');
    const body = { type, name, integration_id: asked.get('integration') } as const;
    client.post('/integrations/sign-in', { body, quiet: true }).then(
      ({ data }) => {
        window.location.assign(data.url);
      },
      (error: unknown) => {
        setFailed(error instanceof ApiError ? error.message : t('integrations.failed'));
      },
    );
  });
  return failed === null ?
      <Passing title={t('integrations.going', { service })} text={t('integrations.gotoText')} />
    : <Passing title={t('integrations.failed')} text={failed} to={here} />;
}
