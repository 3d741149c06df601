import './api-keys.css';
import { Button } from '@mantine/core';
import type { ApiScope } from '../../../../api/contract/api-keys.ts';
import { CopyField } from '../../../components/CopyField.tsx';
import { t } from './texts.ts';

/** Something harmless that a key with these scopes may ask for. */
const examples: readonly (readonly [ApiScope, string])[] = [
  ['contacts:read', '/contacts'],
  ['messages:read', '/livechat'],
  ['campaigns:read', '/campaigns'],
  ['redemptions:read', '/redemptions'],
  ['broadcasts:read', '/broadcasts'],
  ['automations:read', '/automations'],
  ['reports:read', '/activity'],
  ['settings:read', '/blacklists'],
];

/** A secret that was made a moment ago, which is shown this one time, and a call that works with it. */
export function Secret({
  secret,
  scopes,
  onDone,
}: {
  readonly secret: string;
  readonly scopes: readonly ApiScope[];
  readonly onDone: () => void;
}) {
  const path = examples.find(([scope]) => scopes.includes(scope))?.[1];
  const curl = `curl ${window.location.origin}/api/v1${path ?? ''} \\\n  -H "Authorization: Bearer ${secret}"`;
  return (
    <div className="bk-stack">
      <p>{t('apikeys.secretText')}</p>
      <CopyField label={t('apikeys.secret')} value={secret} />
      {path !== undefined && (
        <>
          <b>{t('apikeys.try')}</b>
          <pre className="bk-keys-curl" tabIndex={0} aria-label={t('apikeys.try')}>
            {curl}
          </pre>
        </>
      )}
      <Button onClick={onDone} style={{ justifySelf: 'end' }}>
        {t('apikeys.done')}
      </Button>
    </div>
  );
}
