import { type Aggregate, unchanged } from '../kernel/decider.ts';
import type { EventOf } from '../kernel/event.ts';
import type { AgencyId, BusinessId } from '../kernel/ids.ts';
import type { E164 } from '../sms/values.ts';
import type { BusinessCreated, BusinessEvent } from './events.ts';

export type Business =
  | { readonly status: 'none' }
  | {
      readonly status: 'active'; readonly businessId: BusinessId; readonly agencyId: AgencyId | null; readonly name: string; readonly uniqueId: string;
      readonly timezone: string; readonly currency: EventOf<typeof BusinessCreated>['data']['currency']; readonly monthlyMessages: number | null;
      /** The number it texts with, null while it has none. */
      readonly number: E164 | null;
    };
export type ActiveBusiness = Extract<Business, { status: 'active' }>;

const evolve = (business: Business, event: BusinessEvent): Business => {
  switch (event.type) {
    case 'BusinessCreated': {
      const { businessId, agencyId, name, uniqueId, timezone, currency, monthlyMessages } = event.data;
      return { status: 'active', businessId, agencyId, name, uniqueId, timezone, currency, monthlyMessages, number: null };
    }
    case 'BusinessNumberAssigned': return business.status === 'active' ? { ...business, number: event.data.number } : business;
    case 'BusinessNumberReleased': return business.status === 'active' && business.number === event.data.number ? { ...business, number: null } : business;
    default: return unchanged(business, event);
  }
};
export const Business: Aggregate<Business, BusinessEvent> = { initial: { status: 'none' }, evolve };
