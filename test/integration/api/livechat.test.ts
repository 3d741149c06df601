import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '../../../commands/kernel/caller.ts';
import { commandContext } from '../../../api/kernel/context.ts';
import { systemContext } from '../../support/callers.ts';
import type { DomainError } from '../../../domain/kernel/errors.ts';
import { eventually, password, startTestApi, type Tenant, type TestApi } from './support.ts';

let app: TestApi;
let bella: Tenant;
beforeAll(async () => {
  // Every answer here is checked against its contract by the API itself.
  app = await startTestApi();
  bella = await app.addTenant('bella');
});
afterAll(() => app.close());

type Conversation = {
  id: string;
  unread: number;
  open: boolean;
  read: boolean;
  status: string;
  first_name: string | null;
  last_message: { body: string } | null;
  position: string;
  assignee_id: string | null;
};
const get = <T>(path: string) => app.call<T>(bella.token, 'GET', path);
const post = <T>(path: string, body?: unknown) => app.call<T>(bella.token, 'POST', path, body);

describe('live chat', () => {
  it('shows a conversation the moment somebody texts, and what is done to it', async () => {
    const { contactId } = await app.textIn(bella, 'Are you open?', '+12025550111');
    const list = await get<{ data: Conversation[]; meta: object }>('/livechat?filter=needs_reply');
    expect(list.body.meta).toEqual({
      total: 1,
      page: 1,
      per_page: 10,
      counts: { needs_reply: 1, looks_opted_out: 0, overdue: 0, all: 1, closed: 0, failed: 0 },
    });
    expect(list.body.data[0]).toMatchObject({
      id: contactId,
      unread: 1,
      needs_reply: true,
      open: true,
      read: false,
      last_message: { body: 'Are you open?' },
    });

    const read = await post<{ data: Conversation }>(`/livechat/${contactId}/read`, {
      position: list.body.data[0]!.position,
    });
    expect(read.body.data).toMatchObject({ unread: 0, read: true });
    expect((await post<{ data: Conversation }>(`/livechat/${contactId}/read`, { read: false })).body.data.read).toBe(
      false,
    );
    const toggle = async () => (await post<{ data: Conversation }>(`/livechat/${contactId}/read`)).body.data.read;
    expect([await toggle(), await toggle()]).toEqual([true, false]);
    const detail = await get<{ data: { messages: { body: string }[] } }>(`/livechat/${contactId}`);
    expect(detail.body.data.messages.map(({ body }) => body)).toEqual(['Are you open?']);
    expect((await post<{ data: Conversation }>(`/livechat/${contactId}/status?status=closed`)).body.data).toMatchObject(
      { open: false, status: 'closed' },
    );
    expect((await get<{ data: Conversation[] }>('/livechat?filter=closed')).body.data.map((row) => row.id)).toEqual([
      contactId,
    ]);
    expect((await post<{ data: Conversation }>(`/livechat/${contactId}/open`)).body.data.open).toBe(true);
    expect((await post<{ data: Conversation }>(`/livechat/${contactId}/open`, { open: false })).body.data.open).toBe(
      false,
    );

    const put = await app.call<{ data: Conversation }>(bella.token, 'PUT', `/livechat/${contactId}`, {
      first_name: 'Luigi',
      assignee_id: bella.userId,
      note: 'Allergic to olives.',
    });
    expect(put.status).toBe(200);
    expect(put.body.data).toMatchObject({ first_name: 'Luigi', assignee_id: bella.userId });
    const messages = await get<{ data: { kind: string; body: string }[] }>(
      `/livechat/messages?contact_id=${contactId}`,
    );
    expect(messages.body.data.map((message) => [message.kind, message.body])).toEqual([
      ['message', 'Are you open?'],
      ['note', 'Allergic to olives.'],
    ]);
    expect((await app.call(bella.token, 'PUT', `/livechat/${contactId}`, { assignee_id: randomUUID() })).status).toBe(
      422,
    );
  });

  it('opens a conversation whose contact is not known yet: the text is there a moment before what follows from it', async () => {
    const form = {
      MessageSid: `SM${randomUUID().replaceAll('-', '')}`,
      From: '+12025550177',
      To: bella.number,
      Body: 'First!',
      NumMedia: '0',
    };
    expect((await app.webhook('/webhooks/twilio/inbound', form, { authToken: bella.authToken })).statusCode).toBe(200);
    const list = await eventually(
      () => get<{ data: Conversation[] }>('/livechat?filter=all'),
      ({ body }) => body.data[0]?.last_message?.body === 'First!',
    );
    const detail = await get<{ data: { contact: object } }>(`/livechat/${list.body.data[0]!.id}`);
    expect(detail).toMatchObject({
      status: 200,
      body: { data: { contact: { phone: '+12025550177', status: 'unknown', keywords: [], consents: [] } } },
    });
  });

  it('sends, and shows what was sent without delay', async () => {
    const { contactId } = await app.textIn(bella, 'PIZZA', '+12025550112');
    const sent = await post<{ data: { id: string; status: string; segments: number } }>('/livechat/messages', {
      contact_id: contactId,
      body: 'Your slice is ready 🍕',
    });
    expect(sent.body.data).toMatchObject({ status: 'queued', segments: 1 });
    const messages = await get<{ data: { id: string }[]; meta: { has_more: boolean } }>(
      `/livechat/messages?contact_id=${contactId}&per_page=1`,
    );
    expect(messages.body).toMatchObject({ data: [{ id: sent.body.data.id }], meta: { has_more: true } });
    const detail = await get<{
      data: { contact: { keywords: string[]; consents: { kind: string; keyword: string }[] } };
    }>(`/livechat/${contactId}`);
    expect(detail.body.data.contact).toMatchObject({
      keywords: ['PIZZA'],
      consents: [{ kind: 'optedIn', keyword: 'PIZZA' }],
    });
  });

  it('asks first when a colleague has answered since the writer looked; the writer’s own text overtakes nobody', async () => {
    const { contactId } = await app.textIn(bella, 'Anybody there?', '+12025550116');
    const look = async () => (await get<{ data: Conversation }>(`/livechat/${contactId}`)).body.data.position;
    const say = (body: string, seen?: string) =>
      post<{ code?: string; message?: string }>('/livechat/messages', { contact_id: contactId, body, seen });
    const seen = await look();
    expect((await say('Yes!', seen)).status).toBe(200);
    expect((await say('What can I do for you?', seen)).status).toBe(200);

    const userId = randomUUID();
    const tenant = { agencyId: bella.agencyId, businessId: bella.businessId };
    const sam = { email: `${userId}@example.test`, firstName: 'Sam', lastName: 'Hill', password: randomUUID() };
    await app.commands.users.registerUser(app.system(), { userId, role: 'Business', ...tenant, ...sam });
    const before = await look();
    const actor = { kind: 'user', userId, impersonatorId: null } as const;
    const colleague: Caller = { role: 'business', actor, tenant };
    const text = { contactId, body: 'Sam here, hello!', media: [] };
    await app.commands.livechat.send(commandContext(colleague, randomUUID()), text);
    await app.settled();
    const refused = await say('Hello?', before);
    expect(refused).toMatchObject({ status: 409, body: { code: 'overtaken' } });
    expect(refused.body.message).toMatch(/^Sam Hill answered in the meantime/);
    expect((await say('Hello again', await look())).status).toBe(200);
    expect((await say('Whatever came')).status).toBe(200);
  });

  it('lets one of two who answer at the same moment go first, and tells the other what was said', async () => {
    const { contactId } = await app.textIn(bella, 'Table for two?', '+12025550117');
    const seen = (await get<{ data: Conversation }>(`/livechat/${contactId}`)).body.data.position;
    const tenant = { agencyId: bella.agencyId, businessId: bella.businessId };
    const colleagues = await Promise.all(
      ['Ann', 'Ben', 'Cleo'].map(async (firstName) => {
        const userId = randomUUID();
        const person = { email: `${userId}@example.test`, firstName, lastName: 'Lee', password: randomUUID() };
        await app.commands.users.registerUser(app.system(), { userId, role: 'Business', ...tenant, ...person });
        return { role: 'business', actor: { kind: 'user', userId, impersonatorId: null }, tenant } as Caller;
      }),
    );
    const say = (caller: Caller, body: string, since?: string, commandId = randomUUID()) =>
      app.commands.livechat.send(commandContext(caller, commandId, commandId), {
        contactId,
        body,
        media: [],
        ...(since === undefined ? {} : { seen: since }),
      });
    const ids = colleagues.map(() => randomUUID());
    const ended = await Promise.allSettled(colleagues.map((one, at) => say(one, `Answer ${at}`, seen, ids[at])));
    const first = ended.findIndex(({ status }) => status === 'fulfilled');
    const refused = ended.flatMap((one) => (one.status === 'rejected' ? [one.reason as DomainError] : []));
    expect(refused.map(({ code }) => code)).toEqual(['overtaken', 'overtaken']);
    // Who asks again reads what was said.
    const second = colleagues.findIndex((_, at) => at !== first);
    const name = ['Ann', 'Ben', 'Cleo'][first]!;
    await expect(say(colleagues[second]!, 'And mine', seen)).rejects.toThrow(
      `${name} Lee answered in the meantime: “Answer ${first}”. Read it, then decide.`,
    );
    // What was said is not refused when it is asked for once more, and what is meant all the same goes.
    await say(colleagues[first]!, `Answer ${first}`, seen, ids[first]);
    await say(colleagues[second]!, 'And mine');
    await say(colleagues[first]!, 'Mine again', undefined);
    await app.settled();
    const said = await get<{ data: { body: string; direction: string }[] }>(
      `/livechat/messages?contact_id=${contactId}`,
    );
    expect(said.body.data.filter(({ direction }) => direction === 'out').map(({ body }) => body)).toEqual([
      ...[`Answer ${first}`, 'And mine', 'Mine again'],
    ]);
  });

  it('asks first when the contact has written since; what a rule answers asks nothing', async () => {
    const { contactId } = await app.textIn(bella, 'Two, please', '+12025550120');
    const seen = (await get<{ data: Conversation }>(`/livechat/${contactId}`)).body.data.position;
    await app.textIn(bella, 'PIZZA', '+12025550120');
    const say = (body: string) =>
      post<{ message?: string }>('/livechat/messages', { contact_id: contactId, body, seen });
    expect((await say('Two it is.')).status).toBe(200);
    await app.textIn(bella, 'No, three', '+12025550120');
    const refused = await say('At six.');
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'Something new arrived in the meantime. Read it, then decide.',
    ]);
  });

  it('lets a text go later: it is shown, moved, sent now and taken back', async () => {
    const { contactId } = await app.textIn(bella, 'Remind me', '+12025550121');
    type Texts = { data: { id: string; body: string; send_at: string; status: string; author: string | null }[] };
    const path = `/livechat/${contactId}/scheduled`;
    const [soon, late] = ['2090-01-01T09:00:00.000Z', '2090-01-02T09:00:00.000Z'];
    const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
    expect((await post(path, { body: 'Hi', send_at: soon })).status).toBe(422);
    expect((await post(path, { body: 'Hi', send_at: '2020-01-01T09:00:00.000Z' })).status).toBe(422);
    expect((await post(path, { body: ' ', send_at: inAnHour })).status).toBe(422);
    expect((await post(path, { body: 'Hi', send_at: inAnHour, seen: '1' })).status).toBe(409);
    const first = await post<Texts>(path, { body: 'Your table is ready.', send_at: inAnHour });
    expect(first.body.data).toMatchObject([{ body: 'Your table is ready.', send_at: inAnHour, status: 'waiting' }]);
    const id = first.body.data[0]!.id;
    const answered = () => get<{ data: { needs_reply: boolean } }>(`/livechat/${contactId}`);
    expect((await answered()).body.data).toMatchObject({ needs_reply: true });
    const put = (send_at: string | null) =>
      app.call<Texts & { code?: string }>(bella.token, 'PUT', `${path}/${id}`, { send_at });
    const moved = new Date(Date.now() + 7_200_000).toISOString();
    expect((await put(moved)).body.data).toMatchObject([{ send_at: moved }]);
    expect((await put(late)).status).toBe(422);
    expect((await put(null)).body.data).toEqual([]);
    const messages = await get<{ data: { id: string; body: string; author_id: string }[] }>(
      `/livechat/messages?contact_id=${contactId}`,
    );
    expect(messages.body.data.at(-1)).toMatchObject({ id, body: 'Your table is ready.', author_id: bella.userId });
    expect((await answered()).body.data).toMatchObject({ needs_reply: false });
    const remove = (text: string) => app.call<Texts>(bella.token, 'DELETE', `${path}/${text}`);
    expect((await remove(id)).status).toBe(409);
    const second = await post<Texts>(path, { body: 'And again.', send_at: inAnHour });
    for (const _ of [1, 2]) expect((await remove(second.body.data[0]!.id)).body.data).toEqual([]);
    expect((await remove(randomUUID())).status).toBe(404);
  });

  it('keeps what is said often, for the whole business', async () => {
    type Snippets = { data: { id: string; name: string; body: string }[] };
    const path = '/livechat/snippets';
    const added = await post<{ data: { id: string } }>(path, { name: 'Hours', body: 'Until {{first_name|ten}}.' });
    const { id } = added.body.data;
    expect((await post(path, { name: 'hours', body: 'Twice.' })).status).toBe(422);
    expect((await post(path, { name: 'more', body: '{{nothing}}' })).status).toBe(422);
    expect((await get<Snippets>(path)).body.data).toEqual([{ id, name: 'hours', body: 'Until {{first_name|ten}}.' }]);
    await app.call(bella.token, 'PUT', `${path}/${id}`, { name: 'open', body: 'Until ten.' });
    expect((await get<Snippets>(path)).body.data).toEqual([{ id, name: 'open', body: 'Until ten.' }]);
    for (const _ of [1, 2]) expect((await app.call(bella.token, 'DELETE', `${path}/${id}`)).status).toBe(200);
    expect((await get<Snippets>(path)).body.data).toEqual([]);
  });

  it('closes many at once, but for those whose contact has written meanwhile; somebody else’s among them closes none', async () => {
    const texts = ['+12025550131', '+12025550132', '+12025550133'];
    const ids: string[] = [];
    for (const phone of texts) ids.push((await app.textIn(bella, 'Thanks!', phone)).contactId);
    const look = (id: string) => get<{ data: Conversation }>(`/livechat/${id}`);
    const conversations = [];
    for (const id of ids) conversations.push({ id, position: (await look(id)).body.data.position });
    const close = (these: readonly object[]) =>
      post<{ data: { closed: number; open: number } }>('/livechat/close', { conversations: these });
    expect((await close([...conversations, { id: randomUUID(), position: '1' }])).status).toBe(404);
    expect((await look(ids[0]!)).body.data.open).toBe(true);
    await app.textIn(bella, 'One more thing', texts[2]!);
    expect((await close(conversations)).body.data).toEqual({ closed: 2, open: 1 });
    expect((await close(conversations)).body.data).toEqual({ closed: 2, open: 1 });
    expect([(await look(ids[0]!)).body.data.open, (await look(ids[2]!)).body.data.open]).toEqual([false, true]);
    expect((await close([])).status).toBe(422);
  });

  it('is shared by a team: who has how many, and what nobody has taken', async () => {
    const { contactId } = await app.textIn(bella, 'Whose am I?', '+12025550119');
    type Team = { data: { id: string; open: number; needs_reply: number }[]; meta: { unassigned: { open: number } } };
    const team = async () => (await get<Team>('/livechat/team')).body;
    const ids = async (query: string) =>
      (await get<{ data: Conversation[] }>(`/livechat?${query}`)).body.data.map(({ id }) => id);
    const before = await team();
    expect(await ids('assignee=nobody')).toContain(contactId);
    const taken = await app.call<{ data: { assignee: string | null; waiting_since: string | null } }>(
      bella.token,
      'PUT',
      `/livechat/${contactId}`,
      { assignee_id: bella.userId },
    );
    expect(taken.body.data.assignee).not.toBeNull();
    expect(taken.body.data.waiting_since).not.toBeNull();
    expect(await ids('assignee=nobody')).not.toContain(contactId);
    expect(await ids('assignee=mine&filter=needs_reply&sort=waiting')).toContain(contactId);
    expect(await ids(`assignee=${bella.userId}`)).toContain(contactId);
    const after = await team();
    expect(after.meta.unassigned.open).toBe(before.meta.unassigned.open - 1);
    const load = (of: Team) => of.data.find(({ id }) => id === bella.userId)?.needs_reply;
    expect(load(after)).toBe((load(before) ?? 0) + 1);
    await post('/livechat/messages', { contact_id: contactId, body: 'Mine.' });
    expect((await get<{ data: { waiting_since: null } }>(`/livechat/${contactId}`)).body.data.waiting_since).toBeNull();
    expect((await get('/livechat?assignee=somebody')).status).toBe(422);
  });

  it('finds or starts a conversation with a number, however it is written', async () => {
    const started = await post<{ data: Conversation }>('/livechat', { phone: '(202) 555-0113' });
    expect(started.status).toBe(200);
    const again = await post<{ data: Conversation }>('/livechat', { phone: '+1 202-555-0113' });
    expect(again.body.data.id).toBe(started.body.data.id);
    expect((await post<{ data: Conversation }>('/livechat', { contact_id: started.body.data.id })).body.data.id).toBe(
      started.body.data.id,
    );
    for (const body of [{}, { phone: 'no number' }, { phone: '+12025550113', contact_id: started.body.data.id }])
      expect((await post('/livechat', body)).status).toBe(422);
    expect(
      (await get<{ data: { id: string }[] }>('/livechat/search-contacts?search=0113')).body.data.map(
        (contact) => contact.id,
      ),
    ).toContain(started.body.data.id);
  });

  it('opting out stops the sending, with the reason', async () => {
    const { contactId } = await app.textIn(bella, 'PIZZA', '+12025550114');
    const optedOut = await post<{ data: { status: string; consents: { kind: string; how: string }[] } }>(
      `/contacts/${contactId}/opt-out`,
    );
    expect(optedOut.body.data).toMatchObject({ status: 'optedOut' });
    const refused = await post<{ code: string; message: string; errors: object }>('/livechat/messages', {
      contact_id: contactId,
      body: 'Come back',
    });
    expect(refused).toMatchObject({ status: 422, body: { code: 'contact_opted_out', message: expect.any(String) } });
    const list = await get<{ data: { id: string }[]; meta: { total: number } }>('/contacts?opt_out=1');
    expect(list.body.data.map((contact) => contact.id)).toEqual([contactId]);
    expect(
      (await get<{ data: { id: string }[] }>('/contacts?opt_out=0&keywords=PIZZA')).body.data.map(
        (contact) => contact.id,
      ),
    ).not.toContain(contactId);
  });

  it('refuses what nobody could send', async () => {
    const { contactId } = await app.textIn(bella, 'Hi', '+12025550115');
    for (const body of [
      { contact_id: contactId, body: ' ' },
      { contact_id: contactId, body: 'x'.repeat(1601) },
      { contact_id: contactId, body: 'a\u0000b' },
      { contact_id: contactId, body: '\ud800' },
      { contact_id: 'x', body: 'x' },
      {},
    ]) {
      const answer = await post<{ message: string; errors: Record<string, string[]> }>('/livechat/messages', body);
      expect(answer.status).toBe(422);
      expect(answer.body.message).toBe(Object.values(answer.body.errors)[0]![0]);
    }
  });
});

