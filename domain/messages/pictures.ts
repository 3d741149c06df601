import { DomainError } from '../kernel/errors.ts';

/** Refused with `mms_inactive` where a business may not send pictures. Those that come in are shown all the same. */
export function checkPictures(
  { media }: { readonly media: readonly unknown[] },
  business: { readonly isActiveMms: boolean },
  field = 'media',
): void {
  if (media.length === 0 || business.isActiveMms) return;
  const message = 'Picture messages are off for this business. Remove the picture and send a text.';
  throw new DomainError('mms_inactive', message, { [field]: [message] });
}
