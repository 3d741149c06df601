import type { Aggregate } from '../kernel/decider.ts';
import { DomainError } from '../kernel/errors.ts';
import type { EventOf } from '../kernel/event.ts';
import type { BusinessId } from '../kernel/ids.ts';
import { carrierClassOf } from '../rates/numbers.ts';
import { countryOf } from '../sms/phone.ts';
import type { E164 } from '../sms/values.ts';
import { CallSettingsChanged } from './events.ts';
import { type callerIds, ringSeconds } from './fields.ts';

export interface CallSettings {
  /** Null: calls are not forwarded. */
  readonly forwardTo: E164 | null;
  readonly callerId: (typeof callerIds)[number];
  readonly whisper: boolean;
  readonly ringSeconds: number;
  /** What a caller who was missed is texted; null: nothing. */
  readonly textBack: string | null;
}
export const CallSettings: Aggregate<CallSettings, EventOf<typeof CallSettingsChanged>> = {
  initial: { forwardTo: null, callerId: 'caller', whisper: true, ringSeconds: ringSeconds.usual, textBack: null },
  evolve: (_, { data: { forwardTo, callerId, whisper, ringSeconds, textBack } }) => ({
    forwardTo,
    callerId,
    whisper,
    ringSeconds,
    textBack,
  }),
};

const refused = (message: string): DomainError =>
  new DomainError('validation_failed', message, { forwardTo: [message] });

/** NANP codes that cost the caller money or reach no person. */
const premium = /^\+1(?:900|976|\d{3}976)/;

/**
 * Throws where calls can't be forwarded: the business's own number or another one that is answered here would ring for
 * ever, and a number of another country or a premium one would cost more than anyone expects.
 */
export function checkForward(
  forwardTo: E164,
  { number, isOurs }: { readonly number: E164 | null; readonly isOurs: boolean },
): void {
  if (forwardTo === number)
    throw refused('This is the number that people call. Choose the number of a phone that you answer.');
  if (isOurs) throw refused('This number forwards calls itself. Choose the number of a phone that you answer.');
  if (premium.test(forwardTo) || carrierClassOf(forwardTo) === 'toll-free')
    throw refused('Calls can’t be forwarded to toll-free or premium numbers.');
  if (number !== null && !isNear(number, forwardTo))
    throw refused('Choose a number of the same country as the business’s own.');
}
const northAmerica = new Set(['US', 'CA']);
const isNear = (one: E164, other: E164): boolean => {
  const [own, its] = [countryOf(one), countryOf(other)];
  return own === its || (northAmerica.has(own ?? '') && northAmerica.has(its ?? ''));
};

/** What is so already is no news. */
export function changeCallSettings(
  {
    businessId,
    forwardTo,
    callerId,
    whisper,
    ringSeconds,
    textBack,
  }: CallSettings & { readonly businessId: BusinessId },
  settings: CallSettings,
) {
  const wanted = { forwardTo, callerId, whisper, ringSeconds, textBack };
  const names = ['forwardTo', 'callerId', 'whisper', 'ringSeconds', 'textBack'] as const;
  return names.every((name) => settings[name] === wanted[name]) ?
      []
    : [CallSettingsChanged.create({ businessId, ...wanted })];
}
