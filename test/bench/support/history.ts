import { createHash } from 'node:crypto';
import pg from 'pg';
import { Kysely, PostgresDialect } from 'kysely';
import { createSubjectKeys } from '../../../adapters/vault/index.ts';
import { seal } from '../../../adapters/event-store/codec/envelope.ts';
import { eventCatalogue } from '../../../domain/catalogue.ts';
import { measured } from '../../../domain/messages/measure.ts';
import { plainColumn, textColumn } from '../../../projections/engine/arrays.ts';

/** Ids that are the same in every run. */
function id(...of: readonly (string | number)[]): string {
  const hex = createHash('md5').update(of.join(' ')).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
}

interface Planned {
  readonly due: number;
  readonly stream: string;
  readonly type: string;
  readonly data: Record<string, unknown>;
}

const texts = [
  'PIZZA',
  'Are you open on Sunday?',
  'Thanks! See you at eight, we are four people and one of us does not eat cheese.',
  'Can I bring my dog? 🐶',
  'yes',
  'How much is the family menu, and does the coupon count for it?',
];
const firstNames = ['Ann', 'Bob', 'Carmen', 'Dmitri', 'Eve', 'Farouk', 'Grace', 'Heidi'];
const lastNames = ['Lee', 'Okafor', 'García', 'Novak', 'Smith', 'Yamamoto'];

/**
 * What the people of 50 businesses have written and been answered, in the order it happened: about one contact for every
 * eleven events. `agencyId`: whose businesses they are; null: they stand alone.
 */
