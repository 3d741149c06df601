import { Button } from '@mantine/core';
import { IconArchive, IconPhoneOff, IconPower, IconWallet, type TablerIcon } from '@tabler/icons-react';
import { Link } from 'wouter';
import { audienceOf } from '../session/guard.ts';
import type { AccountBlock } from '../session/account-status.ts';
import { PageTitle } from '../components/PageHeader.tsx';
import { t } from './texts.ts';
import { useMainAccount } from '../session/impersonation.ts';
import { useAppConfig } from '../session/brand.ts';
import { useProfile } from '../session/profile.tsx';
import { useLogout } from '../data/logout.ts';
import { ActingBar } from './ActingBar.tsx';
import { Brand } from '../plain/Brand.tsx';

const icons: Readonly<Record<AccountBlock, TablerIcon>> = {
  archived: IconArchive,
  inactive: IconPower,
  subscription: IconWallet,
  number: IconPhoneOff,
};

/** For an account that cannot be used: why, what that means, whom to ask, and the ways out. */
export function Blocked({ why }: { readonly why: AccountBlock }) {
  const profile = useProfile();
  const logout = useLogout();
  const back = useMainAccount();
  const support = useAppConfig()?.support_email ?? null;
  const account = profile.business?.name ?? profile.agency?.name ?? profile.full_name;
  const agency = profile.business?.agency ?? null;
  const email = agency?.email ?? support;
  const Icon = icons[why];
  return (
    <div className="bk-frame">
      <ActingBar />
      <main className="bk-lone">
        <div className="box bk-blocked">
          <Brand />
          <span className="why">
            <Icon size={22} aria-hidden />
          </span>
          <PageTitle title={t(`blocked.${why}.title`, { name: account })} />
          <p>{t(profile.role === 'Agency' ? `blocked.${why}.agency` : `blocked.${why}.business`)}</p>
          <p>
            <b>{t('blocked.next')}</b>{' '}
            {profile.impersonator ?
              t('blocked.askYourself')
            : email === null ?
              t('blocked.askNobody')
            : agency ?
              t('blocked.askAgency', { name: agency.name, email })
            : t('blocked.askSupport', { email })}
          </p>
          <div className="actions">
            {profile.impersonator ?
              <Button
                onClick={() => {
                  void back();
                }}
              >
                {t('acting.main')}
              </Button>
            : email !== null && (
                <Button component="a" href={`mailto:${email}?subject=${encodeURIComponent(account)}`}>
                  {t('blocked.write')}
                </Button>
              )
            }
            <Button variant="default" component={Link} href={`/${audienceOf[profile.role]}/profile`}>
              {t('top.myAccount')}
            </Button>
            <Button variant="subtle" onClick={logout}>
              {t('top.logout')}
            </Button>
          </div>
          <p className="faint">{t('blocked.as', { email: profile.email })}</p>
        </div>
      </main>
    </div>
  );
}
