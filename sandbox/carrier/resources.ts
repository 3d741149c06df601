import type { AccountRecord, MediaRecord, MessageRecord, MessageState, NumberRecord } from './records.ts';
import { failureWords } from './errors.ts';
import { isTollFree, type Place } from './geography.ts';

/** The JSON of Twilio's API 2010-04-01. Dates are RFC 2822 with whole seconds, in UTC. */

const date = (at: number | null): string | null =>
  at === null ? null : new Date(at).toUTCString().replace('GMT', '+0000');

export function messageResource(message: MessageRecord, state: MessageState = message.state): Record<string, unknown> {
  const uri = `/2010-04-01/Accounts/${message.accountSid}/Messages/${message.sid}.json`;
  const initial = state !== message.state;
  const errorCode = initial ? null : message.errorCode;
  return {
    account_sid: message.accountSid,
    api_version: '2010-04-01',
    body: message.body,
    date_created: date(message.createdAt),
    date_sent: initial ? null : date(message.sentAt),
    date_updated: date(initial ? message.createdAt : message.updatedAt),
    direction: message.direction,
    error_code: errorCode,
    error_message: errorCode === null ? null : (failureWords[errorCode] ?? null),
    from: message.from,
    messaging_service_sid: null,
    num_media: String(message.direction === 'inbound' ? message.media.length : message.mediaUrls.length),
    num_segments: String(message.segments),
    price: null,
    price_unit: 'USD',
    sid: message.sid,
    status: state,
    subresource_uris: { media: uri.replace('.json', '/Media.json') },
    to: message.to,
    uri,
  };
}

export function mediaResource(message: MessageRecord, media: MediaRecord): Record<string, unknown> {
  return {
    sid: media.sid,
    account_sid: message.accountSid,
    parent_sid: message.sid,
    content_type: media.contentType,
    date_created: date(message.createdAt),
    date_updated: date(message.createdAt),
    uri: `/2010-04-01/Accounts/${message.accountSid}/Messages/${message.sid}/Media/${media.sid}.json`,
  };
}

const capabilities = { voice: true, sms: true, mms: true, fax: false };

export function numberResource(number: NumberRecord): Record<string, unknown> {
  const uri = `/2010-04-01/Accounts/${number.accountSid}/IncomingPhoneNumbers/${number.sid}.json`;
  return {
    sid: number.sid,
    account_sid: number.accountSid,
    friendly_name: number.friendlyName,
    phone_number: number.number,
    voice_url: number.voiceUrl ?? '',
    voice_method: 'POST',
    voice_fallback_url: '',
    voice_fallback_method: 'POST',
    voice_caller_id_lookup: false,
    voice_receive_mode: 'voice',
    voice_application_sid: '',
    date_created: date(number.createdAt),
    date_updated: date(number.updatedAt),
    sms_url: number.smsUrl ?? '',
    sms_method: number.smsMethod,
    sms_fallback_url: number.smsFallbackUrl ?? '',
    sms_fallback_method: 'POST',
    sms_application_sid: '',
    address_requirements: 'none',
    beta: false,
    capabilities,
    status_callback: number.statusCallback ?? '',
    status_callback_method: 'POST',
    api_version: '2010-04-01',
    origin: 'twilio',
    trunk_sid: null,
    emergency_status: 'Inactive',
    emergency_address_sid: null,
    emergency_address_status: 'unregistered',
    address_sid: null,
    identity_sid: null,
    bundle_sid: null,
    status: 'in-use',
    type: isTollFree(number.number) ? 'toll_free' : 'local',
    uri,
    subresource_uris: { assigned_add_ons: uri.replace('.json', '/AssignedAddOns.json') },
  };
}

export function availableResource(number: string, place: Place | null, country: string): Record<string, unknown> {
  return {
    friendly_name: `(${number.slice(2, 5)}) ${number.slice(5, 8)}-${number.slice(8)}`,
    phone_number: number,
    lata: null,
    locality: place?.city ?? null,
    rate_center: place?.city.toUpperCase().slice(0, 10) ?? null,
    latitude: place?.latitude ?? null,
    longitude: place?.longitude ?? null,
    region: place?.region ?? null,
    postal_code: place?.postalCode ?? null,
    iso_country: country,
    address_requirements: 'none',
    beta: false,
    capabilities: { voice: true, SMS: true, MMS: true },
  };
}

export function accountResource(account: AccountRecord): Record<string, unknown> {
  const uri = `/2010-04-01/Accounts/${account.sid}.json`;
  const below = (name: string) => uri.replace('.json', `/${name}.json`);
  return {
    auth_token: account.authToken,
    date_created: date(account.createdAt),
    date_updated: date(account.createdAt),
    friendly_name: account.friendlyName,
    owner_account_sid: account.sid,
    sid: account.sid,
    status: account.status,
    type: account.type,
    uri,
    subresource_uris: {
      available_phone_numbers: below('AvailablePhoneNumbers'),
      incoming_phone_numbers: below('IncomingPhoneNumbers'),
      messages: below('Messages'),
    },
  };
}

/** Where a page of a list stands, in the words of Twilio's list envelope. */
export interface PageOf {
  readonly path: string;
  readonly query: URLSearchParams;
  readonly page: number;
  readonly pageSize: number;
  readonly count: number;
  /** The last sid of this page when there is another, and the first when there is one before. */
  readonly nextAfter: string | null;
  readonly previousBefore: string | null;
}

export function envelope({
  path,
  query,
  page,
  pageSize,
  count,
  nextAfter,
  previousBefore,
}: PageOf): Record<string, unknown> {
  const uri = (number: number, token: string | null) => {
    const words = new URLSearchParams(query);
    words.delete('PageToken');
    words.set('PageSize', String(pageSize));
    words.set('Page', String(number));
    if (token !== null) words.set('PageToken', token);
    return `${path}?${words.toString()}`;
  };
  const start = page * pageSize;
  return {
    end: count === 0 ? 0 : start + count - 1,
    first_page_uri: uri(0, null),
    next_page_uri: nextAfter === null ? null : uri(page + 1, `PA${nextAfter}`),
    page,
    page_size: pageSize,
    previous_page_uri: previousBefore === null ? null : uri(page - 1, `PB${previousBefore}`),
    start,
    uri: `${path}${query.size > 0 ? `?${query.toString()}` : ''}`,
  };
}