describe('notifications', () => {
  it('are listed, read, removed and marked all at once', async () => {
    await app.textIn(bella, 'Do you deliver?', '+12025550116');
    await app.textIn(bella, 'Are you open?', '+12025550117');
    type List = { data: { id: string; read: boolean; content: string }[]; meta: { unread: number; total: number } };
    const before = (await get<List>('/notifications')).body;
    expect(before.data[0]!.content).toContain('Are you open?');
    const [one, two] = before.data;
    expect((await post(`/notification/${one!.id}/read`)).body).toEqual({ success: true });
    expect((await app.call(bella.token, 'DELETE', `/notification/${two!.id}`)).body).toEqual({ success: true });
    const after = (await get<List>('/notifications')).body;
    expect(after.meta).toMatchObject({ unread: before.meta.unread - 2, total: before.meta.total - 1 });
    expect(after.data.find((row) => row.id === one!.id)!.read).toBe(true);
    expect((await post('/notifications/mark-all')).body).toEqual({ success: true });
    expect((await get<List>('/notifications')).body.meta.unread).toBe(0);
    expect((await get('/live-data')).body).toMatchObject({ notifications_unread: 0 });
    expect((await get<List>('/notifications?status=unread')).body.data).toEqual([]);
  });

  it('push says clearly that it is not set up', async () => {
    expect(await post('/pusher/beams-auth', {})).toMatchObject({ status: 503, body: { code: 'push_not_configured' } });
  });
});

