import { Button } from '@mantine/core';
import { Link } from 'wouter';
import { PageHeader } from '../../components/PageHeader.tsx';
import { OwnPayer } from '../payments/OwnPayer.tsx';
import { PayerStatement, StatementState } from './PayerStatement.tsx';
import { t } from './texts.ts';

/** What an agency, or a business that stands alone, used in a month and what it costs. */
export default function Statements() {
  return (
    <OwnPayer title={t('st.title')}>
      <PayerStatement
        header={(statement, tools) => (
          <PageHeader title={t('st.title')} meta={<StatementState statement={statement} />}>
            {statement?.payer.kind === 'agency' && (
              <Button component={Link} href="/agency/statements/bills" variant="default">
                {t('bills.title')}
              </Button>
            )}
            {tools}
          </PageHeader>
        )}
      />
    </OwnPayer>
  );
}
