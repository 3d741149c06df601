import type { Message } from '../../../../api/contract/messages.ts';
import { maybe, t } from './texts.ts';

/** Why a message is as it is, in plain words: from the carrier's code, else from our own reason; null where there is nothing to explain. */
export function explain(message: Pick<Message, 'status' | 'error_code' | 'reason'>): string | null {
  if (!['failed', 'suppressed', 'held', 'unknown'].includes(message.status)) return null;
  const byCode = message.error_code === null ? null : maybe(`carrier.${message.error_code}`);
  const words =
    byCode ??
    (message.reason === null ?
      null
    : (maybe(`reason.${message.reason}`) ?? (message.reason.includes(' ') ? message.reason : null)));
  return (
    words ??
    (message.status === 'failed' ? t('reason.failed')
    : message.status === 'unknown' ? t('reason.unknown')
    : null)
  );
}
