import type { A2pRequestStatus } from '../../../api/contract/registrations-a2p.ts';
import type { TollfreeStatus } from '../../../api/contract/registrations-desk.ts';
import { t } from './texts.ts';

const tones: Readonly<
  Record<TollfreeStatus | A2pRequestStatus, 'neutral' | 'info' | 'success' | 'warning' | 'danger'>
> = {
  requested: 'info',
  submitting: 'info',
  pending: 'info',
  'in-review': 'info',
  unfunded: 'warning',
  open: 'neutral',
  unregistered: 'warning',
  refused: 'danger',
  rejected: 'danger',
  failed: 'danger',
  suspended: 'danger',
  approved: 'success',
  registered: 'success',
  canceled: 'neutral',
};

/** How a request stands, in a word and a color. */
export const StatusTag = ({ status }: { readonly status: TollfreeStatus | A2pRequestStatus }) => (
  <span className={`bk-status badge tone-${tones[status]}`}>{t(`tf.status.${status}`)}</span>
);
