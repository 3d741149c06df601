import './profile.css';
import { Button } from '@mantine/core';
import { PageTitle } from '../../components/PageHeader.tsx';
import { useLogout } from '../../data/logout.ts';
import { Brand } from '../../plain/Brand.tsx';
import { useRefreshProfile } from '../../session/profile.tsx';
import { TwoStep } from './TwoStep.tsx';
import { t } from './texts.ts';

/** For someone who has to set up a second factor first: nothing else is open to them. */
export default function SetUpTwoStep() {
  const logout = useLogout();
  const refresh = useRefreshProfile();
  return (
    <div className="bk-frame">
      <main className="bk-setup">
        <Brand />
        <PageTitle title={t('setup.title')} />
        <p className="muted">{t('setup.text')}</p>
        <TwoStep
          onReady={() => {
            refresh();
          }}
        />
        <div>
          <Button variant="subtle" px={0} onClick={logout}>
            {t('top.logout')}
          </Button>
        </div>
      </main>
    </div>
  );
}
