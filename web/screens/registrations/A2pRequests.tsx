import { useList } from '../../components/list.ts';
import { Queue, startWith } from './Queue.tsx';
import { RequiredFrom } from './RequiredFrom.tsx';
import { t } from './texts.ts';

const waiting = ['carrier', 'business', 'operator', 'no-one'] as const;
/** `business_id`: of one business, as a fee's line links to it. */
const start = startWith(waiting, { business_id: null });

/** Requests for the registration of local numbers. */
export default function A2pRequests() {
  return (
    <Queue
      title={t('tf.a2p')}
      noneText={t('tf.a2pNoneText')}
      list={useList('/admin/a2p', start)}
      waiting={waiting}
      actions={<RequiredFrom />}
      hrefOf={({ id }) => `/admin/settings/a2p/${id}/edit`}
      second={{ id: 'stage', title: t('tf.step'), cell: ({ stage }) => t(`tf.step.${stage}`) }}
    />
  );
}
