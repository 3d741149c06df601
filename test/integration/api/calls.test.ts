import { randomUUID } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ClientGone, describeFailure } from '../../../api/kernel/errors.ts';
import { EventStoreUnavailable, RevisionConflict } from '../../../adapters/event-store/port.ts';
import { DomainError } from '../../../domain/kernel/errors.ts';
import { eventually, startTestApi, type Tenant, type TestApi } from './support.ts';

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
    expect(list.body.meta).toEqual({ total: 1, page: 1, per_page: 30, counts: { needs_reply: 1, all: 1, closed: 0 } });
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

describe('failures', () => {
  it.each([
    [
      'a field that is wrong',
      new DomainError('validation_failed', 'No.', { email: ['First.', 'Second.'], name: ['Third.'] }),
      422,
      { message: 'First.', errors: { email: ['First.', 'Second.'], name: ['Third.'] } },
    ],
    [
      'a refusal without a field',
      new DomainError('contact_opted_out', 'This contact has opted out.'),
      422,
      { message: 'This contact has opted out.', code: 'contact_opted_out' },
    ],
    ['a wrong role', new DomainError('forbidden', 'No.'), 403, { code: 'forbidden' }],
    ['nothing there', new DomainError('not_found', 'No.'), 404, { code: 'not_found' }],
    ['not acceptable', new DomainError('not_acceptable', 'No.'), 406, { silent: true }],
    ['a race', new RevisionConflict('contact-1', 1, 2), 409, { code: 'conflict' }],
    ['the event store away', new EventStoreUnavailable('gone'), 503, { code: 'unavailable' }],
    [
      'the database away',
      Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' }),
      503,
      { code: 'unavailable' },
    ],
    [
      'the database away, by its socket',
      Object.assign(new Error('connect ENOENT /data/.s.PGSQL.5432'), { code: 'ENOENT', syscall: 'connect' }),
      503,
      { code: 'unavailable' },
    ],
    [
      'a file of ours missing',
      Object.assign(new Error('ENOENT: no such file'), { code: 'ENOENT', syscall: 'open' }),
      500,
      { code: 'internal' },
    ],
    [
      'the disk full',
      Object.assign(new Error('could not extend file'), { code: '53100' }),
      503,
      { code: 'unavailable' },
    ],
    [
      'a value the database refuses',
      Object.assign(new Error('out of range'), { code: '22003' }),
      422,
      { code: 'validation_failed' },
    ],
    [
      'a bug',
      new TypeError('x is not a function'),
      500,
      { code: 'internal', message: 'Something went wrong on our side. Please try again.' },
    ],
    ['something thrown that is no error', 'oops', 500, { code: 'internal' }],
  ])('%s', (_name, error, status, body) => {
    const failure = describeFailure(error, 'the-request');
    expect(failure.status).toBe(status);
    expect(failure.body).toMatchObject({ ...body, requestId: 'the-request' });
    if (status === 503) expect(failure.retryAfterSeconds).toBeGreaterThan(0);
    expect(JSON.stringify(failure.body)).not.toMatch(/ECONN|127\.0|not a function|stack|contact-1/);
  });

  it('name the request, and keep the correlation id that was sent', async () => {
    const answer = await app.call<{ requestId: string }>(null, 'GET', '/profile', undefined, {
      'x-correlation-id': 'trace-1',
    });
    expect(answer.headers).toMatchObject({
      'x-correlation-id': 'trace-1',
      'x-request-id': answer.body.requestId,
      'www-authenticate': 'Bearer',
    });
    expect(
      (await app.call(null, 'GET', '/config', undefined, { 'x-correlation-id': 'bad one\u00ff' })).headers[
        'x-correlation-id'
      ],
    ).not.toContain('bad');
  });

  it('of reading a request are the caller’s', async () => {
    const send = (payload: string, type = 'application/json') =>
      app.api.inject({ method: 'POST', url: '/api/v1/login', payload, headers: { 'content-type': type } });
    expect((await send('{"a":')).statusCode).toBe(400);
    expect((await send('{"__proto__":{}}')).statusCode).toBe(400);
    expect((await send('x'.repeat(300_000))).statusCode).toBe(413);
    expect((await send('a=1', 'application/x-www-form-urlencoded')).statusCode).toBe(415);
    expect((await send('')).statusCode).toBe(422);
    expect((await app.api.inject({ url: '/api/v1/no-such-call' })).json()).toMatchObject({ code: 'not_found' });
    expect((await app.api.inject({ url: '/api/v1/%ff' })).json()).toMatchObject({ code: 'malformed_request' });
  });

  it('events carry the correlation id', async () => {
    const { contactId } = await app.textIn(bella, 'PIZZA', '+12025550118');
    const answer = await app.call<{ data: { id: string } }>(
      bella.token,
      'POST',
      '/livechat/messages',
      { contact_id: contactId, body: 'Traced.' },
      { 'x-correlation-id': 'trace-2' },
    );
    const [event] = await app.store.read(`message-${answer.body.data.id}`);
    expect(event!.metadata).toMatchObject({
      correlationId: 'trace-2',
      actor: { kind: 'user', userId: bella.userId },
      tenant: { businessId: bella.businessId },
    });
  });
});

describe('a client that goes away', () => {
  it('takes its query with it', async () => {
    const url = new URL(`http://${await app.listen()}/api/v1/livechat`);
    let signal: AbortSignal | undefined;
    const real = app.readModels.conversations;
    const mutable = app.readModels as { -readonly [K in keyof typeof app.readModels]: (typeof app.readModels)[K] };
    // Slows the real one down, so that there is time to leave.
    mutable.conversations = async (businessId, query) => {
      signal = query.signal;
      await new Promise((resolve) => setTimeout(resolve, 300));
      return real(businessId, query);
    };
    try {
      const leaving = httpRequest(url, { headers: { authorization: `Bearer ${bella.token}` } });
      leaving.on('error', () => undefined);
      leaving.end();
      await eventually(
        () => signal,
        (given) => given !== undefined,
      );
      leaving.destroy();
      await eventually(
        () => signal!.aborted,
        (aborted) => aborted,
      );
      expect(signal!.reason).toBeInstanceOf(ClientGone);
    } finally {
      mutable.conversations = real;
    }
    expect((await get('/livechat')).status).toBe(200);
  });
});
