import { E164 } from '../../domain/sms/values.ts';
import type { RegistrationEvent } from './port.ts';
import { brandReport, campaignReport, numberReport, textOf } from './words.ts';

/** Events that one post may hold; Twilio batches fewer. */
const most = 200;
const compliance = 'com.twilio.messaging.compliance.';

/** What an array of CloudEvents tells of brands, campaigns and numbers. */
export function readEvents(body: unknown): readonly RegistrationEvent[] {
  const all = Array.isArray(body) ? body.slice(0, most) : [body];
  return all.flatMap((one: unknown) => read(one) ?? []);
}

function read(event: unknown): RegistrationEvent | null {
  if (typeof event !== 'object' || event === null) return null;
  const { type, data, time } = event as { type?: unknown; data?: unknown; time?: unknown };
  if (typeof type !== 'string' || !type.startsWith(compliance) || typeof data !== 'object' || data === null)
    return null;
  const said = data as Readonly<Record<string, unknown>>;
  const at = instantOf(said['updateddate']) ?? instantOf(time);
  if (at === null) return null;
  const [what, name = ''] = type.slice(compliance.length).split('.');
  if (what === 'brand-registration') {
    const reference = textOf(said['brandsid']);
    const word = textOf(said['brandstatus']);
    if (reference === null || word === null) return null;
    const report = brandReport({
      word,
      identity: textOf(said['identitystatus']),
      externalId: said['externalbrandid'],
      score: said['brandscore'],
      errors: said['brandregistrationerrors'],
      at,
    });
    return { kind: 'brand', reference, report };
  }
  if (what === 'campaign-registration') {
    // The campaign itself has another id here than in the API, which names it by its service.
    const reference = textOf(said['messagingservicesid']);
    const word = name === 'campaign-deleted' ? 'deleted' : textOf(said['campaignregistrationstatus']);
    if (reference === null || word === null) return null;
    const errors = said['campaignregistrationerrors'];
    return {
      kind: 'campaign',
      reference,
      report: campaignReport({ word, externalId: said['externalcampaignid'], limits: null, errors, at }),
    };
  }
  if (what === 'number-registration' || what === 'number-deregistration') {
    const number = E164.safeParse(said['phonenumber']);
    const word = textOf(said['externalstatus']) ?? (name === '' ? null : name);
    if (!number.success || word === null) return null;
    const isLeaving = what === 'number-deregistration' && word !== 'failure';
    const report = numberReport({
      word: isLeaving ? 'unregistered' : word,
      reason: said['failureReason'] ?? said['failurereason'],
      at,
    });
    return { kind: 'number', reference: number.data, report };
  }
  return null;
}

function instantOf(value: unknown): Date | null {
  const text = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  if (typeof text !== 'number' && typeof text !== 'string') return null;
  const at = new Date(text);
  return Number.isNaN(at.getTime()) ? null : at;
}
