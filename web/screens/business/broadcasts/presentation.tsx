import { IconDeviceMobileMessage, IconMail, IconPhoto } from '@tabler/icons-react';
import type { Broadcast, BroadcastRow, RecipientCounts } from '../../../../api/contract/broadcasts.ts';
import { maybe, t } from './texts.ts';

export const here = '/business/broadcasts';

const icons = { sms: IconDeviceMobileMessage, mms: IconPhoto, email: IconMail } as const;
export function TypeIcon({ type, size = 18 }: { readonly type: Broadcast['type']; readonly size?: number }) {
  const Icon = icons[type];
  return (
    <span className={`bc-type ${type}`} title={t(`bc.type.${type}`)}>
      <Icon size={size} aria-hidden />
      <span className="sr-only">{t(`bc.type.${type}`)}</span>
    </span>
  );
}

/** How many have left the house: with the carrier or the email provider, arrived or not. */
export const outOf = ({ sent, delivered, undelivered }: RecipientCounts): number => sent + delivered + undelivered;
/** How many have reached an end. */
export const ended = ({ delivered, undelivered, suppressed, stopped, expired }: RecipientCounts): number =>
  delivered + undelivered + suppressed + stopped + expired;

/** A draft leads to where it is written, everything else to its report. */
export const leadsTo = ({ id, status, started_at }: Pick<BroadcastRow, 'id' | 'status' | 'started_at'>): string =>
  started_at === null && status !== 'paused' ? `${here}/${id}/edit` : `${here}/${id}/report`;

/** Why, in words a shop owner has: from the carrier's code, else from our own reason. */
export const why = (reason: string | null, errorCode: number | null): string =>
  (errorCode === null ? null : maybe(`carrier.${errorCode}`)) ??
  (reason === null || reason === '' ? null : (maybe(`reason.${reason}`) ?? reason)) ??
  t('reason.unsaid');

/** Why somebody would get nothing, before anything is sent. */
export const leftOut = (reason: string): string => maybe(`leftOut.${reason}`) ?? why(reason, null);

/** What can be done about it; null: nothing but to know it. */
export const cure = (reason: string | null, errorCode: number | null): string | null =>
  (errorCode === null ? null : maybe(`cure.${errorCode}`)) ?? (reason === null ? null : maybe(`cure.${reason}`));

export const letter = (variant: number): string => String.fromCharCode(65 + variant);
