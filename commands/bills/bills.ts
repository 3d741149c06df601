import { z } from 'zod';
import { Agency } from '../../domain/agencies/agency.ts';
import { Bills, BillSettings, changeBillSettings, isSentAutomatically, queueBill } from '../../domain/bills/bills.ts';
import { BillQueued } from '../../domain/bills/events.ts';
import { billFields } from '../../domain/bills/fields.ts';
import { Business } from '../../domain/businesses/business.ts';
import { AccountEmail, requestEmail } from '../../domain/emails/account-email.ts';
import { AccountEmailFailed } from '../../domain/emails/events.ts';
import { localDay } from '../../domain/kernel/day.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import { is } from '../../domain/kernel/event.ts';
import { AgencyId, BusinessId, namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import { storedMonth } from '../../domain/statements/fields.ts';
import { owedIn, Statements } from '../../domain/statements/statements.ts';
import { streams } from '../../domain/streams.ts';
import { billRecipients, mailTo } from '../directory/billing-contact.ts';
import type { CommandOutcome } from '../kernel/caller.ts';
import { command, decision, question } from '../kernel/command.ts';
import { allowTenant, startUnitOfWork, stateOf } from '../kernel/unit-of-work.ts';

/** Turns bills by email on or off, from this month on, and says what is written on them. */
export const setUp = decision({
  input: z.object({ agencyId: AgencyId, ...billFields }),
  by: ['agency', 'system'],
  aggregate: BillSettings,
  at: async ({ world, context: { caller } }, { agencyId }) => {
    const tenant = { agencyId, businessId: null };
    allowTenant(caller, tenant, 'This agency');
    const agency = await world.loadState(streams.agency(agencyId), Agency);
    const today = localDay(agency.status === 'none' ? 'UTC' : agency.timezone, world.now());
    return { stream: streams.billSettings(agencyId), tenant, month: today.slice(0, 7) };
  },
  decide: (input, state, { month }) => changeBillSettings({ ...input, month }, state),
});

export const settings = question(async (world, agencyId: AgencyId): Promise<BillSettings> =>
  stateOf(BillSettings, await world.events.read(streams.billSettings(agencyId))),
);

/**
 * Emails a business its bill of a closed month. `seen` null: since the month was closed, which happens once and only
 * where bills are on; else a person asks, and says how often it was sent until then, so that two tabs send once.
 * Throws `overtaken` where it was sent in between.
 */
export const send = command({
  input: z.object({ agencyId: AgencyId, businessId: BusinessId, month: storedMonth, seen: z.int().min(0).nullable() }),
  by: ['agency', 'system'],
  async run({ world, context }, { agencyId, businessId, month, seen }): Promise<CommandOutcome<undefined>> {
    const tenant = { agencyId, businessId };
    allowTenant(context.caller, { agencyId, businessId: null }, 'This agency');
    const [business, settings, bills] = await Promise.all([
      world.loadState(streams.business(businessId), Business),
      world.loadState(streams.billSettings(agencyId), BillSettings),
      world.loadState(streams.bills(businessId), Bills),
    ]);
    if (business.status === 'none' || business.agencyId !== agencyId) {
      // It went to another agency since.
      if (seen === null) return startUnitOfWork(world, context, { tenant }).outcome(undefined);
      throw new DomainError('not_found', 'This business does not exist.');
    }
    const sent = bills.get(month) ?? 0;
    const nth = (seen ?? 0) + 1;
    const mailId = uuidV5(namespaces.command, 'bill', businessId, month, String(nth));
    const work = startUnitOfWork(world, context, { tenant, commandId: mailId });
    if (seen === null && (sent > 0 || !isSentAutomatically(settings, month))) return work.outcome(undefined);
    if (seen !== null) {
      const closed = (await world.loadState(streams.statements(agencyId), Statements)).get(month);
      if (closed === undefined || !owedIn(closed).has(businessId))
        throw new DomainError('not_found', 'This business has no bill for this month.');
      if (sent > nth || sent < seen) throw new DomainError('overtaken', 'This bill was sent in another tab.');
    }
    const recipients = await billRecipients(world, businessId, business.ownerId);
    // The emails first: what is cut off after them asks for the same ones again.
    for (const recipient of recipients) {
      const { userId, email } = recipient;
      const id = mailTo(mailId, recipient);
      await work.change({
        stream: streams.accountEmail(id),
        aggregate: AccountEmail,
        decide: (before) =>
          requestEmail(
            {
              mailId: id,
              userId,
              agencyId,
              kind: 'bill',
              email,
              tokenRef: null,
              expiresAt: null,
              about: null,
              bill: { businessId, month },
            },
            before,
          ),
      });
    }
    const [first] = recipients;
    const to = first === undefined ? { mailId: null, userId: null } : { mailId, userId: first.userId };
    await work.change({
      stream: streams.bills(businessId),
      aggregate: Bills,
      decide: (before) => queueBill({ agencyId, businessId, month, nth, ...to }, before),
    });
    return work.outcome(undefined);
  },
});

export interface BillSent {
  readonly month: string;
  readonly nth: number;
  readonly at: string;
  /** Null: it went out when the month was closed. */
  readonly byUserId: string | null;
  readonly status: 'queued' | 'sent' | 'failed' | 'no-recipient';
  readonly reason: string | null;
}

/** How often businesses were sent the bill of a month, or of all, and what became of it, oldest first. */
export const history = question(
  async (
    world,
    agencyId: AgencyId,
    businessIds: readonly BusinessId[],
    month: string | null,
  ): Promise<ReadonlyMap<string, readonly BillSent[]>> => {
    const found = await world.events.readMany(businessIds.map((id) => streams.bills(id)));
    const queued = businessIds.flatMap((id) =>
      (found.get(streams.bills(id)) ?? []).flatMap((event) =>
        is(event, BillQueued) && (month ?? event.data.month) === event.data.month && event.data.agencyId === agencyId ?
          [event]
        : [],
      ),
    );
    const mails = queued.flatMap(({ data: { mailId } }) => (mailId === null ? [] : [streams.accountEmail(mailId)]));
    const ends = mails.length === 0 ? new Map<string, never>() : await world.events.readMany(mails);
    const sent = new Map<string, BillSent[]>();
    for (const { data, metadata } of queued) {
      const events = data.mailId === null ? [] : (ends.get(streams.accountEmail(data.mailId)) ?? []);
      const { status } = stateOf(AccountEmail, events);
      const failed = events.find((event) => is(event, AccountEmailFailed));
      sent.set(data.businessId, [
        ...(sent.get(data.businessId) ?? []),
        {
          month: data.month,
          nth: data.nth,
          at: metadata.occurredAt,
          byUserId: metadata.actor.kind === 'user' ? metadata.actor.userId : null,
          status:
            data.mailId === null ? 'no-recipient'
            : status === 'sent' || status === 'failed' ? status
            : 'queued',
          reason: status === 'failed' && failed !== undefined ? failed.data.reason : null,
        },
      ]);
    }
    return sent;
  },
);
