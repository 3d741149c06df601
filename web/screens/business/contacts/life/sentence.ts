import { isAttribute } from '../../../../../api/contract/attributes.ts';
import type { TimelineEntry } from '../../../../../api/contract/contact-life.ts';
import { carrierText, missText } from '../../../../../api/contract/outcome-words.ts';
import { attributeInSentence } from '../../../../components/attributes/label.ts';
import { shortTime, type DateStyle } from '../../../../format/date.ts';
import { callLength } from '../../../../format/duration.ts';
import { maybe, t } from './texts.ts';

const word = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');
/** A code in words where there are any, else as it is. */
export const why = (reason: unknown): string => maybe(`why.${word(reason)}`) ?? word(reason);

/** Which of several sentences for one kind of event. */
function variantOf({ what, details }: TimelineEntry): string {
  switch (what) {
    case 'named':
      return word(details['name']) === '' ? 'none' : '';
    case 'tagged':
      return word(details['tags']) === '' ? 'none' : '';
    case 'conversation-assigned':
      return (
        details['assignee'] === null ? 'nobody'
        : word(details['assignee']) === '' ? 'someone'
        : ''
      );
    case 'frequency-chosen':
      return word(details['frequency']);
    case 'called':
      return word(details['outcome']);
    case 'message-received':
      return word(details['words']) === '' && Number(details['pictures'] ?? 0) > 0 ? 'pictures' : '';
    case 'coupon-redeemed':
      return details['where'] === 'till' && details['till'] !== null ? 'till' : '';
    case 'voted':
      return details['counts'] === false ? 'excluded' : '';
    case 'loop-joined':
      return details['invited'] === true ? 'invited' : '';
    default:
      return word(details['via'] ?? details['source'] ?? details['purpose']);
  }
}

/** What happened, in one sentence; null: of a kind that this version has no words for. */
export function sentenceOf(entry: TimelineEntry, style: DateStyle): string | null {
  const { what, details } = entry;
  const params: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(details)) params[name] = typeof value === 'number' ? value : word(value);
  for (const name of ['until', 'expiresAt'])
    if (typeof details[name] === 'string') params[name] = shortTime(details[name], style);
  params['why'] = why(details['reason']);
  if (what === 'called') {
    params['length'] = callLength(Number(details['seconds'] ?? 0));
    params['missed'] = missText(word(details['missed']));
  }
  if (typeof details['errorCode'] === 'number') params['carrier'] = carrierText(details['errorCode']);
  params['fields'] = word(details['fields'])
    .split(',')
    .map((field) => (isAttribute(field) ? attributeInSentence(field) : (maybe(`told.${field}`) ?? field)))
    .join(', ');
  const variant = variantOf(entry);
  return (variant === '' ? null : maybe(`happened.${what}.${variant}`, params)) ?? maybe(`happened.${what}`, params);
}

/** How a text or an email has fared, with the reason. */
export function fateOf({ details }: TimelineEntry): string | null {
  const state = word(details['state']);
  const words = state === '' ? null : maybe(`fate.${state}`);
  if (words === null) return null;
  const reason =
    typeof details['errorCode'] === 'number' ? carrierText(details['errorCode'])
    : details['reason'] === null ? ''
    : why(details['reason']);
  return reason === '' || state === 'delivered' ? words : `${words}: ${reason}`;
}

/** What was said: a text's or a note's words, an email's subject, the address of a link, the words of an opt-out. */
export function quoteOf({ what, details }: TimelineEntry): string | null {
  if (what === 'clicked') return word(details['url']) || null;
  const words = word(details['words'] ?? details['subject']);
  if (words === '') {
    const reason = what === 'opted-out' ? word(details['reason']) : '';
    return reason === '' ? null : t('life.why', { words: reason });
  }
  return what === 'opted-in' || what === 'opt-in-requested' || what === 'subscribed-to-email' ?
      t('life.agreedTo', { words })
    : t('life.quote', { words });
}

/** Who did it, where it was not the contact; null: the contact, or the sentence says so. */
export function whoOf({ by, person, impersonated, what }: TimelineEntry): string | null {
  switch (by) {
    case 'contact':
      return null;
    case 'person':
      return (
        person?.name == null ? t('life.byAgency')
        : impersonated ? t('life.byFor', { name: person.name })
        : t('life.by', { name: person.name })
      );
    case 'carrier':
      return what === 'opted-out' ? null : t('life.by.carrier');
    case 'platform':
      return t('life.by.platform');
  }
}

/** Where what it concerns is. */
export function addressOf(about: NonNullable<TimelineEntry['about']>): string {
  switch (about.kind) {
    case 'campaign':
      return `/business/campaigns/${about.id}`;
    case 'broadcast':
      return `/business/broadcasts/${about.id}/report`;
    case 'import':
      return `/business/contacts/import/${about.id}`;
    case 'conversation':
      return `/business/livechat?contact=${about.id}`;
  }
}
