import { hash, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { canonicalJson } from '../../../api/kernel/idempotency.ts';
import { startTestApi, type Tenant, type TestApi } from './support.ts';

let app: TestApi;
let bella: Tenant;
let harbor: Tenant;
let contactId: string;
beforeAll(async () => {
  app = await startTestApi();
  bella = await app.addTenant('bella');
  harbor = await app.addTenant('harbor');
  ({ contactId } = await app.textIn(bella, 'PIZZA'));
});
afterAll(() => app.close());

type Sent = { data: { id: string }; requestId?: string };
const send = (key: string | null, body: string, tenant = bella, contact = contactId) =>
  app.call<Sent>(
    tenant.token,
    'POST',
    '/livechat/messages',
    { contact_id: contact, body },
    key === null ? {} : { 'idempotency-key': key },
  );
const queued = async (body: string) =>
  (await app.store.readAll(0n, { limit: 10_000, filter: { types: ['MessageQueued'] } })).events.filter(
    (event) => event.data['body'] === body,
  );

describe('a command with an Idempotency-Key', () => {
  it('leaves nothing to read where answers are kept', async () => {
    const words = 'Nobody else should read this.';
    const first = await send(randomUUID(), words);
    const { rows } = await sql<{ kept: string; sealed: Buffer; status: number }>`
      select k::text as kept, sealed, status from ops.idempotency_keys k order by created_at desc limit 1`.execute(
      app.db,
    );
    const { kept, sealed, status } = rows[0]!;
    expect(status).toBe(200);
    for (const told of [words, first.body.data.id, contactId]) {
      expect(kept).not.toContain(told);
      expect(sealed.includes(told)).toBe(false);
    }
    // Nor can a number be found by trying: the hash of the request is keyed.
    const request = { params: undefined, query: undefined, body: { contact_id: contactId, body: words, media: [] } };
    expect(kept).not.toContain(hash('sha256', canonicalJson(request), 'base64url'));
  });

  it('gives the same answer to the same request, and happens once', async () => {
    const key = randomUUID();
    const first = await send(key, 'Once.');
    const again = await send(key, 'Once.');
    expect(first.status).toBe(200);
    expect(again.status).toBe(200);
    expect(again.body).toEqual(first.body);
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect(await queued('Once.')).toHaveLength(1);
  });

  it('happens once when twenty ask at the same moment', async () => {
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(key, 'Twenty.')));
    expect(answers.every((answer) => answer.status === 200)).toBe(true);
    expect(new Set(answers.map((answer) => answer.body.data.id)).size).toBe(1);
    expect(await queued('Twenty.')).toHaveLength(1);
  });

  it('is the same in quotes, as the draft of the IETF writes it', async () => {
    const key = randomUUID();
    const first = await send(key, 'Quoted.');
    const again = await send(`"${key}"`, 'Quoted.');
    expect(again.body).toEqual(first.body);
    expect(await queued('Quoted.')).toHaveLength(1);
  });

  it('is refused with other content', async () => {
    const key = randomUUID();
    await send(key, 'First.');
    const other = await send(key, 'Second.');
    expect(other).toMatchObject({ status: 422, body: { code: 'idempotency_key_reused' } });
    expect(await queued('Second.')).toHaveLength(0);
  });

  it('belongs to one person and one call', async () => {
    const key = randomUUID();
    const { contactId: theirs } = await app.textIn(harbor, 'Hello');
    const mine = await send(key, 'Mine.');
    const his = await send(key, 'Mine.', harbor, theirs);
    expect(his.status).toBe(200);
    expect(his.body.data.id).not.toBe(mine.body.data.id);
    expect(
      (await app.call(bella.token, 'POST', `/livechat/${contactId}/read`, {}, { 'idempotency-key': key })).status,
    ).toBe(200);
  });

  it('after a crash in between causes nothing twice', async () => {
    const key = randomUUID();
    const first = await send(key, 'Crashed.');
    // As a process leaves it that dies after the append and before the answer is kept.
    await app.pool.query(
      `update ops.idempotency_keys set status = null, sealed = null, locked_until = now() - interval '1 second' where key = $1`,
      [key],
    );
    const again = await send(key, 'Crashed.');
    expect(again.status).toBe(200);
    expect(again.body.data.id).toBe(first.body.data.id);
    expect(await queued('Crashed.')).toHaveLength(1);
  });

  it('that another process is still working on waits, and then says so', async () => {
    const key = randomUUID();
    await send(key, 'Slow.');
    await app.pool.query(
      `update ops.idempotency_keys set status = null, sealed = null, locked_until = now() + interval '1 minute' where key = $1`,
      [key],
    );
    expect(await send(key, 'Slow.')).toMatchObject({ status: 409, body: { code: 'request_in_progress' } });
  });

  it('repeats a refusal too', async () => {
    const optedOut = await app.textIn(bella, 'STOP', '+12025550150');
    const key = randomUUID();
    const first = await send(key, 'Please come back.', bella, optedOut.contactId);
    expect(first).toMatchObject({ status: 422, body: { code: 'contact_opted_out' } });
    expect((await send(key, 'Please come back.', bella, optedOut.contactId)).body).toEqual(first.body);
  });

  it.each(['', ' ', 'x'.repeat(201), 'ümlaut'])('refuses %j as a key', async (key) => {
    const answer = await send(key, 'Odd.');
    expect(answer.status).toBe(422);
  });

  it('without one, the same request twice is two messages', async () => {
    await send(null, 'Twice.');
    await send(null, 'Twice.');
    expect(await queued('Twice.')).toHaveLength(2);
  });
});
