import { useList } from '../../components/list.ts';
import { phone } from '../../format/phone.ts';
import { Queue, startWith } from './Queue.tsx';
import { t } from './texts.ts';

const waiting = ['carrier', 'business', 'no-one'] as const;
const start = startWith(waiting);

/** Requests for the verification of toll-free numbers. */
export default function TollfreeRequests() {
  return (
    <Queue
      title={t('tf.title')}
      noneText={t('tf.noneText')}
      list={useList('/admin/tollfree', start)}
      waiting={waiting}
      hrefOf={({ id }) => `/admin/settings/tollfree/${id}/edit`}
      second={{
        id: 'number',
        title: t('tf.number'),
        cell: ({ number }) => <span className="num">{phone(number)}</span>,
      }}
    />
  );
}
