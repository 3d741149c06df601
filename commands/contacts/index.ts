import { z } from 'zod';
import { Contact } from '../../domain/contact/contact.ts';
import { markUnreachable } from '../../domain/contact/mark-unreachable.ts';
import { optOut } from '../../domain/contact/opt-out.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import { BusinessId, ContactId } from '../../domain/kernel/ids.ts';
import { streams } from '../../domain/streams.ts';
import { Text } from '../inputs.ts';
import { allow, begin, parse, stateOf, type World } from '../kernel.ts';
import type { Commands } from '../types.ts';

const Verdict = z.object({
  contactId: ContactId,
  businessId: BusinessId,
  verdict: z.enum(['opted-out', 'unreachable']),
  errorCode: z.number().int(),
  providerMessageId: Text.nullable(),
});

export const contacts = (world: World): Commands['contacts'] => ({
  async carrierVerdict(context, given) {
    allow(context.caller, 'system', 'carrier');
    const { contactId, businessId, verdict, errorCode, providerMessageId } = parse(Verdict, given);
    const stream = streams.contact(contactId);
    const seen = await world.events.read(stream);
    const contact = stateOf(Contact, seen);
    if (contact.status === 'none' || contact.businessId !== businessId)
      throw new DomainError('not_found', 'This contact does not exist.');
    const work = begin(world, context, { tenant: seen[0]!.metadata.tenant });
    await work.change({
      stream,
      aggregate: Contact,
      seen,
      decide: (current) =>
        verdict === 'opted-out' ?
          optOut({ contactId, businessId, via: 'carrier', words: null, providerMessageId }, current)
        : markUnreachable({ errorCode }, current),
    });
    return work.outcome(undefined);
  },
});
