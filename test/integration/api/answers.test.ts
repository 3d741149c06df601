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

const get = <T>(path: string) => app.call<T>(bella.token, 'GET', path);

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
    [
      'a question that the database refuses as too large, 57014',
      Object.assign(new Error('stack depth limit exceeded'), { code: '57014' }),
      422,
      { code: 'validation_failed', errors: { body: ['This asks for too much at once. Narrow it down.'] } },
    ],
    [
      'a question that the database refuses as too large, 54001',
      Object.assign(new Error('stack depth limit exceeded'), { code: '54001' }),
      422,
      { code: 'validation_failed', errors: { body: ['This asks for too much at once. Narrow it down.'] } },
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
    ).not.toContain('bad one');
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
