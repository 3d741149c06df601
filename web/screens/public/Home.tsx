import { Button } from '@mantine/core';
import { IconHandStop, IconInbox, IconMessage2Bolt } from '@tabler/icons-react';
import { Link } from 'wouter';
import { homeOf } from '../../session/guard.ts';
import { PageTitle } from '../../components/PageHeader.tsx';
import { t } from './texts.ts';
import { Brand } from '../../plain/Brand.tsx';
import { useMaybeProfile } from '../../session/profile.tsx';

const points = [
  { icon: IconMessage2Bolt, title: 'home.point1', text: 'home.point1Text' },
  { icon: IconInbox, title: 'home.point2', text: 'home.point2Text' },
  { icon: IconHandStop, title: 'home.point3', text: 'home.point3Text' },
] as const;

/** The public front page: what this is, and the way in. */
export default function Home() {
  const profile = useMaybeProfile();
  const [to, label] =
    profile ? ([homeOf(profile), t('home.continue')] as const) : (['/login', t('home.signIn')] as const);
  return (
    <div className="bk-public">
      <header>
        <Brand large />
      </header>
      <main>
        <div className="bk-hero">
          <PageTitle title={t('home.title')} />
          <p>{t('home.text')}</p>
          <Button component={Link} href={to} size="md">
            {label}
          </Button>
        </div>
        <div className="bk-points">
          {points.map((point) => (
            <section key={point.title}>
              <point.icon size={24} aria-hidden />
              <h2>{t(point.title)}</h2>
              <p>{t(point.text)}</p>
            </section>
          ))}
        </div>
      </main>
    </div>
  );
}
