import { z } from 'zod';
import { Contact } from '../../domain/contacts/contact.ts';
import { recordMailTrouble } from '../../domain/contacts/mail-trouble.ts';
import { text } from '../../domain/kernel/fields.ts';
import { namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import { ContactMail, isQueued, recordProviderWord } from '../../domain/mail/contact-mail.ts';
import { BounceKind } from '../../domain/mail/fields.ts';
import { streams } from '../../domain/streams.ts';
import type { CommandOutcome } from '../kernel/caller.ts';
import { command } from '../kernel/command.ts';
import { startUnitOfWork, stateOf } from '../kernel/unit-of-work.ts';

/**
 * What a mail provider's webhook says of a mail. Late, repeated and reordered words change nothing they should not. A
 * provider account answers for its own tenant only: a word on another's mail knows no such mail.
 */
export const recordWord = command({
  input: z.object({
    mailId: z.uuid().toLowerCase(),
    provider: text,
    providerMessageId: text,
    at: z.iso.datetime(),
    what: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('delivered') }),
      z.object({
        kind: z.literal('bounced'),
        bounce: BounceKind,
        reason: z.string().max(100),
        taken: z.boolean().default(true),
      }),
      z.object({ kind: z.literal('complained') }),
    ]),
  }),
  by: ['carrier', 'system'],
  async run({ world, context }, { mailId, ...word }): Promise<CommandOutcome<{ known: boolean }>> {
    const stream = streams.mail(mailId);
    const stored = await world.events.read(stream);
    const state = stateOf(ContactMail, stored);
    const { tenant: caller } = context.caller;
    const tenant = stored[0]?.metadata.tenant;
    if (
      !isQueued(state) ||
      tenant === undefined ||
      (caller.businessId !== null && caller.businessId !== tenant.businessId) ||
      (caller.agencyId !== null && caller.agencyId !== tenant.agencyId)
    )
      return { position: null, result: { known: false } };
    const { what } = word;
    const work = startUnitOfWork(world, context, {
      tenant,
      // One word of each kind is heard of a mail, by whomever and however often it is passed on.
      commandId: uuidV5(namespaces.command, 'mail-word', mailId, what.kind),
      causationId: stored[0]!.id,
      correlationId: stored[0]!.metadata.correlationId,
    });
    const { events } = await work.change({
      stream,
      aggregate: ContactMail,
      seen: stored,
      decide: (mail) => recordProviderWord(word, mail),
    });
    const { to: email, contactId } = state.mail;
    const heard = events.find(({ type }) => type === 'EmailBounced' || type === 'EmailComplained');
    if (heard !== undefined && email !== null && what.kind !== 'delivered') {
      // As it was heard first: a repeat may say it in other words.
      const { at } = heard.data as { at: string };
      const first =
        heard.type === 'EmailBounced' ?
          { kind: 'bounced' as const, bounce: heard.data.kind, reason: heard.data.reason }
        : { kind: 'complained' as const };
      await work.change({
        stream: streams.contact(contactId),
        aggregate: Contact,
        decide: (contact) => recordMailTrouble({ email, mailId, at, what: first }, contact),
      });
    }
    return work.outcome({ known: true });
  },
});
