import { Button } from '@mantine/core';
import { Link } from 'wouter';
import { homeOf } from '../../session/guard.ts';
import { PageTitle } from '../../components/PageHeader.tsx';
import { t } from './texts.ts';
import { Brand } from '../../plain/Brand.tsx';
import { useMaybeProfile } from '../../session/profile.tsx';

/** For every address that leads nowhere. */
export function NotFound({ path, inShell = false }: { readonly path: string; readonly inShell?: boolean }) {
  const profile = useMaybeProfile();
  const Place = inShell ? 'div' : 'main';
  return (
    <Place className="bk-lone">
      <div className="box">
        {!inShell && <Brand />}
        <PageTitle title={t('notFound.title')} />
        <p>{t('notFound.text', { path })}</p>
        <div className="actions">
          <Button component={Link} href={profile ? homeOf(profile) : '/'}>
            {t('notFound.home')}
          </Button>
        </div>
      </div>
    </Place>
  );
}
