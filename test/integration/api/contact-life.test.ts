import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ConsentAsOf, TimelineEntry } from '../../../api/contract/contact-life.ts';
import { startTestApi, type Tenant, type TestApi } from './support.ts';

let app: TestApi;
let bella: Tenant;
let clock = new Date('2026-10-01T12:00:00Z');
beforeAll(async () => {
  app = await startTestApi({ now: () => clock });
  bella = await app.addTenant('bella');
});
afterAll(() => app.close());

/** Days pass, and with them the session. */
const at = async (instant: string): Promise<void> => {
  clock = new Date(instant);
  bella = { ...bella, token: await app.signIn(bella.email) };
};
interface Page {
  data: TimelineEntry[];
  meta: { next: string | null };
}
const timeline = async (contactId: string, query = '', token = bella.token) =>
  app.call<Page>(token, 'GET', `/contacts/${contactId}/timeline?${query}`);
const whats = (page: Page): string[] => page.data.map(({ what }) => what);
const consent = async (contactId: string, on?: string) =>
  (await app.call<{ data: ConsentAsOf }>(bella.token, 'GET', `/contacts/${contactId}/consent${on ? `?on=${on}` : ''}`))
    .body.data;

describe('the timeline of a contact', () => {
  it('tells everything, the newest first, with who did it and what it concerns', async () => {
    const { contactId } = await app.textIn(bella, 'PIZZA', '+12025550151');
    await app.textIn(bella, 'Is the patio heated?', '+12025550151');
    await app.call(bella.token, 'PUT', `/contacts/${contactId}/tags`, { tags: ['vip'] });
    await app.call(bella.token, 'POST', '/livechat/messages', { contact_id: contactId, body: 'It is!' });
    await app.call(bella.token, 'POST', `/contacts/${contactId}/opt-out`, { reason: 'Asked at the counter' });
    await app.settled();

    const { body } = await timeline(contactId);
    expect(whats(body)).toEqual(
      expect.arrayContaining(['discovered', 'message-received', 'opted-in', 'tagged', 'message-sent', 'opted-out']),
    );
    expect(body.data[0]).toMatchObject({
      what: 'opted-out',
      kind: 'consent',
      by: 'person',
      person: { id: bella.userId, name: 'Bella Rossi' },
      details: { reason: 'Asked at the counter', via: 'screen' },
    });
    const received = body.data.find(({ details }) => details['words'] === 'Is the patio heated?');
    expect(received).toMatchObject({ by: 'contact', person: null, about: { kind: 'conversation', id: contactId } });
    const optedIn = body.data.find(({ what }) => what === 'opted-in');
    expect(optedIn).toMatchObject({
      by: 'contact',
      about: { kind: 'campaign', id: bella.campaignId, name: 'Pizza' },
      details: { keyword: 'PIZZA' },
    });
    expect(body.data.find(({ details }) => details['words'] === 'It is!')).toMatchObject({
      what: 'message-sent',
      by: 'person',
      details: { state: 'waiting' },
    });
  });

  it('comes in pages that leave nothing out and tell nothing twice, whatever is added meanwhile', async () => {
    const from = '+12025550152';
    const { contactId } = await app.textIn(bella, 'PIZZA', from);
    for (let text = 0; text < 12; text++) await app.textIn(bella, `Text ${text}`, from);
    const whole = (await timeline(contactId, 'per_page=100')).body.data.map(({ id }) => id);
    expect(whole.length).toBeGreaterThan(15);
    const paged: string[] = [];
    for (let before: string | null = null; ;) {
      const { body }: { body: Page } = await timeline(contactId, `per_page=4${before ? `&before=${before}` : ''}`);
      paged.push(...body.data.map(({ id }) => id));
      if (before === null) await app.textIn(bella, 'Something new', from);
      before = body.meta.next;
      if (before === null) break;
    }
    expect(paged).toEqual(whole);
  });

  it('is narrowed to kinds, and refuses one that does not exist', async () => {
    const { contactId } = await app.textIn(bella, 'PIZZA', '+12025550153');
    await app.textIn(bella, 'STOP', '+12025550153');
    expect(whats((await timeline(contactId, 'kinds=consent')).body)).toEqual(['opted-out', 'opted-in']);
    expect(whats((await timeline(contactId, 'kinds=vote,loop')).body)).toEqual([]);
    const both = await timeline(contactId, 'kinds=message,consent&per_page=2');
    expect(both.body.meta.next).not.toBeNull();
    expect((await timeline(contactId, 'kinds=gossip')).status).toBe(422);
  });

  it('is nobody else’s, and says nothing of who was erased', async () => {
    const { contactId } = await app.textIn(bella, 'PIZZA', '+12025550154');
    await app.textIn(bella, 'My name is Wilhelmina', '+12025550154');
    const carl = await app.addTenant('carl');
    expect((await timeline(contactId, '', carl.token)).status).toBe(404);
    await app.call(bella.token, 'DELETE', `/contacts/${contactId}`);
    await app.settled();
    const gone = await timeline(contactId);
    expect(gone.status).toBe(404);
    expect(JSON.stringify(gone.body)).not.toContain('Wilhelmina');
    const left = await app.readModels.timelinePointers(bella.businessId, [contactId], {
      kinds: ['message'],
      before: null,
      limit: 10,
    });
    expect(left).toEqual([]);
  });

  it('has only pointers of its own business, also when it is asked for another’s contact by id', async () => {
    const { contactId } = await app.textIn(bella, 'PIZZA', '+12025550155');
    const dora = await app.addTenant('dora');
    const asked = { kinds: ['message' as const], before: null, limit: 10 };
    expect(await app.readModels.timelinePointers(bella.businessId, [contactId], asked)).not.toEqual([]);
    expect(await app.readModels.timelinePointers(dora.businessId, [contactId], asked)).toEqual([]);
  });
});