describe('the dashboard', () => {
  it('sums a period of days', async () => {
    const answer = await get<{
      data: {
        daily: unknown[];
        totals: { opt_ins: number; received: number };
        campaigns: { keyword: string }[];
        usage: object;
      };
    }>('/businesses/dashboard-reports');
    expect(answer.body.data.daily).toHaveLength(30);
    expect(answer.body.data.totals.opt_ins).toBeGreaterThan(0);
    expect(answer.body.data.campaigns).toMatchObject([{ keyword: 'PIZZA', number: bella.number }]);
    expect(
      (await get<{ data: { daily: unknown[] } }>('/businesses/dashboard-reports?date_range=2026-02-01,2026-02-28')).body
        .data.daily,
    ).toHaveLength(28);
    for (const range of ['2026-02-30,2026-03-01', '2026-03-01,2026-02-01', 'x', '2020-01-01,2026-01-01'])
      expect((await get(`/businesses/dashboard-reports?date_range=${range}`)).status).toBe(422);
  });
});

describe('lists', () => {
  it('page, sort, and refuse what can not be', async () => {
    const page = await get<{ data: { id: string }[]; meta: object }>(
      '/contacts?per_page=2&page=2&sort_by=created_at&sort_desc=1',
    );
    expect(page.body.meta).toMatchObject({ page: 2, per_page: 2, total: expect.any(Number) });
    expect(page.body.data).toHaveLength(2);
    for (const query of [
      'per_page=0',
      'per_page=101',
      'page=0',
      'page=x',
      'sort_by=password',
      'sort_by=__proto__',
      'sort_desc=maybe',
      'status=nonsense',
    ])
      expect((await get(`/contacts?${query}`)).status).toBe(422);
    expect((await get<{ data: unknown[] }>('/contacts?page=1000000&per_page=100')).body.data).toEqual([]);
  });
});

