import { Button } from '@mantine/core';
import { IconDeviceMobileMessage, IconExternalLink } from '@tabler/icons-react';
import type { Dashboard } from '../../../../api/contract/dashboard.ts';
import { Link } from 'wouter';
import { phone } from '../../../format/phone.ts';
import { t } from './texts.ts';
import { useAppConfig } from '../../../session/brand.ts';
import { useProfile } from '../../../session/profile.tsx';

/** What to do first, while there is nothing to report on. */
export function GettingStarted({ campaign }: { readonly campaign: Dashboard['campaigns'][number] | undefined }) {
  const sandbox = useAppConfig()?.sandbox;
  const ours = useProfile().business?.phone_number ?? null;
  const texted = campaign?.number ?? ours;
  if (texted === null) return <NumberFirst />;
  const number = phone(texted);
  const keyword = campaign?.keyword ?? 'START';
  return (
    <section className="bk-card bk-start full">
      <div className="icon">
        <IconDeviceMobileMessage size={26} aria-hidden />
      </div>
      <div className="text">
        <h2>{t('dashboard.start')}</h2>
        <p>{t('dashboard.startText', { keyword, number })}</p>
        <ol>
          <li>{sandbox ? t('dashboard.startStep1') : t('dashboard.startStep1Real')}</li>
          <li>{t('dashboard.startStep2', { keyword, number })}</li>
          <li>{t('dashboard.startStep3')}</li>
        </ol>
        {sandbox && (
          <Button
            component="a"
            href={sandbox.phone_url}
            target="_blank"
            rel="noreferrer"
            rightSection={<IconExternalLink size={15} aria-hidden />}
          >
            {t('dashboard.startSimulator')}
          </Button>
        )}
      </div>
      <div className="phone" aria-hidden>
        <div className="bubble mine">{keyword}</div>
        <div className="bubble">…</div>
      </div>
    </section>
  );
}

/** Without a number nobody can text: what works without one stands in the notice above. */
const NumberFirst = () => (
  <section className="bk-card bk-start full">
    <div className="icon">
      <IconDeviceMobileMessage size={26} aria-hidden />
    </div>
    <div className="text">
      <h2>{t('dashboard.start')}</h2>
      <p>{t('dashboard.startNumber')}</p>
      <Button component={Link} href="/business/setups/phone-number">
        {t('dashboard.startNumberGo')}
      </Button>
    </div>
  </section>
);
