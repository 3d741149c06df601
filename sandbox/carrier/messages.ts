import type { CreateMessage } from './carrier.ts';
import { badRequest } from './errors.ts';
import type { AccountRecord, MessageRecord } from './records.ts';
import { envelope, messageResource } from './resources.ts';
import type { CarrierState } from './state.ts';

const e164 = /^\+[1-9]\d{6,14}$/;

function isWebAddress(text: string): boolean {
  try {
    return /^https?:$/.test(new URL(text).protocol);
  } catch {
    return false;
  }
}

/** Checks the fields of a create call in the carrier's order and words. Throws a CarrierError. */
export function createCommand(account: AccountRecord, state: CarrierState, form: URLSearchParams): CreateMessage {
  const to = (form.get('To') ?? '').replace(/[\s().-]/g, '');
  const from = (form.get('From') ?? '').replace(/[\s().-]/g, '');
  const body = form.get('Body') ?? '';
  const mediaUrls = form.getAll('MediaUrl').filter((url) => url !== '');
  if (to === '') throw badRequest(21604, "A 'To' phone number is required.");
  if (from === '') throw badRequest(21603, "A 'From' phone number is required.");
  if (!e164.test(to)) throw badRequest(21211, `Invalid 'To' Phone Number: ${form.get('To') ?? ''}`);
  if (!e164.test(from)) throw badRequest(21212, `Invalid 'From' Phone Number: ${form.get('From') ?? ''}`);
  if (state.numbers.get(from)?.accountSid !== account.sid) {
    throw badRequest(
      21606,
      `The 'From' phone number provided (${from}) is not a valid message-capable Twilio phone number for this destination/account`,
    );
  }
  if (to === from) throw badRequest(21266, `'To' and 'From' number cannot be the same: ${to}`);
  if (body === '' && mediaUrls.length === 0) throw badRequest(21602, 'Message body is required.');
  if (body.length > 1_600) throw badRequest(21617, 'The concatenated message body exceeds the 1600 character limit');
  if (mediaUrls.length > 10) throw badRequest(21623, 'Number of media files exceeds allowed limit');
  const wrong = mediaUrls.find((url) => !isWebAddress(url));
  if (wrong !== undefined) throw badRequest(21620, `Invalid media URL(s): ${wrong}`);
  const statusCallback = form.get('StatusCallback') || null;
  if (statusCallback !== null && !isWebAddress(statusCallback))
    throw badRequest(21609, `The 'StatusCallback' URL ${statusCallback} is not a valid URL.`);
  const validity = form.get('ValidityPeriod');
  if (validity !== null && !(/^\d+$/.test(validity) && Number(validity) >= 1 && Number(validity) <= 36_000)) {
    throw badRequest(90007, 'Invalid validity period value: it must be between 1 and 36000 seconds');
  }
  return { accountSid: account.sid, from, to, body, mediaUrls, statusCallback };
}

const day = 86_400_000;

/** A test for DateSent and its two bounds; days and instants both work, and both bounds include what they name. */
function sentWithin(query: URLSearchParams): (message: MessageRecord) => boolean {
  const read = (name: string): { at: number; isDay: boolean } | null => {
    const text = query.get(name);
    if (text === null || text === '') return null;
    const at = Date.parse(text);
    if (Number.isNaN(at)) throw badRequest(20001, `Invalid ${name}: ${text}`);
    return { at, isDay: /^\d{4}-\d{2}-\d{2}$/.test(text) };
  };
  const on = read('DateSent');
  const after = read('DateSent>');
  const before = read('DateSent<');
  return (message) => {
    // What is still queued has no sending date yet; it counts with the date it was accepted, so that a look-up finds it.
    const sent = Math.floor((message.sentAt ?? message.createdAt) / 1_000) * 1_000;
    if (on !== null && (on.isDay ? sent < on.at || sent >= on.at + day : sent !== on.at)) return false;
    if (after !== null && sent < Math.floor(after.at / 1_000) * 1_000) return false;
    return before === null || sent < (before.isDay ? before.at + day : before.at + 1_000);
  };
}

/** Reads PageSize and Page as the carrier does: 50 unless told, at most 1,000. */
export function paging(query: URLSearchParams): { page: number; pageSize: number; token: string | null } {
  const number = (name: string, otherwise: number, least: number) => {
    const text = query.get(name);
    if (text === null || text === '') return otherwise;
    if (!/^\d{1,9}$/.test(text) || Number(text) < least) throw badRequest(20001, `Invalid ${name}: ${text}`);
    return Number(text);
  };
  return {
    page: number('Page', 0, 0),
    pageSize: Math.min(1_000, number('PageSize', 50, 1)),
    token: query.get('PageToken'),
  };
}

/** One page of a list, newest first; a page token names the last message of the page before, so new ones shift nothing. */
export function listMessages(
  account: AccountRecord,
  state: CarrierState,
  path: string,
  query: URLSearchParams,
): Record<string, unknown> {
  const to = query.get('To');
  const from = query.get('From');
  const within = sentWithin(query);
  const { page, pageSize, token } = paging(query);
  const source =
    (to ?? from) !== null ?
      (state.byNumber.get((to ?? from) as string) ?? [])
    : (state.byAccount.get(account.sid) ?? []);
  const matches = (message: MessageRecord) =>
    message.accountSid === account.sid &&
    (to === null || message.to === to) &&
    (from === null || message.from === from) &&
    within(message);

  const anchor = token === null ? -1 : source.findIndex((message) => message.sid === token.slice(2));
  if (token !== null && anchor < 0) throw badRequest(20001, `Invalid PageToken: ${token}`);
  const found: MessageRecord[] = [];
  let more = false;
  if (token?.startsWith('PB')) {
    // Backwards: the page that ends just before (is newer than) the anchor.
    for (let i = anchor + 1; i < source.length && found.length < pageSize; i += 1) {
      const message = source[i];
      if (message !== undefined && matches(message)) found.unshift(message);
    }
    more = true;
  } else {
    let skip = token === null ? page * pageSize : 0;
    for (let i = token === null ? source.length - 1 : anchor - 1; i >= 0; i -= 1) {
      const message = source[i];
      if (message === undefined || !matches(message)) continue;
      if (skip > 0) skip -= 1;
      else if (found.length < pageSize) found.push(message);
      else {
        more = true;
        break;
      }
    }
  }
  return {
    ...envelope({
      path,
      query,
      page,
      pageSize,
      count: found.length,
      nextAfter: more ? (found.at(-1)?.sid ?? null) : null,
      previousBefore: page > 0 ? (found[0]?.sid ?? null) : null,
    }),
    messages: found.map((message) => messageResource(message)),
  };
}
