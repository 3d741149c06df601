import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import type { Approval, ApprovalReply, Broadcast } from '../../../api/contract/broadcasts.ts';
import { LiveEvent } from '../../../api/contract/live.ts';
import { approvalNotices } from '../../../workers/notifications/approvals.ts';
import { context, personOf } from '../../support/callers.ts';
import { designFor, giveAddress, subscribeByEmail } from '../../support/email-broadcasts.ts';
import { eventually, startTestApi, type Tenant, type TestApi } from './support.ts';

let app: TestApi;
let host: string;
let shop: Tenant;
let [ada, bo] = ['', ''];
const people = ['+12025554000', '+12025554001', '+12025554002'];

beforeAll(async () => {
  app = await startTestApi();
  host = await app.listen();
  shop = await app.addTenant('askers');
  [ada, bo] = [await app.addUser('Agency', shop.agencyId), await app.addUser('Agency', shop.agencyId)];
  for (const phone of people) await app.textIn(shop, 'PIZZA', phone);
  await settings({ approval_limit: 2 });
});
afterAll(() => app.close());

/** The agency's own settings, as its form sends them. */
async function settings(more: object) {
  const { body: profile } = await app.call<{
    agency: { revision: number; name: string; approval_limit: number | null };
  }>(ada, 'GET', '/profile');
  const { revision, name } = profile.agency;
  return app.call<{ message: string; errors?: object }>(ada, 'PUT', '/agencies/edit-settings', {
    name,
    revision,
    ...more,
  });
}
const limit = async () =>
  (await app.call<{ agency: { approval_limit: number | null } }>(ada, 'GET', '/profile')).body.agency.approval_limit;

const words = 'Askers: hello {{first_name|you}}. Reply STOP to opt out.';
async function asking(more: object = {}): Promise<Broadcast> {
  const { body } = await app.call<{ data: Broadcast }>(shop.token, 'POST', '/broadcasts', {
    name: 'Friday',
    type: 'sms',
    contents: [{ kind: 'text', body: words, media: [] }],
    ...more,
  });
  return ask(body.data.id);
}
const ask = async (id: string) =>
  (await app.call<{ data: Broadcast }>(shop.token, 'POST', `/broadcasts/${id}/schedule`)).body.data;
const list = async (state = 'waiting', token = ada) =>
  (await app.call<{ data: Approval[] }>(token, 'GET', `/broadcasts/approvals?state=${state}`)).body.data;
const one = async (id: string, token = ada) => app.call<ApprovalReply>(token, 'GET', `/broadcasts/${id}/approval`);
const approve = (id: string, revision: number | null, token = ada) =>
  app.call<{ message: string }>(token, 'POST', `/broadcasts/${id}/approve`, { revision });
const reject = (id: string, revision: number | null, note: string, token = ada) =>
  app.call<{ message: string }>(token, 'POST', `/broadcasts/${id}/reject`, { revision, note });
const withdraw = (id: string) => app.call(shop.token, 'POST', `/broadcasts/${id}/unschedule`);
const seen = async (id: string) => (await one(id)).body.data.revision;
const statusOf = async (id: string) =>
  (await app.call<{ data: Broadcast }>(shop.token, 'GET', `/broadcasts/${id}`)).body.data.status;

describe('the size', () => {
  it('is the agency’s own to choose, and is left alone by a form that does not say it', async () => {
    expect(await limit()).toBe(2);
    await settings({});
    expect(await limit()).toBe(2);
    const refused = await settings({ approval_limit: -1 });
    expect([refused.status, await limit()]).toEqual([422, 2]);
    const other = await app.addTenant('others');
    const elsewhere = await app.addUser('Agency', other.agencyId);
    expect(
      (await app.call<{ agency: { approval_limit: null } }>(elsewhere, 'GET', '/profile')).body.agency,
    ).toMatchObject({ approval_limit: null });
  });
});

