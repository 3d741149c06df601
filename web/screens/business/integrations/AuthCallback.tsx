import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { ApiError } from '../../../api/errors.ts';
import { useRefresh } from '../../../api/refresh.ts';
import { useApp } from '../../../session/context.tsx';
import { Passing } from './Passing.tsx';
import { here } from './model.ts';
import { t } from './texts.ts';

/** /auth/callback: a service sent the browser back, with what connects the account. */
export default function AuthCallback() {
  const { client } = useApp();
  const [, go] = useLocation();
  const refresh = useRefresh();
  const [failed, setFailed] = useState<string | null>(null);
  const begun = useRef(false);
  const asked = new URLSearchParams(window.location.search);
  const [code, state] = [asked.get('code'), asked.get('state')];
  const isDenied = code === null || state === null;
  useEffect(() => {
    if (begun.current || isDenied) return;
    begun.current = true;
    client.post('/integrations', { body: { code, state } }).then(
      ({ data }) => {
        void refresh('/integrations/user');
        go(`${here}/${data.id}/edit`, { replace: true });
      },
      (error: unknown) => {
        setFailed(error instanceof ApiError ? error.message : t('integrations.failed'));
      },
    );
  });
  return (
    isDenied ? <Passing title={t('integrations.denied')} text={t('integrations.deniedText')} to={here} />
    : failed === null ? <Passing title={t('integrations.finishing')} text={t('integrations.finishingText')} />
    : <Passing title={t('integrations.failed')} text={failed} to={here} />
  );
}
