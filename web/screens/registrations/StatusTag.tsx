import type { TollfreeStatus } from '../../../api/contract/registrations-desk.ts';
import { t } from './texts.ts';

/** How a request stands, in a word and a color. */
export const StatusTag = ({ status }: { readonly status: TollfreeStatus }) => (
  <span className={`bk-tag${status === 'rejected' ? ' warn' : ''}`}>{t(`tf.status.${status}`)}</span>
);
