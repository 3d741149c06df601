import { Button } from '@mantine/core';
import { PageTitle } from '../../components/PageHeader.tsx';
import { maybe, t } from '../../messages/translate.ts';
import { useLogout } from '../../shell/AccountMenu.tsx';
import { Brand } from '../../shell/Brand.tsx';
import { useProfile } from '../../session/profile.tsx';

/** Where operators and agencies land as long as their own workspace does not exist: says so, and offers the way out. */
export default function SignedInElsewhere() {
  const profile = useProfile();
  const logout = useLogout();
  return (
    <main className="bk-lone">
      <div className="box">
        <Brand />
        <PageTitle title={t('landing.title', { role: profile.role })} />
        <p>{maybe(`landing.${profile.role}`)}</p>
        <p>{t('landing.now')}</p>
        <p className="faint">{t('landing.account', { email: profile.email })}</p>
        <div className="actions"><Button onClick={logout}>{t('top.logout')}</Button></div>
      </div>
    </main>
  );
}
