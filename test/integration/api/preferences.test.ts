import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Contact } from '../../../domain/contacts/contact.ts';
import { initialSettings, noOffer } from '../../../domain/campaigns/fields.ts';
import { stateOf } from '../../../domain/kernel/decider.ts';
import { ContactId, SubmissionId } from '../../../domain/kernel/ids.ts';
import { streams } from '../../../domain/streams.ts';
import { context, personOf, system, systemContext } from '../../support/callers.ts';
import { buildRenderer } from '../../support/renderer.ts';
import { startTestApi, type Tenant, type TestApi } from './support.ts';

/** The page behind the link of an email, and the link that proves an address. */
let app: TestApi;
let tenant: Tenant;
/** It begins at noon in Washington, where everybody here lives. */
const clock = { ahead: (17 - new Date().getUTCHours()) * 3_600_000 };
const now = () => new Date(Date.now() + clock.ahead);
const day = 86_400_000;

beforeAll(async () => {
  app = await startTestApi({ pages: await buildRenderer(), now });
  tenant = await app.addTenant('bella');
});
afterAll(() => app.close());

const person = () => context(personOf(tenant.businessId, tenant.agencyId));
const worker = () => systemContext({ agencyId: tenant.agencyId, businessId: tenant.businessId });
const get = (url: string, method: 'GET' | 'HEAD' = 'GET') => app.api.inject({ method, url });
const post = (url: string, body: string) =>
  app.api.inject({
    method: 'POST',
    url,
    payload: body,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
let keywords = 0;
async function publish({ name = 'Autumn', verifyEmail = false } = {}) {
  const campaignId = randomUUID() as string;
  const { campaigns } = app.commands;
  await campaigns.create(person(), {
    campaignId,
    name,
    type: 'landing',
    keyword: `PREF${(keywords += 1)}`,
    reply: 'Welcome.',
    replyMedia: [],
    template: null,
    sections: {
      inputs: {
        ShowName: true,
        NameRequired: false,
        ShowEmail: true,
        EmailRequired: false,
        ShowPhone: true,
        PhoneRequired: false,
      },
    },
  });
  await campaigns.edit(person(), {
    campaignId,
    revision: null,
    details: null,
    offer: { ...noOffer, discountType: 'free', title: 'A slice' },
    notifications: null,
    settings: { ...initialSettings, verifyEmail },
  });
  const { position } = await campaigns.publishPage(person(), { campaignId });
  await app.runner.waitFor(position!, { timeoutMs: 10_000 });
  return campaignId;
}
async function send(campaignId: string, answers: { email?: string; phone?: string; consent?: boolean }) {
  const submissionId = SubmissionId.parse(randomUUID());
  const { result } = await app.commands.pages.submit(context({ ...system, role: 'public' }), {
    submissionId,
    campaignId,
    pageVersion: 1,
    answers,
    ipAddress: null,
    device: 'phone',
    from: { source: null, medium: null, campaign: null, referrer: null },
    referral: null,
  });
  await app.commands.pages.react(worker(), { submissionId });
  return { submissionId, contactId: ContactId.parse(result.contactId) };
}
let phones = 0;
/** Somebody who is in these campaigns and has agreed to texts and emails. */
async function member(...campaigns: string[]) {
  const phone = `+1202555${String(2000 + (phones += 1)).slice(-4)}`;
  let contactId = ContactId.parse(randomUUID());
  for (const id of campaigns)
    ({ contactId } = await send(id, { email: `${phones}@example.test`, phone, consent: true }));
  return { contactId, path: `/unsubscribe/email/${app.identifiers.token('unsubscribe', contactId)}/${randomUUID()}` };
}
const contactOf = async (contactId: ContactId) => {
  const contact = stateOf(Contact, await app.store.read(streams.contact(contactId)));
  if (contact.status === 'none') throw new Error('There is no such contact.');
  return contact;
};
/** Asks, at the last moment, whether a text or an email may go out. */
async function text(contactId: ContactId, purpose: 'broadcast' | 'livechat' | 'keyword-reply' = 'broadcast') {
  const messageId = randomUUID();
  await app.commands.messages.queue(worker(), {
    messageId,
    businessId: tenant.businessId,
    contactId,
    body: 'News',
    media: [],
    purpose,
    notBefore: null,
  });
  const { result } = await app.commands.delivery.text.decide(worker(), { id: messageId });
  return result.kind === 'suppressed' ? result.reason : result.kind;
}

describe('the page behind the link of an email', () => {
  it('shows what one is in, and changes nothing by being looked at', async () => {
    const [pizza, pasta] = [await publish({ name: '<b>Pizza</b> club' }), await publish({ name: 'Pasta nights' })];
    const { contactId, path } = await member(pizza, pasta);
    const before = (await app.store.read(streams.contact(contactId))).length;
    const { statusCode, body, headers } = await get(path);
    expect([statusCode, (await get(path, 'HEAD')).statusCode]).toEqual([200, 200]);
    expect(body).toContain('&lt;b&gt;Pizza&lt;/b&gt; club');
    expect(body).toContain('Pasta nights');
    expect(body).not.toContain('<script');
    expect(headers['content-security-policy']).toContain("script-src 'none'");
    expect((await app.store.read(streams.contact(contactId))).length).toBe(before);
  });

  it('pauses for 30 days: no text, no live chat of ours, but an answer; and ends by itself', async () => {
    const { contactId, path } = await member(await publish());
    const saved = await post(path, 'keep=yes&choice=pause');
    expect([saved.statusCode, saved.headers.location]).toEqual([303, `${path}?saved=1`]);
    expect((await get(`${path}?saved=1`)).body).toContain('Nothing comes from');
    expect(await Promise.all([text(contactId), text(contactId, 'livechat')])).toEqual(['paused', 'paused']);
    expect(await text(contactId, 'keyword-reply')).toBe('send');
    // Pressed again it goes on; it does not begin anew.
    const until = (await contactOf(contactId)).preferences.pausedUntil;
    clock.ahead += 5 * day;
    await post(path, 'keep=yes&choice=pause');
    expect((await contactOf(contactId)).preferences.pausedUntil).toBe(until);
    clock.ahead += 24 * day;
    expect(await text(contactId)).toBe('paused');
    clock.ahead += day + 60_000;
    expect(await text(contactId)).toBe('send');
    expect((await get(path)).body).toContain('A pause of 30 days');
  });

  it('gives who wants fewer one text a week, whichever is quicker', async () => {
    const { contactId, path } = await member(await publish());
    await post(path, 'keep=yes&choice=weekly');
    const sent = await Promise.all([text(contactId), text(contactId), text(contactId)]);
    expect(sent.filter((one) => one === 'too-often')).toHaveLength(2);
    clock.ahead += 6.9 * day;
    expect(await text(contactId)).toBe('too-often');
    clock.ahead += 0.2 * day;
    expect(await text(contactId)).toBe('send');
    await post(path, 'keep=yes&choice=all');
    expect(await text(contactId)).toBe('send');
  });

  it('leaves a campaign, and hears of it again by joining again; of others it was not shown nothing changes', async () => {
    const [pizza, pasta] = [await publish(), await publish()];
    const { contactId, path } = await member(pizza, pasta);
    await post(path, `keep=yes&choice=all&shown=${pizza}&shown=${pasta}&topic=${pasta}`);
    expect([...(await contactOf(contactId)).preferences.muted]).toEqual([pizza]);
    await post(path, `keep=yes&shown=${pasta}&topic=${pasta}`);
    expect([...(await contactOf(contactId)).preferences.muted]).toEqual([pizza]);
    const { phone } = await contactOf(contactId);
    await send(pizza, { phone: phone!, consent: true });
    expect([...(await contactOf(contactId)).preferences.muted]).toEqual([]);
  });

  it('stops all by one choice, by one click emails alone, and says who did what by which email', async () => {
    const [one, two] = [await member(await publish()), await member(await publish())];
    expect((await post(one.path, 'List-Unsubscribe=One-Click&keep=yes&choice=pause')).statusCode).toBe(200);
    expect(await contactOf(one.contactId)).toMatchObject({ emails: 'unsubscribed', status: 'subscribed' });
    await post(two.path, 'choice=all');
    expect(await contactOf(two.contactId)).toMatchObject({ emails: 'unsubscribed', status: 'optedOut' });
    const [event] = (await app.store.read(streams.contact(two.contactId))).filter(
      ({ type }) => type === 'ContactUnsubscribedFromEmail',
    );
    expect(event!.data).toMatchObject({ via: 'unsubscribe-page', mailId: two.path.split('/').at(-1) });
    expect(event!.metadata.actor).toMatchObject({ kind: 'public' });
  });

  it('takes an email program’s one click as multipart/form-data, too, and nothing that can’t be read', async () => {
    const { contactId, path } = await member(await publish());
    const type = 'multipart/form-data; boundary=----mail';
    const part =
      '------mail\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n------mail--\r\n';
    const multipart = (payload: string, contentType = type) =>
      app.api.inject({ method: 'POST', url: path, payload, headers: { 'content-type': contentType } });
    for (const [payload, contentType] of [
      ['', type],
      ['nonsense', type],
      [part, 'multipart/form-data'],
    ] as const)
      expect((await multipart(payload, contentType)).statusCode).toBe(400);
    expect((await multipart(part, 'text/html')).statusCode).toBe(415);
    expect(await contactOf(contactId)).toMatchObject({ emails: 'subscribed' });
    expect((await multipart(part)).statusCode).toBe(200);
    expect((await multipart(part)).statusCode).toBe(200);
    expect(await contactOf(contactId)).toMatchObject({ emails: 'unsubscribed', status: 'subscribed' });
  });

  it('takes nothing that is not ours: tokens of other things, cut-off ones, nonsense in fields', async () => {
    const { contactId, path } = await member(await publish());
    const token = path.split('/')[3]!;
    for (const wrong of [token.slice(0, 31), app.identifiers.token('coupon', contactId), 'x', `${token}a`]) {
      expect((await get(`/unsubscribe/email/${wrong}`)).statusCode).toBe(404);
      expect((await post(`/unsubscribe/email/${wrong}`, 'keep=yes&choice=pause')).statusCode).toBe(404);
    }
    const before = (await app.store.read(streams.contact(contactId))).length;
    for (const odd of ['keep=yes&choice=never', 'keep=yes&shown=1&topic=__proto__', `keep=yes&topic=${randomUUID()}`])
      expect((await post(path, odd)).statusCode).toBe(303);
    expect((await app.store.read(streams.contact(contactId))).length).toBe(before);
  });
});

describe('the link that proves an address', () => {
  const entered = async () => {
    const sent = await send(await publish({ verifyEmail: true }), { email: `v${randomUUID()}@example.test` });
    const { identifiers } = app;
    return {
      ...sent,
      thanks: `/t/${identifiers.token('thanks', sent.submissionId)}`,
      link: `/contact/verify/email/${identifiers.token('verify-email', sent.submissionId)}`,
    };
  };
  const asked = async (submissionId: SubmissionId) =>
    (await app.store.read(streams.submission(submissionId))).filter(
      ({ type }) => type === 'SubmissionEmailVerificationRequested',
    ).length;

  it('is sent again from the page that says thank you, once for each press, a few times at most', async () => {
    const { submissionId, thanks } = await entered();
    expect(await asked(submissionId)).toBe(1);
    const page = await get(thanks);
    expect(page.body).toContain('Send the email again');
    expect(page.body).toContain('One more step');
    const nth = () => get(thanks).then(({ body }) => /name="nth" value="(\d+)"/.exec(body)?.[1]);
    for (const total of [2, 3, 4]) {
      const press = `nth=${await nth()}`;
      expect((await post(`${thanks}/again`, press)).headers.location).toBe(`${thanks}?again=1`);
      await post(`${thanks}/again`, press);
      expect(await asked(submissionId)).toBe(total);
    }
    expect(await nth()).toBeUndefined();
    expect((await get(thanks)).body).toContain('several times');
    for (const odd of ['nth=99', 'nth=-1', 'nth=', '']) await post(`${thanks}/again`, odd);
    expect(await asked(submissionId)).toBe(4);
    expect((await post('/t/nobody/again', 'nth=1')).statusCode).toBe(404);
  });

  it('works twice, proves nothing by a mere look, and expires', async () => {
    const { submissionId, link } = await entered();
    await get(link, 'HEAD');
    const verified = async () =>
      (await app.store.read(streams.submission(submissionId))).filter(({ type }) => type === 'SubmissionEmailVerified');
    expect(await verified()).toEqual([]);
    for (let turn = 0; turn < 2; turn += 1) expect((await get(link)).statusCode).toBe(303);
    expect(await verified()).toHaveLength(1);

    const late = await entered();
    clock.ahead += 8 * day;
    const expired = await get(late.link);
    expect([expired.statusCode, expired.body.includes('Send me a new link')]).toEqual([410, true]);
    const nth = /name="nth" value="(\d+)"/.exec(expired.body)![1]!;
    await post(`${late.thanks}/again`, `nth=${nth}`);
    expect((await get(late.link)).statusCode).toBe(303);
    // Proved once it stays so.
    clock.ahead += 30 * day;
    expect((await get(late.link)).statusCode).toBe(303);
  });

  it('is waited for by coupon and vote', async () => {
    const { submissionId, contactId, link } = await entered();
    expect(await app.store.read(streams.contact(contactId))).toEqual([]);
    await get(link);
    await app.commands.pages.react(worker(), { submissionId });
    await app.commands.pages.react(worker(), { submissionId });
    const types = (await app.store.read(streams.contact(contactId))).map(({ type }) => type);
    expect(types.filter((type) => type === 'ContactJoinedCampaign')).toHaveLength(1);
  });
});
