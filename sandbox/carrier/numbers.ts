import type { Carrier } from './carrier.ts';
import { badRequest } from './errors.ts';
import { anyOf, isForSale } from './inventory.ts';
import { paging } from './messages.ts';
import type { AccountRecord, NumberRecord } from './records.ts';
import { envelope, numberResource } from './resources.ts';
import type { CarrierState } from './state.ts';

export function numberBySid(state: CarrierState, account: AccountRecord, sid: string): NumberRecord | null {
  for (const number of state.numbers.values())
    if (number.sid === sid && number.accountSid === account.sid) return number;
  return null;
}

function address(form: URLSearchParams, name: string, code: number): string | null | undefined {
  const text = form.get(name);
  if (text === null) return undefined;
  if (text === '') return null;
  try {
    if (/^https?:$/.test(new URL(text).protocol)) return text;
  } catch {
    // Falls through to the refusal.
  }
  throw badRequest(code, `${name} is not valid: ${text}`);
}

/** The number with the settings of the form; what the form does not name stays. Throws a CarrierError. */
function withForm(number: NumberRecord, form: URLSearchParams): NumberRecord {
  const smsUrl = address(form, 'SmsUrl', 21502);
  const smsFallbackUrl = address(form, 'SmsFallbackUrl', 21502);
  const statusCallback = address(form, 'StatusCallback', 21502);
  const voiceUrl = address(form, 'VoiceUrl', 21502);
  const method = form.get('SmsMethod')?.toUpperCase();
  if (method !== undefined && method !== 'POST')
    throw badRequest(21503, 'SmsMethod is not valid: this carrier posts only');
  return {
    ...number,
    friendlyName: form.get('FriendlyName') ?? number.friendlyName,
    smsUrl: smsUrl === undefined ? number.smsUrl : smsUrl,
    smsFallbackUrl: smsFallbackUrl === undefined ? number.smsFallbackUrl : smsFallbackUrl,
    statusCallback: statusCallback === undefined ? number.statusCallback : statusCallback,
    ...(voiceUrl === undefined ? {} : { voiceUrl }),
  };
}

export function updateNumber(carrier: Carrier, number: NumberRecord, form: URLSearchParams): NumberRecord {
  carrier.saveNumber(withForm(number, form));
  return carrier.state.numbers.get(number.number) as NumberRecord;
}

/** Buys the number the form names, or any of an area code. Throws a CarrierError. */
export function buyNumber(carrier: Carrier, account: AccountRecord, form: URLSearchParams): NumberRecord {
  const areaCode = form.get('AreaCode');
  const wanted = form.get('PhoneNumber');
  if (wanted === null && areaCode === null) throw badRequest(21404, 'Either PhoneNumber or AreaCode is required');
  const number = wanted ?? anyOf(carrier.state, areaCode ?? '');
  if (number === null) throw badRequest(21452, `No phone numbers found in area code ${areaCode}`);
  if (!/^\+[1-9]\d{6,14}$/.test(number)) throw badRequest(21421, `PhoneNumber is not valid: ${number}`);
  if (!isForSale(carrier.state, number)) throw badRequest(21422, `${number} is not available.`);
  const draft: NumberRecord = {
    sid: '',
    number,
    accountSid: account.sid,
    createdAt: 0,
    updatedAt: 0,
    friendlyName: number,
    smsUrl: null,
    smsMethod: 'POST',
    smsFallbackUrl: null,
    statusCallback: null,
    label: null,
    keywords: [],
  };
  const settings = withForm(draft, form);
  const bought = carrier.addNumber({ number, accountSid: account.sid, smsUrl: settings.smsUrl });
  carrier.saveNumber({ ...settings, sid: bought.sid, createdAt: bought.createdAt });
  return carrier.state.numbers.get(number) as NumberRecord;
}

export function listNumbers(
  account: AccountRecord,
  state: CarrierState,
  path: string,
  query: URLSearchParams,
): Record<string, unknown> {
  const { page, pageSize } = paging(query);
  const exact = query.get('PhoneNumber');
  const name = query.get('FriendlyName');
  const all = [...state.numbers.values()]
    .filter(
      (number) =>
        number.accountSid === account.sid && (exact === null || number.number.includes(exact.replace(/^\*|\*$/g, ''))),
    )
    .filter((number) => name === null || number.friendlyName === name)
    .reverse();
  const found = all.slice(page * pageSize, (page + 1) * pageSize);
  return {
    ...envelope({
      path,
      query,
      page,
      pageSize,
      count: found.length,
      nextAfter: all.length > (page + 1) * pageSize ? (found.at(-1)?.sid ?? null) : null,
      previousBefore: page > 0 ? (found[0]?.sid ?? '') : null,
    }),
    incoming_phone_numbers: found.map(numberResource),
  };
}
