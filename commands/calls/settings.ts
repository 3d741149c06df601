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
import { edit, question } from '../kernel/command.ts';
import { allowTenant, stateOf } from '../kernel/unit-of-work.ts';
import { connectCalls } from '../providers/numbers.ts';

/** Says where calls go and what callers who were missed are texted. The carrier is told first: done twice is done once. */
export const changeSettings = edit({
  input: z.object({ businessId: BusinessId, ...callFields, revision: z.number().int().nullable().default(null) }),
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
  form:
    () =>
    ({ forwardTo, callerId, whisper, ringSeconds, textBack }) => ({
      forward_to: forwardTo,
      caller_id: callerId,
      whisper,
      ring_seconds: ringSeconds,
      text_back: textBack,
    }),
  decide: (input, state, { forwardTo }) => changeCallSettings({ ...input, forwardTo }, state),
});

/** Where calls go now, and the revision that a form of it is opened on. */
export const settings = question(async ({ events }, businessId: BusinessId) => {
  const stored = await events.read(streams.callSettings(businessId));
  return { ...stateOf(CallSettings, stored), revision: stored.at(-1)?.revision ?? -1 };
});