describe('a broadcast above it', () => {
  it('waits with its words, its audience and what is odd about it, for this agency alone', async () => {
    const { id, status } = await asking();
    expect(status).toBe('approval');
    expect(await list()).toMatchObject([
      {
        id,
        name: 'Friday',
        business_name: 'askers',
        recipients: 3,
        limit: 2,
        state: 'waiting',
        asked_by: expect.any(String),
      },
    ]);
    const { data } = (await one(id)).body;
    expect(data).toMatchObject({
      id,
      contents: [{ body: words }],
      funnel: { total: 3, recipients: 3 },
      credit: { recipients: 3, credits: 3 },
      audience: { names: [], except: [], narrowed: false },
    });
    expect(data.samples.map(({ phone }) => phone).toSorted()).toEqual(people);
    expect(data.checks.filter(({ result }) => result !== 'fine').map(({ check }) => check)).not.toContain('stop');
    const stranger = await app.addUser('Agency', (await app.addTenant('strangers')).agencyId);
    expect((await list('waiting', stranger)).map((row) => row.id)).not.toContain(id);
    expect((await one(id, stranger)).status).toBe(404);
    expect((await approve(id, null, stranger)).status).toBe(404);
    expect((await reject(id, null, 'No', stranger)).status).toBe(404);
    expect(await statusOf(id)).toBe('approval');
    await withdraw(id);
  });

  it('says what is odd about it', async () => {
    const { id } = await asking({
      contents: [{ kind: 'text', body: 'Hi {{first_name}}, https://evil.test/x', media: [] }],
    });
    const { checks } = (await one(id)).body.data;
    const of = (name: string) => checks.find(({ check }) => check === name);
    expect(of('stop')).toMatchObject({ result: 'warning' });
    expect(of('named')).toMatchObject({ result: 'warning', about: 'askers' });
    expect(of('merge')).toMatchObject({ result: 'warning', about: 'first_name' });
    expect(of('links')).toMatchObject({ result: 'fine', about: 'evil.test' });
    await withdraw(id);
  });

  it('shows an email as it goes out, whatever becomes of its design since, to this agency alone', async () => {
    await subscribeByEmail(app, shop.businessId, ['ann@x.test', 'bob@x.test', 'cay@x.test']);
    await giveAddress(app, shop.businessId);
    const designId = await designFor(app, shop.businessId);
    await app.settled();
    const content = { kind: 'mail', subject: 'Hi {{first_name|you}}', preheader: 'In short', design_id: designId };
    const { id, status } = await asking({ type: 'email', contents: [content] });
    expect(status).toBe('approval');
    const first = (await one(id)).body.data;
    expect(first.mails).toHaveLength(1);
    expect(first.mails[0]!.subject).toEqual(['Hi ', { field: 'first_name', fallback: 'you' }]);
    const html = JSON.stringify(first.mails[0]!.html);
    expect(html).toContain('In short');
    expect(html).toContain('"field":"unsubscribe_link"');
    expect(first.samples.map(({ email }) => email).toSorted()).toEqual(['ann@x.test', 'bob@x.test', 'cay@x.test']);
    await app.commands.emailTemplates.delete(context(personOf(shop.businessId, shop.agencyId)), {
      templateId: designId,
    });
    expect((await one(id)).body.data.mails).toEqual(first.mails);
    const { agencyId } = await app.addTenant('mailstrangers');
    expect((await one(id, await app.addUser('Agency', agencyId))).status).toBe(404);
    const stranger = {
      ...personOf(shop.businessId, agencyId),
      role: 'agency' as const,
      tenant: { agencyId, businessId: null },
    };
    const asks = app.commands.broadcasts.askedEmails(context(stranger as never), { broadcastId: id as never });
    await expect(asks).rejects.toMatchObject({ code: 'not_found' });
    await withdraw(id);
  });

  it('goes out when it is approved; twice, and by two at once, is once', async () => {
    const { id } = await asking();
    const revision = await seen(id);
    const answers = await Promise.all([approve(id, revision), approve(id, revision, bo)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers.map(({ body }) => body.message).toSorted()).toEqual([
      ...['Approved. It goes out as it was meant to.', 'It had been approved already.'],
    ]);
    const events = await app.store.read(`broadcast-${id}`);
    expect(events.filter(({ type }) => type === 'BroadcastApproved')).toHaveLength(1);
    expect(await statusOf(id)).toBe('scheduled');
    const late = await reject(id, revision, 'Too late');
    expect([late.status, late.body.message]).toEqual([409, 'This broadcast has been approved already.']);
    expect((await list('decided'))[0]).toMatchObject({ id, state: 'approved', decided_by: 'Ada Min' });
    expect((await list()).map((row) => row.id)).not.toContain(id);
  });

  it('comes back with a word on why, once', async () => {
    const { id } = await asking();
    const revision = await seen(id);
    expect((await reject(id, revision, ' ')).status).toBe(422);
    expect((await reject(id, revision, 'Too close to Monday’s.')).status).toBe(200);
    const { body } = await app.call<{ data: Broadcast }>(shop.token, 'GET', `/broadcasts/${id}`);
    expect(body.data).toMatchObject({ status: 'draft', approval: { note: 'Too close to Monday’s.' } });
    const again = await approve(id, revision, bo);
    expect([again.status, again.body.message]).toEqual([
      ...[409, 'This broadcast has been given back to the business already.'],
    ]);
    expect((await one(id)).body.data).toMatchObject({ state: 'rejected', note: 'Too close to Monday’s.' });
  });

  it('is not decided on when it was taken back, or is another one since', async () => {
    const { id } = await asking();
    const revision = await seen(id);
    await withdraw(id);
    const gone = await approve(id, revision);
    expect([gone.status, gone.body.message]).toEqual([
      ...[409, 'This broadcast does not wait for approval any more: the business has taken it back.'],
    ]);
    expect((await one(id)).body.data.state).toBe('withdrawn');
    const contents = [{ kind: 'text', body: `${words} And more.`, media: [] }];
    await app.call(shop.token, 'PUT', `/broadcasts/${id}`, { contents, revision: null });
    expect((await ask(id)).status).toBe('approval');
    for (const late of [await approve(id, revision), await reject(id, revision, 'No')])
      expect([late.status, late.body.message]).toEqual([
        ...[409, 'The business has changed this broadcast since. Look at it again.'],
      ]);
    expect((await approve(id, await seen(id))).status).toBe(200);
    const deleted = await asking();
    await app.call(shop.token, 'DELETE', `/broadcasts/${deleted.id}`);
    expect((await approve(deleted.id, null)).status).toBe(404);
  });

  it('that is sent again is as large as those it goes to then', async () => {
    const { id } = await asking({ window_hours: null });
    await approve(id, null);
    const position = await app.raw.head();
    await app.commands.broadcasts.start(app.system(), { broadcastId: id, position, recipients: 3 });
    const contacts = people.map((phone) => app.identifiers.contact(shop.businessId, phone));
    const leftOut = [{ contactId: contacts[2]!, reason: 'too-often' as const }];
    const part = { chunk: 0, recipients: contacts.slice(0, 2), leftOut, next: null };
    await app.commands.broadcasts.freeze(app.system(), { broadcastId: id, part });
    await app.settled();
    await app.call(shop.token, 'PUT', `/broadcasts/${id}/stop`);
    const again = async (ends: string[]) => {
      const { body } = await app.call<{ data: Broadcast }>(shop.token, 'POST', `/broadcasts/${id}/resend`, {
        name: 'Again',
        ends,
      });
      const asked = await ask(body.data.id);
      await withdraw(asked.id);
      return [asked.status, asked.approval?.recipients ?? null];
    };
    expect(await again(['stopped'])).toEqual(['scheduled', null]);
    expect(await again(['stopped', 'suppressed'])).toEqual(['approval', 3]);
  });

  it('is heard of live by the agency’s people, and by nobody else', async () => {
    const follow = (token: string) => {
      const frames: LiveEvent[] = [];
      const socket = new WebSocket(`ws://${host}/api/v1/live`);
      socket.on('open', () => socket.send(JSON.stringify({ token, after: null })));
      socket.on('message', (data) => frames.push(LiveEvent.parse(JSON.parse(String(data)))));
      return { frames, close: () => socket.close(), of: (type: string) => frames.filter((one) => one.type === type) };
    };
    const stranger = await app.addUser('Agency', (await app.addTenant('deaf')).agencyId);
    const [agency, business, other] = [follow(ada), follow(shop.token), follow(stranger)];
    const ready = () => [agency, business, other].map(({ frames }) => frames[0]?.type);
    await eventually(ready, (types) => types.every((type) => type === 'ready'));
    const heard = () => agency.of('approvals-changed').length;
    const { id } = await asking();
    await eventually(heard, (times) => times > 0);
    const before = heard();
    await withdraw(id);
    await eventually(heard, (times) => times > before);
    expect([...business.of('approvals-changed'), ...other.of('approvals-changed')]).toEqual([]);
    for (const socket of [agency, business, other]) socket.close();
  });

  it('rings for the agency when it waits, and for the business when it is decided on, once each', async () => {
    const { id } = await asking({ name: 'Ringing' });
    await reject(id, null, 'Too soon.');
    const worker = approvalNotices(app.commands);
    const events = (await app.store.read(`broadcast-${id}`)).filter(({ type }) => worker.handles.includes(type));
    expect(events.map(({ type }) => type)).toEqual(['BroadcastApprovalRequested', 'BroadcastRejected']);
    for (let time = 0; time < 2; time += 1) await worker.issue(events);
    await app.settled();
    const heard = async (token: string) =>
      (
        await app.call<{ data: { kind: string; title: string; content: string; link: string }[] }>(
          ...([token, 'GET', '/notifications?per_page=100'] as const),
        )
      ).body.data.filter(({ kind }) => kind.startsWith('broadcast-'));
    expect(await heard(bo)).toMatchObject([
      {
        kind: 'broadcast-approval',
        title: 'askers asks to send a broadcast',
        content: '“Ringing” is to go to 3 people and waits for your approval.',
        link: `/agency/approvals/${id}`,
      },
    ]);
    expect(await heard(shop.token)).toMatchObject([
      { kind: 'broadcast-decided', title: '“Ringing” was not approved', content: 'Too soon. It is a draft again.' },
    ]);
  });
});
