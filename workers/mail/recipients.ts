import { sql } from 'kysely';
import type { Commands } from '../../commands/catalogue.ts';
import { workerContext } from '../context.ts';
import type { Database } from '../engine/worker.ts';
import type { RecipientEntry } from './table.ts';

export type MailRecipientDecision = Awaited<
  ReturnType<Commands['mail']['toRecipient']['decideRecipients']>
>['result'][number];

/** The context of a command about a recipient's mail; `cause` names what it is for. */
export const recipientContext = (
  { agencyId, businessId, recipient: { broadcastId } }: RecipientEntry,
  purpose: string,
  cause: readonly string[],
) =>
  workerContext('mail-sender', { agencyId, businessId }, purpose, cause, {
    correlationId: broadcastId,
    causationId: null,
  });

/** The last look at recipients, those of one broadcast together. Answers in the order given. */
export async function decideMailRecipients(
  commands: Pick<Commands, 'mail'>,
  entries: readonly RecipientEntry[],
): Promise<readonly MailRecipientDecision[]> {
  const groups = new Map<string, RecipientEntry[]>();
  for (const entry of entries) {
    const { broadcastId } = entry.recipient;
    const group = groups.get(broadcastId);
    if (group === undefined) groups.set(broadcastId, [entry]);
    else group.push(entry);
  }
  const decided = new Map<RecipientEntry, MailRecipientDecision>();
  await Promise.all(
    [...groups].map(async ([broadcastId, group]) => {
      const context = recipientContext(group[0]!, 'decide-mails', [
        broadcastId,
        ...group.map(({ mailId, attempts }) => `${mailId} ${attempts}`),
      ]);
      const { result } = await commands.mail.toRecipient.decideRecipients(context, {
        broadcastId: broadcastId as never,
        recipients: group.map(({ mailId, recipient: { contactId, variant, tried } }) => ({
          ...{ mailId, contactId: contactId as never, variant, tried },
        })),
      });
      group.forEach((entry, index) => decided.set(entry, result[index]!));
    }),
  );
  return entries.map((entry) => decided.get(entry)!);
}

/** Whom a mail is about to reach. */
export interface MailPlace {
  readonly entry: RecipientEntry;
  readonly address: string;
  readonly windowHours: number | null;
}
export type Placed = 'mine' | 'taken-over' | 'too-often' | 'duplicate';

/**
 * Commits `sending` for those that are still this process's own and whose place is free, and takes it, in one
 * statement: of two broadcasts at once one reaches an address, of two contacts with one address one. The others stay
 * claimed.
 */
export async function markMailsSending(
  db: Database,
  holder: string,
  places: readonly MailPlace[],
  now: Date,
): Promise<readonly Placed[]> {
  // One address once in this statement: the second of two is looked at against the first.
  const first = new Map<string, MailPlace>();
  for (const place of places) if (!first.has(place.address)) first.set(place.address, place);
  const asked = [...first.values()].sort((a, b) => (a.address < b.address ? -1 : 1));
  const since = ({ windowHours }: MailPlace) =>
    windowHours === null ? null : new Date(now.getTime() - windowHours * 3_600_000);
  const { rows } = await sql<{ mail_id: string; attempts: number; outcome: Exclude<Placed, 'taken-over'> }>`
    with asked as materialized (
      select * from unnest(
        ${asked.map(({ entry }) => entry.mailId)}::uuid[], ${asked.map(({ entry }) => entry.attempts)}::int[],
        ${asked.map(({ address }) => address)}::uuid[], ${asked.map(({ entry }) => entry.businessId)}::uuid[],
        ${asked.map(({ entry }) => entry.recipient.broadcastId)}::uuid[],
        ${asked.map(({ entry }) => entry.recipient.contactId)}::uuid[], ${asked.map(since)}::timestamptz[]
      ) as a (mail_id, attempts, address, business_id, broadcast_id, contact_id, since)
    ),
    own as materialized (
      select a.* from asked a join ops.mails m using (mail_id)
      where m.attempts = a.attempts and m.state = 'claimed' and m.holder = ${holder}
      order by a.address for update of m
    ),
    placed as (
      insert into ops.reached as r (address, channel, business_id, broadcast_id, message_id, contact_id, at)
      select address, 'mail', business_id, broadcast_id, mail_id, contact_id, ${now}::timestamptz from own order by address
      on conflict (address, channel) do update
        set broadcast_id = excluded.broadcast_id, message_id = excluded.message_id, contact_id = excluded.contact_id,
          at = excluded.at
        where r.message_id = excluded.message_id or (r.broadcast_id <> excluded.broadcast_id and not exists (
          select 1 from asked a where a.mail_id = excluded.message_id and r.at > a.since))
      returning message_id
    ),
    sent as (
      update ops.mails m set state = 'sending', sending_at = ${now}::timestamptz,
        first_sending_at = coalesce(m.first_sending_at, ${now}::timestamptz)
      from placed where m.mail_id = placed.message_id
      returning m.mail_id
    )
    select own.mail_id, own.attempts,
      case when sent.mail_id is not null then 'mine' when r.broadcast_id = own.broadcast_id then 'duplicate'
        else 'too-often' end as outcome
    from own left join sent using (mail_id) left join ops.reached r on r.address = own.address and r.channel = 'mail'`.execute(
    db,
  );
  const outcomes = new Map(rows.map((row) => [`${row.mail_id} ${row.attempts}`, row.outcome]));
  const outcomeOf = ({ entry }: MailPlace): Placed => outcomes.get(`${entry.mailId} ${entry.attempts}`) ?? 'taken-over';
  const later = new Map<MailPlace, Placed>();
  for (const place of places)
    if (first.get(place.address) !== place) later.set(place, (await markMailsSending(db, holder, [place], now))[0]!);
  return places.map((place) => later.get(place) ?? outcomeOf(place));
}