export function* story(
  events: number,
  agencyId: string | null = null,
): Generator<{
  readonly stream: string;
  readonly type: string;
  readonly data: Record<string, unknown>;
  readonly at: string;
}> {
  const businesses = 50;
  const start = Date.parse('2026-10-01T00:00:00Z');
  // Two months, so that days and months differ.
  const step = (60 * 86_400_000) / events;
  const waiting: Planned[] = [];
  let made = 0;
  let now = 0;
  let seed = 42;
  const random = (): number => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648;
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const business = (index: number): string => id('business', index);
  const number = (index: number): string => `+1415555${String(1000 + index).padStart(4, '0')}`;
  const at = (): string => new Date(start + now * step).toISOString();
  const later = (after: number, stream: string, type: string, data: Record<string, unknown>): void => {
    const due = now + after;
    let low = 0;
    let high = waiting.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (waiting[middle]!.due > due) low = middle + 1;
      else high = middle;
    }
    waiting.splice(low, 0, { due, stream, type, data });
  };
  const reply = (
    after: number,
    ids: { businessId: string; contactId: string },
    from: string,
    to: string,
    cause: string,
    purpose: string,
  ): void => {
    const messageId = id('reply', cause, purpose);
    const stream = `message-${messageId}`;
    const outcome = random();
    later(after, stream, 'MessageQueued', {
      messageId,
      ...ids,
      from,
      to,
      body: `${pick(texts)} Reply STOP to opt out, HELP for help. Message and data rates may apply.`,
      media: [],
      purpose,
      segments: 1 + Math.floor(random() * 2),
      encoding: 'GSM-7',
      notBefore: null,
    });
    later(after + 10, stream, 'MessageAccepted', {
      messageId,
      ...ids,
      provider: 'twilio',
      providerMessageId: `SM${messageId.replaceAll('-', '')}`,
    });
    if (outcome < 0.97)
      later(after + 60, stream, 'MessageSent', {
        messageId,
        ...ids,
        providerMessageId: `SM${messageId.replaceAll('-', '')}`,
      });
    // One in fifty is delivered much later: the phone was off.
    if (outcome < 0.95)
      later(after + (outcome < 0.02 ? 20_000 : 200), stream, 'MessageDelivered', {
        messageId,
        ...ids,
        providerMessageId: `SM${messageId.replaceAll('-', '')}`,
      });
    else if (outcome < 0.97)
      later(after + 200, stream, 'MessageFailed', {
        messageId,
        ...ids,
        providerMessageId: null,
        errorCode: 30003,
        reason: 'The phone is off or out of reach.',
      });
  };

  for (let index = 0; index < businesses; index++) {
    later(0, `business-${business(index)}`, 'BusinessCreated', {
      businessId: business(index),
      agencyId,
      name: `Business ${index}`,
      uniqueId: `business-${index}`,
      currency: 'USD',
      timezone: pick(['America/New_York', 'America/Los_Angeles', 'Europe/Berlin']),
      dateFormat: 'MM/DD/YYYY',
      monthlyMessages: null,
      contactLimit: null,
    });
    later(0, `business-${business(index)}`, 'BusinessNumberAssigned', {
      businessId: business(index),
      number: number(index),
      providerNumberId: null,
      isTollFree: false,
    });
    later(0, `campaign-${id('campaign', index)}`, 'CampaignCreated', {
      campaignId: id('campaign', index),
      businessId: business(index),
      name: 'Pizza Friday',
      type: 'text',
      number: number(index),
      keyword: 'PIZZA',
      reply: 'Two for one',
      replyMedia: [],
    });
    later(0, `user-${id('user', index)}`, 'UserRegistered', {
      userId: id('user', index),
      role: 'Business',
      agencyId: null,
      businessId: business(index),
      email: `owner${index}@demo.test`,
      firstName: pick(firstNames),
      lastName: pick(lastNames),
    });
  }
  const people: { contactId: string; businessId: string; phone: string; shop: number }[] = [];
  for (let sequence = 0; made < events; sequence++) {
    const isNew = people.length < events / 11 && (people.length < 100 || random() < 0.55);
    const shop = Math.floor(random() * random() * businesses);
    const who =
      isNew ?
        {
          contactId: id('contact', sequence),
          businessId: business(shop),
          phone: `+1${String(2_000_000_000 + sequence)}`,
          shop,
        }
      : pick(people);
    if (isNew) people.push(who);
    const { contactId, businessId, phone } = who;
    const ids = { businessId, contactId };
    const messageId = id('message', sequence);
    const words = {
      body: isNew ? 'PIZZA' : pick(texts),
      media: random() < 0.03 ? [{ url: `https://media.test/${messageId}.jpg`, contentType: 'image/jpeg' }] : [],
    };
    const received = {
      messageId,
      ...ids,
      from: phone,
      to: number(who.shop),
      ...words,
      ...measured(words),
      provider: 'twilio',
      providerMessageId: `SM${messageId.replaceAll('-', '')}`,
      receivedAt: at(),
    };
    later(0, `message-${messageId}`, 'MessageReceived', received);
    // The position is filled in when it is known.
    const sorted = { messageId, ...ids, receivedPosition: messageId };
    if (isNew) {
      later(2, `contact-${contactId}`, 'ContactDiscovered', { ...ids, phone, via: 'inbound-message' });
      later(2, `contact-${contactId}`, 'ContactOptedIn', {
        ...ids,
        phone,
        keyword: 'PIZZA',
        campaignId: id('campaign', who.shop),
        source: 'keyword',
        ipAddress: null,
        consent: { text: null, pageVersion: null, checkboxTicked: null, providerMessageId: received.providerMessageId },
      });
      later(3, `message-${messageId}`, 'MessageAnsweredAutomatically', { ...sorted, rule: 'keyword' });
      reply(3, ids, number(who.shop), phone, messageId, 'keyword-reply');
      if (random() < 0.3)
        later(400, `contact-${contactId}`, 'ContactNameChanged', {
          ...ids,
          firstName: pick(firstNames),
          lastName: pick(lastNames),
        });
    } else if (random() < 0.03) {
      later(2, `contact-${contactId}`, 'ContactOptedOut', {
        ...ids,
        via: 'message',
        words: 'STOP',
        providerMessageId: received.providerMessageId,
      });
      later(3, `message-${messageId}`, 'MessageAnsweredAutomatically', { ...sorted, rule: 'opt-out' });
    } else {
      later(2, `notification-${id('notification', sequence)}`, 'NotificationRaised', {
        notificationId: id('notification', sequence),
        ...ids,
        kind: 'message',
        title: 'New message',
        content: received.body,
        link: `/business/livechat?contact=${contactId}`,
        receivedPosition: messageId,
      });
      later(3, `message-${messageId}`, 'MessageRoutedToInbox', sorted);
      if (random() < 0.7) {
        later(300, `conversation-${contactId}`, 'ConversationRead', {
          ...ids,
          userId: id('user', who.shop),
          upToPosition: 'now',
        });
        reply(320, ids, number(who.shop), phone, messageId, 'livechat');
      }
    }
    now += 5;
    while (made < events && waiting.length > 0 && waiting.at(-1)!.due <= now) {
      const { stream, type, data } = waiting.pop()!;
      made += 1;
      yield { stream, type, data, at: at() };
    }
  }
}

