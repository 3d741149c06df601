import type { Aggregate } from '../kernel/decider.ts';
import type { EventOf } from '../kernel/event.ts';
import { carrierClassOf, countryOfNumber } from '../rates/numbers.ts';
import type { E164 } from '../sms/values.ts';
import { CallerTextedBack } from './events.ts';

type Data = EventOf<typeof CallerTextedBack>['data'];
/** The last text that a caller got for a missed call; null: none. */
export type TextBack = { readonly callId: string; readonly at: string } | null;
export const TextBack: Aggregate<TextBack, EventOf<typeof CallerTextedBack>> = {
  initial: null,
  evolve: (_, { data: { callId, at } }) => ({ callId, at }),
};

const dayMs = 86_400_000;
/** A text that comes later than this answers nothing any more. */
const latestMs = 3_600_000;

/** A number of the United States that may take texts. Which of them are landlines only the carrier knows. */
export const canBeTexted = (number: E164): boolean =>
  countryOfNumber(number) === 'US' && carrierClassOf(number) === 'local';

/** Once in 24 hours, and not for a call of long ago. `missedAt`: when the call was missed. */
export function textBack(
  { missedAt, ...data }: Data & { readonly missedAt: string },
  last: TextBack,
): readonly EventOf<typeof CallerTextedBack>[] {
  const now = Date.parse(data.at);
  if (now - Date.parse(missedAt) > latestMs) return [];
  if (last !== null && now - Date.parse(last.at) < dayMs) return [];
  return [CallerTextedBack.create(data)];
}
