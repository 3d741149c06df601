import { z } from 'zod';
import { Business } from '../../domain/businesses/business.ts';
import { NumberClaim } from '../../domain/businesses/claims.ts';
import { Call, receiveCall } from '../../domain/calls/call.ts';
import { CallSettings } from '../../domain/calls/settings.ts';
import type { Tenant } from '../../domain/kernel/event.ts';
import { text } from '../../domain/kernel/fields.ts';
import { CallId, namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import { carrierNumber } from '../../domain/sms/phone.ts';
import type { E164 } from '../../domain/sms/values.ts';
import { streams } from '../../domain/streams.ts';
import { findOrDeriveContact } from '../directory/contact-directory.ts';
import { command } from '../kernel/command.ts';
import { startUnitOfWork, stateOf } from '../kernel/unit-of-work.ts';

/** What carriers say in place of a number that the caller withholds; most spell a word on the keys. */
const withheld = new Set(['+266696687', '+7378742883', '+2562533', '+8656696', '+86282452253']);
const callerOf = (from: string): E164 | null => (withheld.has(from.trim()) ? null : carrierNumber(from));

export interface CallPlan {
  readonly callId: CallId;
  readonly repeated: boolean;
  /** Null: no one's phone rings. `callerId`: the number that it shows. */
  readonly forward: {
    readonly to: E164;
    readonly callerId: E164;
    readonly whisper: boolean;
    readonly ringSeconds: number;
  } | null;
}

/**
 * Someone calls. The answer says what the carrier is to do. Stream and event are named by the carrier's id of the call,
 * so however often it asks, it is one call. Null: the number is no business's, or not of the account that asks.
 */
export const receive = command({
  input: z.object({ provider: text, providerCallId: text, from: text, to: text, receivedAt: z.iso.datetime() }),
  by: ['carrier', 'system'],
  async run({ world, context }, { provider, providerCallId, from: given, to: called, receivedAt }) {
    const callId = CallId.parse(uuidV5(namespaces.call, provider, providerCallId));
    const [from, to] = [callerOf(given), carrierNumber(called)];
    const claim =
      to === null ? NumberClaim.initial : stateOf(NumberClaim, await world.events.read(streams.numberClaim(to)));
    const nothing = startUnitOfWork(world, context, { tenant: context.caller.tenant });
    if (to === null || claim.status !== 'claimed' || !isOf(context.caller.tenant, claim))
      return nothing.outcome<CallPlan | null>(null);
    const { agencyId, businessId } = claim;
    const names = {
      call: streams.call(callId),
      business: streams.business(businessId),
      settings: streams.callSettings(businessId),
    };
    const [found, contact] = await Promise.all([
      world.events.readMany(Object.values(names)),
      from === null ? null : findOrDeriveContact(world, businessId, { phone: from }),
    ]);
    const business = stateOf(Business, found.get(names.business));
    const settings = stateOf(CallSettings, found.get(names.settings));
    const { forwardTo } = settings;
    const canRing =
      business.status === 'active' &&
      business.isActive &&
      forwardTo !== null &&
      // Whoever is called back from the phone that answers would ring themselves.
      forwardTo !== from &&
      stateOf(NumberClaim, await world.events.read(streams.numberClaim(forwardTo))).status === 'free';

    const work = startUnitOfWork(world, context, {
      tenant: { agencyId, businessId },
      commandId: uuidV5(namespaces.command, 'receive-call', provider, providerCallId),
    });
    const { before, events } = await work.change({
      stream: names.call,
      aggregate: Call,
      seen: found.get(names.call),
      decide: (call) =>
        receiveCall(
          {
            received: {
              callId,
              businessId,
              contactId: contact?.contactId ?? null,
              from,
              to,
              provider,
              providerCallId,
              receivedAt,
            },
            forward: canRing ? { whisper: settings.whisper } : null,
          },
          call,
        ),
    });
    const isForwarded =
      before.status === 'none' ? events.some(({ type }) => type === 'CallForwarded') : before.forwarded !== null;
    return work.outcome<CallPlan | null>({
      callId,
      repeated: before.status !== 'none',
      forward:
        isForwarded && forwardTo !== null ?
          {
            to: forwardTo,
            callerId: settings.callerId === 'caller' && from !== null ? from : to,
            whisper: settings.whisper,
            ringSeconds: settings.ringSeconds,
          }
        : null,
    });
  },
});

const isOf = (tenant: Tenant, { agencyId, businessId }: Tenant): boolean =>
  (tenant.businessId === null || tenant.businessId === businessId) &&
  (tenant.agencyId === null || tenant.agencyId === agencyId);
