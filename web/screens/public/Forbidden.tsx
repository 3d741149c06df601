import { Button } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { Link } from 'wouter';
import { homeOf } from '../../session/guard.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { PageTitle } from '../../components/PageHeader.tsx';
import { useProfile } from '../../session/profile.tsx';
import { t } from './texts.ts';

/** In the place of a screen that a member's role does not reach. */
export function Forbidden() {
  const profile = useProfile();
  const role = profile.member?.role ?? 'owner';
  const back =
    role === 'agent' ? t('forbidden.back.inbox')
    : role === 'till' ? t('forbidden.back.till')
    : t('forbidden.back.home');
  return (
    <div className="bk-page">
      <PageTitle title={t('forbidden.title')} />
      <div className="bk-card">
        <EmptyState icon={IconLock} title={t('forbidden.title')} text={t(`forbidden.text.${role}`)}>
          <Button component={Link} href={homeOf(profile)}>
            {back}
          </Button>
        </EmptyState>
      </div>
    </div>
  );
}
