import { Button } from '@mantine/core';
import { Link } from 'wouter';
import { PageTitle } from '../../../components/PageHeader.tsx';
import { Brand } from '../../../plain/Brand.tsx';
import { t } from './texts.ts';

/** A screen on the way to a service or back. `to`: the way out, where it goes no further. */
export const Passing = ({
  title,
  text,
  to = null,
}: {
  readonly title: string;
  readonly text: string;
  readonly to?: string | null;
}) => (
  <div className="bk-public">
    <header>
      <Brand large />
    </header>
    <main>
      <div className="bk-hero" aria-live="polite">
        <PageTitle title={title} />
        <p>{text}</p>
        {to !== null && (
          <Button component={Link} href={to}>
            {t('integrations.toList')}
          </Button>
        )}
      </div>
    </main>
  </div>
);
