import type { Subscription } from '../../../api/contract/subscriptions.ts';
import { date } from '../../format/date.ts';
import { useDateStyle } from '../../session/profile.tsx';
import { maybe, t } from './texts.ts';

const grave: ReadonlySet<string> = new Set(['past_due', 'unpaid', 'incomplete']);

/** How a subscription stands, in a word. */
export function StatusTag({ subscription }: { readonly subscription: Subscription }) {
  const style = useDateStyle();
  const { status, cancel_at: end } = subscription;
  const isGrave = grave.has(status);
  if (!isGrave && end !== null)
    return <span className="bk-tag warn">{t('sub.status.ending', { date: date(end, style) })}</span>;
  const tone =
    isGrave ? ' bad'
    : status === 'active' ? ' good'
    : '';
  return <span className={`bk-tag sub-tag${tone}`}>{maybe(`sub.status.${status}`) ?? status}</span>;
}
