import '../subscriptions/subscriptions.css';
import { useSearch } from 'wouter';
import { RecordHeader } from '../../components/RecordHeader.tsx';
import { withParam } from '../../components/list.ts';
import { useRouteParam } from '../../session/params.ts';
import { NextInvoices } from '../payments/NextInvoice.tsx';
import { PayerStatement, StatementState } from './PayerStatement.tsx';
import { t } from './texts.ts';

/** An operator's look at one payer's month. */
export function OnePayer({ kind }: { readonly kind: 'agency' | 'business' }) {
  const id = useRouteParam('id');
  const of = kind === 'agency' ? { agency_id: id } : { business_id: id };
  // The list opens at the month that is shown here.
  const back = withParam('/admin/statements', useSearch(), 'business', null);
  return (
    <PayerStatement
      of={of}
      after={<NextInvoices of={of} />}
      header={(statement, tools) => (
        <RecordHeader
          id={id}
          name={statement?.payer.name ?? t('st.title')}
          sub={<StatementState statement={statement} />}
          back={{ href: back, label: t('st.title') }}
        >
          {tools}
        </RecordHeader>
      )}
    />
  );
}