/**
 * Fills the event log with a story, as the store and the codec would have written it. Goes around the append function,
 * which is measured elsewhere.
 */
export async function seedHistory(
  connectionString: string,
  secretKey: string,
  events: number,
  agencyId: string | null = null,
): Promise<void> {
  const pool = new pg.Pool({ connectionString, max: 2 });
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  const keys = createSubjectKeys({ db, secretKey });
  const revisions = new Map<string, number>();
  interface Row {
    id: string;
    position: number;
    revision: number;
    version: number;
    stream: string;
    type: string;
    data: Record<string, unknown>;
    at: string;
  }
  /** Where the texts lie that nobody has been said to deal with yet. */
  const received = new Map<unknown, number>();
  let rows: Row[] = [];
  let position = 0;

  async function flush(): Promise<void> {
    const subjects = rows.flatMap(({ type, data }) =>
      eventCatalogue.get(type)!.subject ? [data[eventCatalogue.get(type)!.subject!] as string] : [],
    );
    const found = await keys.forWriting([...new Set(subjects)]);
    const stored = rows.map((row) => {
      const { personal, subject, version } = eventCatalogue.get(row.type)!;
      if (subject === null) return { ...row, version };
      const of = row.data[subject] as string;
      const open = Object.fromEntries(Object.entries(row.data).filter(([field]) => !personal.includes(field)));
      const secret = Object.fromEntries(Object.entries(row.data).filter(([field]) => personal.includes(field)));
      return {
        ...row,
        version,
        data: {
          ...open,
          $personal: { of, fields: Object.keys(secret), sealed: seal(found.get(of)!, row.id, JSON.stringify(secret)) },
        },
      };
    });
    await pool.query(
      `insert into es.events (position, revision, version, id, stream, type, data, metadata)
       select * from unnest($1::bigint[], $2::int[], $3::smallint[], $4::uuid[], $5::text[], $6::text[], $7::json[], $8::json[])`,
      [
        plainColumn(stored, (row) => row.position),
        plainColumn(stored, (row) => row.revision),
        plainColumn(stored, (row) => row.version),
        plainColumn(stored, (row) => row.id),
        textColumn(stored, (row) => row.stream),
        textColumn(stored, (row) => row.type),
        textColumn(stored, (row) => JSON.stringify(row.data)),
        textColumn(stored, (row) =>
          JSON.stringify({
            tenant: { agencyId: null, businessId: row.data['businessId'] ?? null },
            actor: { kind: 'system', name: 'inbound-reactor' },
            occurredAt: row.at,
            correlationId: id('correlation', row.position),
            causationId: id('cause', row.position),
            commandId: id('command', row.position),
          }),
        ),
      ],
    );
    rows = [];
  }

  try {
    for (const { stream, type, data, at } of story(events, agencyId)) {
      position += 1;
      const revision = (revisions.get(stream) ?? -1) + 1;
      // Streams of messages end after five events; what is forgotten early would only cost memory here.
      revisions.set(stream, revision);
      if (data['upToPosition'] === 'now') data['upToPosition'] = String(position - 1);
      if (type === 'MessageReceived') received.set(data['messageId'], position);
      if ('receivedPosition' in data) {
        const messageId = data['receivedPosition'];
        data['receivedPosition'] = String(received.get(messageId));
        if (type !== 'NotificationRaised') received.delete(messageId);
      }
      rows.push({ id: id('event', position), position, revision, version: 1, stream, type, data, at });
      if (rows.length === 5000) await flush();
    }
    if (rows.length > 0) await flush();
    await pool.query('analyze es.events');
  } finally {
    await db.destroy();
  }
}