describe('a team that shares its live chat', () => {
  type Settings = { mode: string; people: string[]; reply_minutes: number | null; hours: unknown; revision: number };
  const settings = async () => (await get<{ data: Settings }>('/livechat/settings')).body.data;
  const agent = async (agencyId: string, firstName: string): Promise<string> => {
    const userId = randomUUID();
    await app.commands.users.registerUser(systemContext(), {
      userId,
      role: 'Agency',
      agencyId,
      businessId: null,
      email: `${userId}@example.test`,
      firstName,
      lastName: 'North',
      password,
    });
    await app.settled();
    return userId;
  };
  const put = (body: object) => app.call<{ message: string }>(bella.token, 'PUT', '/livechat/settings', body);

  it('chooses who takes conversations and how soon it answers, and sees what somebody else has changed meanwhile', async () => {
    const before = await settings();
    expect(before).toMatchObject({
      mode: 'off',
      people: [],
      reply_minutes: null,
      hours: null,
      timezone: 'America/Los_Angeles',
    });
    const wanted = { mode: 'round-robin', people: [bella.userId], reply_minutes: 15, hours: null };
    expect((await put({ ...wanted, revision: before.revision })).status).toBe(200);
    expect(await settings()).toMatchObject(wanted);
    expect((await put({ ...wanted, mode: 'off', revision: before.revision })).status).toBe(409);
    expect((await put({ ...wanted, people: [] })).body.message).toContain('at least one person');
    expect((await put({ ...wanted, reply_minutes: 0 })).status).toBe(422);
    expect((await put({ ...wanted, people: [randomUUID()] })).status).toBe(404);
    expect((await put({ ...wanted, mode: 'off', reply_minutes: null })).status).toBe(200);
  });

  it('lets only who has a conversation answer it, where that is chosen, and gives it to who answers what nobody has', async () => {
    const colleague = randomUUID();
    const email = `${colleague}@example.test`;
    await app.commands.users.registerUser(systemContext(), {
      userId: colleague,
      role: 'Business',
      agencyId: bella.agencyId || null,
      businessId: bella.businessId,
      email,
      firstName: 'Carla',
      lastName: 'Conti',
      password,
    });
    const token = (await app.call<{ access_token: string }>(null, 'POST', '/login', { email, password })).body
      .access_token;
    const { contactId } = await app.textIn(bella, 'Is there a table?', '+12025550188');
    const key = randomUUID();
    const say = (who: string, body: string, asked: string = randomUUID()) =>
      app.call<{ message: string; code: string }>(
        who,
        'POST',
        '/livechat/messages',
        { contact_id: contactId, body },
        { 'idempotency-key': asked },
      );
    const later = (who: string) =>
      app.call<{ code: string; data: { id: string }[] }>(who, 'POST', `/livechat/${contactId}/scheduled`, {
        body: 'Tomorrow',
        send_at: new Date(Date.now() + 3_600_000).toISOString(),
      });
    const assignee = async () => (await get<{ data: Conversation }>(`/livechat/${contactId}`)).body.data.assignee_id;
    const off = { mode: 'off', people: [], reply_minutes: null, hours: null };

    // Nothing is chosen: anybody answers, and has nothing by it.
    expect((await say(token, 'Yes')).status).toBe(200);
    expect(await assignee()).toBeNull();
    expect((await put({ ...off, answer_owns: true, assignee_only: true })).status).toBe(200);
    expect((await put(off)).status).toBe(200);
    expect(await settings()).toMatchObject({ answer_owns: true, assignee_only: true });

    expect((await say(token, 'For how many?', key)).status).toBe(200);
    expect(await assignee()).toBe(colleague);
    const refused = await say(bella.token, 'Not today');
    expect(refused).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect(refused.body.message).toContain('Take it over first');
    expect(await later(bella.token)).toMatchObject({ status: 409, body: { code: 'conflict' } });
    const scheduled = await later(token);
    expect(scheduled.status).toBe(200);
    const now = await app.call(bella.token, 'PUT', `/livechat/${contactId}/scheduled/${scheduled.body.data[0]!.id}`, {
      send_at: null,
    });
    expect(now.status).toBe(409);

    // Notes are everybody's. Taken over, it is the other who is refused; what they had said before stays said.
    const noted = await app.call(bella.token, 'PUT', `/livechat/${contactId}`, { note: 'I know them' });
    expect(noted.status).toBe(200);
    await app.call(bella.token, 'PUT', `/livechat/${contactId}`, { assignee_id: bella.userId });
    expect((await say(bella.token, 'Hello again')).status).toBe(200);
    expect((await say(token, 'Me, too')).status).toBe(409);
    // Also where nobody remembers the answer to it.
    await app.pool.query('delete from ops.idempotency_keys where key = $1', [key]);
    expect((await say(token, 'For how many?', key)).status).toBe(200);
    expect(await assignee()).toBe(bella.userId);
    await put({ ...off, answer_owns: false, assignee_only: false });
  });

  it('says who is away, and gives back what they have if they want that', async () => {
    const { contactId } = await app.textIn(bella, 'Who are you?', '+12025550177');
    await app.call(bella.token, 'PUT', `/livechat/${contactId}`, { assignee_id: bella.userId });
    type Team = { data: { id: string; away: boolean; open: number }[] };
    const me = async () => (await get<Team>('/livechat/team')).body.data.find(({ id }) => id === bella.userId)!;
    const { open } = await me();
    const kept = await post<{ data: object }>('/livechat/away', { away: true });
    expect(kept.body.data).toEqual({ away: true, given_back: 0 });
    expect(await me()).toMatchObject({ away: true, open });
    const gave = await post<{ data: object }>('/livechat/away', { away: true, give_back: true });
    expect(gave.body.data).toEqual({ away: true, given_back: open });
    expect(await me()).toMatchObject({ away: true, open: 0 });
    const given = await get<{ data: object }>(`/livechat/${contactId}`);
    expect(given.body.data).toMatchObject({ assignee_id: null, assigned_why: 'given-back' });
    await post('/livechat/away', { away: false });
    expect(await me()).toMatchObject({ away: false });
  });

  it('has people of its agency, under their name and what the agency is called; nobody else of an agency', async () => {
    const { contactId } = await app.textIn(bella, 'Anybody?', '+12025550178');
    const noor = await agent(bella.agencyId!, 'Noor');
    const stranger = await agent((await app.addTenant('nino')).agencyId, 'Sam');
    const assign = (assignee_id: string) =>
      app.call<{ data: object }>(bella.token, 'PUT', `/livechat/${contactId}`, { assignee_id });
    expect((await assign(stranger)).status).toBe(422);
    expect((await assign(noor)).body.data).toMatchObject({ assignee: 'Noor North · Agency of bella' });
    const { data } = (await get<{ data: { id: string; name: string; brand: string | null }[] }>('/livechat/team')).body;
    expect(data.find(({ id }) => id === noor)).toMatchObject({ name: 'Noor North', brand: 'Agency of bella' });
    expect(data.find(({ id }) => id === bella.userId)).toMatchObject({ brand: null });
    expect(data.map(({ id }) => id)).not.toContain(stranger);
    const listed = await get<{ data: Conversation[] }>(`/livechat?assignee=${noor}`);
    expect(listed.body.data).toMatchObject([{ id: contactId, assignee: 'Noor North · Agency of bella' }]);
    // Who came from the agency and acts for somebody sees as mine what is theirs.
    const { body } = await app.call<{ access_token: string }>(
      await app.signIn(`${noor}@example.test`),
      'POST',
      `/impersonate/${bella.userId}`,
    );
    const mine = await app.call<{ data: Conversation[] }>(body.access_token, 'GET', '/livechat?assignee=mine');
    expect(mine.body.data.map(({ id }) => id)).toEqual([contactId]);
    const away = await app.call(body.access_token, 'POST', '/livechat/away', { away: true });
    expect(away.status).toBe(200);
    const team = (await get<{ data: { id: string; away: boolean }[] }>('/livechat/team')).body.data;
    expect(team.filter((one) => one.away).map(({ id }) => id)).toEqual([noor]);
  });

  it('tells whoever has a conversation that an answer is overdue, once', async () => {
    const { contactId } = await app.textIn(bella, 'Still waiting', '+12025550179');
    await app.call(bella.token, 'PUT', `/livechat/${contactId}`, { assignee_id: bella.userId });
    const waitingSince = '2026-11-20T11:00:00.000Z';
    const overdue = { businessId: bella.businessId, contactId, waitingSince };
    for (const _ of [1, 2]) await app.commands.notifications.overdue(systemContext(), overdue);
    type Bell = { data: { kind: string; link: string | null }[] };
    const told = async () =>
      (await get<Bell>('/notifications?per_page=50')).body.data.filter(({ kind }) => kind === 'overdue');
    await expect.poll(told, { timeout: 20_000 }).toMatchObject([{ link: `/business/livechat?contact=${contactId}` }]);
  });

  it('tells everybody, too, where who has it is not here; somebody of the agency is led there by way of the business', async () => {
    const { contactId } = await app.textIn(bella, 'And I', '+12025550180');
    const noor = await agent(bella.agencyId!, 'Noor');
    const assigned = await app.call(bella.token, 'PUT', `/livechat/${contactId}`, { assignee_id: noor });
    expect(assigned.status).toBe(200);
    const overdue = { businessId: bella.businessId, contactId, waitingSince: '2026-11-20T11:00:00.000Z' };
    await app.commands.notifications.overdue(systemContext(), overdue);
    const conversation = `/business/livechat?contact=${contactId}`;
    type Bell = { data: { kind: string; title: string; content: string; link: string | null }[] };
    const told = async (token: string) =>
      (await app.call<Bell>(token, 'GET', '/notifications?per_page=50')).body.data.filter(
        ({ kind, link }) => kind === 'overdue' && decodeURIComponent(link!).includes(contactId),
      );
    await expect
      .poll(() => told(bella.token), { timeout: 20_000 })
      .toMatchObject([{ content: 'The teammate who has it is away.', link: conversation }]);
    const token = await app.signIn(`${noor}@example.test`);
    const link = `/agency/businesses/${bella.businessId}/act?to=${encodeURIComponent(conversation)}`;
    expect(await told(token)).toMatchObject([{ title: 'bella: an answer is overdue', link }]);
    // Now that Noor is here, the next time somebody waits is theirs alone.
    await app.commands.notifications.overdue(systemContext(), { ...overdue, waitingSince: '2026-11-20T12:00:00.000Z' });
    await expect.poll(async () => (await told(token)).length, { timeout: 20_000 }).toBe(2);
    expect(await told(bella.token)).toHaveLength(1);
  });
});