describe('consent as it was on a day', () => {
  it('is told by the day of the business’s zone, with its proof', async () => {
    const from = '+12025550161';
    await at('2026-10-01T12:00:00Z');
    const { contactId } = await app.textIn(bella, 'PIZZA', from);
    // In Los Angeles it is the evening of the 3rd still.
    await at('2026-10-04T05:30:00Z');
    await app.textIn(bella, 'STOP', from);
    await at('2026-10-06T12:00:00Z');
    await app.textIn(bella, 'START', from);

    expect((await consent(contactId, '2026-09-30')).text).toEqual({ state: 'unknown', since: null, proof: null });
    expect((await consent(contactId, '2026-10-02')).text).toMatchObject({
      state: 'subscribed',
      since: '2026-10-01T12:00:00.000Z',
      proof: { how: 'keyword', keyword: 'PIZZA', campaign: { id: bella.campaignId, name: 'Pizza' } },
    });
    expect((await consent(contactId, '2026-10-03')).text).toMatchObject({
      state: 'optedOut',
      proof: { how: 'message', words: 'STOP' },
    });
    const now = await consent(contactId);
    expect(now.text).toMatchObject({ state: 'subscribed', proof: { how: 'start' } });
    expect(now.lines.map(({ kind }) => kind)).toEqual(['optedIn', 'optedOut', 'optedIn']);
    expect(now.email.state).toBe('unknown');
  });

  it('is what stays of who was erased, without their words', async () => {
    const { contactId } = await app.textIn(bella, 'PIZZA', '+12025550162');
    await app.textIn(bella, 'stop', '+12025550162');
    await app.call(bella.token, 'DELETE', `/contacts/${contactId}`);
    const { text, lines } = await consent(contactId);
    expect(text.state).toBe('optedOut');
    expect(lines.map(({ kind, words }) => [kind, words])).toEqual([
      ['optedIn', null],
      ['optedOut', null],
    ]);
  });
});

describe('the file with everything about a person', () => {
  const take = (contactId: string, token = bella.token) =>
    app.call<{ data: { url: string } }>(token, 'POST', `/contacts/${contactId}/data-file`);
  const download = async (url: string) => app.api.inject({ method: 'GET', url });

  it('holds all that was said, and who took it is recorded', async () => {
    const { contactId } = await app.textIn(bella, 'PIZZA', '+12025550171');
    for (let text = 0; text < 5; text++) await app.textIn(bella, `Word ${text}`, '+12025550171');
    const { body } = await take(contactId);
    const { statusCode, headers, body: file } = await download(body.data.url);
    expect(statusCode).toBe(200);
    expect(headers['content-disposition']).toMatch(/attachment/);
    const told = JSON.parse(file) as { person: object; events: { what: string; data: { body?: string } }[] };
    expect(told.person).toMatchObject({ phone: '+12025550171', status: 'subscribed', keywords: ['PIZZA'] });
    for (let text = 0; text < 5; text++) expect(file).toContain(`Word ${text}`);
    expect(told.events.filter(({ what }) => what === 'MessageReceived')).toHaveLength(6);

    const [entry] = (await timeline(contactId, 'kinds=privacy')).body.data;
    expect(entry).toMatchObject({ what: 'data-taken', person: { name: 'Bella Rossi' } });
  });

  it('is given to nobody else, and to nobody once the person is erased', async () => {
    const { contactId } = await app.textIn(bella, 'PIZZA', '+12025550172');
    const carla = await app.addTenant('carla');
    expect((await take(contactId, carla.token)).status).toBe(404);
    expect((await take(contactId, await app.addUser('Admin', null))).status).toBe(403);
    expect((await take(randomUUID())).status).toBe(404);
    const { body } = await take(contactId);
    await app.call(bella.token, 'DELETE', `/contacts/${contactId}`);
    expect((await download(body.data.url)).statusCode).toBe(404);
    expect((await download('/files/contacts/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA/data.json')).statusCode).toBe(404);
  });
});