/** How a recipient's mail stands after it was in hand. `recorded`: its stream says so, or needs not. */
export interface MailMove {
  readonly entry: RecipientEntry;
  readonly state: 'pending' | 'parked' | 'accepted' | 'sent' | 'failed' | 'skipped' | 'unsure';
  readonly note: string | null;
  /** Of one that waits; left out: now. */
  readonly dueAt?: Date;
  /** The provider could not take it. */
  readonly delayed?: boolean;
  readonly recorded?: boolean;
  readonly provider?: string | null;
  readonly providerMessageId?: string | null;
}
const over: ReadonlySet<string> = new Set(['sent', 'failed', 'skipped', 'unsure']);

/** Writes down many in one statement. Does nothing to those that were taken over, or of whom the log knew more. */
export async function moveMails(db: Database, holder: string, moves: readonly MailMove[], now: Date): Promise<void> {
  const sorted = [...moves].sort((a, b) => (a.entry.mailId < b.entry.mailId ? -1 : 1));
  await sql`
    update ops.mails m set state = n.state, holder = null, note = n.note, due_at = coalesce(n.due_at, m.due_at),
      delays = m.delays + n.delayed::int, provider = coalesce(n.provider, m.provider),
      provider_message_id = coalesce(n.provider_message_id, m.provider_message_id),
      done_at = case when n.over then ${now}::timestamptz end,
      recorded_at = case when n.recorded then ${now}::timestamptz end
    from unnest(${sorted.map(({ entry }) => entry.mailId)}::uuid[], ${sorted.map(({ entry }) => entry.attempts)}::int[],
      ${sorted.map(({ state }) => state)}::text[], ${sorted.map(({ note }) => note)}::text[],
      ${sorted.map(({ dueAt }) => dueAt ?? null)}::timestamptz[], ${sorted.map(({ delayed }) => delayed === true)}::boolean[],
      ${sorted.map(({ provider }) => provider ?? null)}::text[],
      ${sorted.map(({ providerMessageId }) => providerMessageId ?? null)}::text[],
      ${sorted.map(({ state }) => over.has(state))}::boolean[], ${sorted.map(({ recorded }) => recorded === true)}::boolean[]
    ) as n (mail_id, attempts, state, note, due_at, delayed, provider, provider_message_id, over, recorded)
    where m.mail_id = n.mail_id and m.attempts = n.attempts and m.state in ('claimed', 'sending') and m.holder = ${holder}
      and m.recorded_at is null`.execute(db);
}

/** What the provider was to tell of and has not: that it was taken is all that will be known. Returns how many. */
export async function giveUpWaiting(db: Database, now: Date): Promise<number> {
  const { numAffectedRows } = await sql`update ops.mails set state = 'sent', done_at = ${now}::timestamptz
    where mail_id in (select mail_id from ops.mails where state = 'accepted' and due_at <= ${now}::timestamptz
      order by due_at limit 500 for update skip locked)`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** One that a dead process was about to send, and of which nothing was said: it has certainly not gone out. */
export async function sendAfterAll(db: Database, mailId: string): Promise<void> {
  await sql`update ops.mails set state = 'pending', done_at = null, note = null
    where mail_id = ${mailId}::uuid and state = 'unsure' and recorded_at is null`.execute(db);
}
