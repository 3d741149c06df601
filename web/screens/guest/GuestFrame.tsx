import { IconChecks } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { PageTitle } from '../../components/PageHeader.tsx';
import { t } from './texts.ts';
import { Brand } from '../../plain/Brand.tsx';

/** What the screens before the sign-in look like: brand, title, a line below, and beside it what all this is about. */
export function GuestFrame({
  title,
  text,
  children,
}: {
  readonly title: string;
  readonly text: ReactNode;
  readonly children?: ReactNode;
}) {
  return (
    <main className="bk-login">
      <div className="form">
        <div className="inner">
          <Brand large />
          <PageTitle title={title} />
          <p className="sub">{text}</p>
          {children}
        </div>
      </div>
      <aside aria-hidden>
        <div className="bk-demo">
          <div className="in">PIZZA</div>
          <div className="out">You’re in! Show this text for a free slice today. Reply STOP to opt out.</div>
          <div className="tick">
            <IconChecks size={15} />
            {t('status.delivered')}
          </div>
        </div>
        <div>
          <h2>{t('login.aside')}</h2>
          <p>{t('login.asideText')}</p>
        </div>
      </aside>
    </main>
  );
}
