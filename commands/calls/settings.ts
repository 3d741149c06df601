import { z } from 'zod';
import { Business } from '../../domain/businesses/business.ts';
import { NumberClaim } from '../../domain/businesses/claims.ts';
import { existing } from '../../domain/businesses/decide.ts';
import { callFields } from '../../domain/calls/fields.ts';
import { CallSettings, changeCallSettings, checkForward } from '../../domain/calls/settings.ts';
import { BusinessId } from '../../domain/kernel/ids.ts';
import { defaultCountry, parsePhone } from '../../domain/sms/phone.ts';
import { streams } from '../../domain/streams.ts';
import { peopleAndSystem } from '../kernel/caller.ts';
import { decision, question } from '../kernel/command.ts';
import { allowTenant } from '../kernel/unit-of-work.ts';
import { connectCalls } from '../providers/numbers.ts';

/** Says where calls go and what callers who were missed are texted. The carrier is told first: done twice is done once. */
export const changeSettings = decision({
  input: z.object({ businessId: BusinessId, ...callFields }),
  by: peopleAndSystem,
  aggregate: CallSettings,
  async at({ world, context }, { businessId, forwardTo: typed, textBack }) {
    const business = existing(await world.loadState(streams.business(businessId), Business));
    const tenant = { agencyId: business.agencyId, businessId };
    allowTenant(context.caller, tenant, 'This business');
    const forwardTo = typed === null ? null : parsePhone(typed, defaultCountry(business), 'forwardTo');
    if (forwardTo !== null) {
      const claim = await world.loadState(streams.numberClaim(forwardTo), NumberClaim);
      checkForward(forwardTo, { number: business.number, isOurs: claim.status === 'claimed' });
    }
    const isOn = forwardTo !== null || textBack !== null;
    if (isOn && business.number !== null) await connectCalls(world, business, business.number);
    return { stream: streams.callSettings(businessId), tenant, forwardTo };
  },
  decide: (input, state, { forwardTo }) => changeCallSettings({ ...input, forwardTo }, state),
});

export const settings = question((world, businessId: BusinessId): Promise<CallSettings> =>
  world.loadState(streams.callSettings(businessId), CallSettings),
);
