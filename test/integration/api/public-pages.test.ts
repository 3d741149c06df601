import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Contact } from '../../../domain/contacts/contact.ts';
import { initialSettings, noOffer } from '../../../domain/campaigns/fields.ts';
import { stateOf } from '../../../domain/kernel/decider.ts';
import { ContactId, SubmissionId } from '../../../domain/kernel/ids.ts';
import { Submission } from '../../../domain/submissions/submission.ts';
import { streams } from '../../../domain/streams.ts';
import { context, personOf, systemContext } from '../../support/callers.ts';
import { loopEntries } from '../../../workers/loops/entries.ts';
import { pageReactor } from '../../../workers/pages/pages.ts';
import { buildRenderer } from '../../support/renderer.ts';
import { startTestApi, type Tenant, type TestApi } from './support.ts';

let app: TestApi;
let tenant: Tenant;
let uniqueId: string;
const clock = { ahead: 0 };
const now = () => new Date(Date.now() + clock.ahead);
/** Somebody has read the page. */
const readIt = () => {
  clock.ahead += 5_000;
};

beforeAll(async () => {
  app = await startTestApi({ pages: await buildRenderer(), now });
  tenant = await app.addTenant('bella');
  const found = await app.readModels.business(tenant.businessId);
  uniqueId = found!.uniqueId;
});
afterAll(() => app.close());

const settled = (position: bigint | null) => app.runner.waitFor(position!, { timeoutMs: 10_000 });
const person = () => context(personOf(tenant.businessId, tenant.agencyId));
let keywords = 0;
async function publish({
  type = 'landing' as 'landing' | 'vote' | 'loop',
  sections = {} as Record<string, unknown>,
  settings = {},
  offer = null as object | null,
} = {}) {
  const campaignId = randomUUID();
  const { campaigns } = app.commands;
  await campaigns.create(person(), {
    campaignId,
    name: 'Autumn',
    type,
    keyword: `AUTUMN${(keywords += 1)}`,
    reply: type === 'loop' ? 'Welcome: {{loop_link}}' : 'Welcome.',
    replyMedia: [],
    template: null,
    sections,
  });
  await campaigns.edit(person(), {
    campaignId,
    revision: null,
    details: null,
    offer: offer === null ? null : { ...noOffer, ...offer },
    notifications: null,
    settings: { ...initialSettings, ...settings },
  });
  const { position } = await campaigns.publishPage(person(), { campaignId });
  await settled(position);
  clock.ahead += 2_000;
  return { campaignId, path: `/pages/${campaignId}/${uniqueId}` };
}

const get = (url: string, headers: Record<string, string> = {}) => app.api.inject({ method: 'GET', url, headers });
const post = (url: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  app.api.inject({
    method: 'POST',
    url,
    payload: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  });
const valueOf = (html: string, name: string): string =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1]?.replaceAll('&#34;', '"') ?? '';
/** Opens a page and reads it. */
async function open(path: string) {
  const response = await get(path);
  expect(response.statusCode).toBe(200);
  readIt();
  return {
    html: response.body,
    key: valueOf(response.body, 'key'),
    version: valueOf(response.body, 'version'),
    response,
  };
}
const ann = { name: 'Ann Lee', phone: '(212) 555-0142', birthday: '02/29', consent: 'yes' };
const submissionOf = async (key: string) => {
  const id = SubmissionId.parse(app.identifiers.idOf('form', key)!);
  return stateOf(Submission, await app.store.read(streams.submission(id)));
};

describe('a published page', () => {
  it('is drawn by the server, with title, description, share image and a policy that lets nothing else run', async () => {
    const { path } = await publish({ sections: { main: { Content: 'Free <b>soup</b> & "bread"' } } });
    const { response, html } = await open(path);
    expect(html).toContain('<title>Free &#60;b&#62;soup&#60;/b&#62; &#38; &#34;bread&#34; · bella</title>');
    expect(html).toContain('Free &lt;b&gt;soup&lt;/b&gt; &amp; &quot;bread&quot;');
    expect(html).toMatch(/<meta property="og:image" content="http:\/\/[^"]+\/image\?v=[0-9a-f]{12}">/);
    const policy = String(response.headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('unsafe-inline');
    expect(html).not.toMatch(/ on[a-z]+=|style="|src="http|javascript:/);
    for (const autocomplete of ['name', 'tel', 'bday']) expect(html).toContain(`autoComplete="${autocomplete}"`);
    const image = await get(`${path}/image`);
    expect(image.headers['content-type']).toMatch(/^image\/(?:png|webp)$/);
  });

  it('is found under the business’s name and its id, and under no other', async () => {
    const { campaignId, path } = await publish();
    const other = await app.addTenant('harbor');
    expect((await get(path)).statusCode).toBe(200);
    expect((await get(`/pages/${campaignId}/${tenant.businessId}`)).statusCode).toBe(200);
    for (const wrong of [other.businessId, 'nobody', '..%2f', '%00']) {
      const response = await get(`/pages/${campaignId}/${wrong}`);
      expect(response.statusCode).toBe(404);
      expect(response.headers['content-type']).toContain('text/html');
    }
    for (const id of [randomUUID(), 'x', "1' or '1'='1"])
      expect((await get(`/pages/${encodeURIComponent(id)}/${uniqueId}`)).statusCode).toBe(404);
  });

  it('says that it is closed, with the right status, when it is taken off, put away, over, or its business is switched off', async () => {
    const off = await publish();
    const { position } = await app.commands.campaigns.unpublishPage(person(), { campaignId: off.campaignId });
    await settled(position);
    clock.ahead += 2_000;
    expect((await get(off.path)).statusCode).toBe(404);

    const away = await publish();
    const archived = await app.commands.campaigns.archive(person(), { campaignId: away.campaignId });
    await settled(archived.position);
    clock.ahead += 2_000;
    expect((await get(away.path)).statusCode).toBe(410);

    const over = await publish({ settings: { endsAt: new Date(now().getTime() + 60_000).toISOString() } });
    const { key, version } = await open(over.path);
    clock.ahead += 120_000;
    expect((await get(over.path)).statusCode).toBe(410);
    expect((await post(over.path, { ...ann, key, version })).statusCode).toBe(410);
    expect((await submissionOf(key)).status).toBe('none');
  });
});

describe('a form without JavaScript', () => {
  it('leads to the thank-you page, which stays the same however often it is sent', async () => {
    const { path } = await publish();
    const { key, version } = await open(path);
    const first = await post(path, { ...ann, key, version });
    expect(first.statusCode).toBe(303);
    const location = String(first.headers.location);
    expect(location).toMatch(/^\/t\/[A-Za-z0-9_-]{32}$/);
    const again = await post(path, { ...ann, name: 'Somebody else', key, version });
    expect(again.headers.location).toBe(location);
    const submission = await submissionOf(key);
    expect(submission).toMatchObject({ status: 'sent', name: 'Ann Lee', birthday: '02-29', phone: '+12125550142' });
    if (submission.status !== 'sent') throw new Error('It was not sent.');
    expect(submission.consent).toMatchObject({ ticked: true, texts: true });
    expect(submission.consent!.text).toContain('bella');
    const thanks = await get(location);
    expect(thanks.statusCode).toBe(200);
    expect(thanks.body).toContain('Thank you');
    for (const token of [location.slice(3, -1), `${location.slice(3, -2)}AA`, 'x'.repeat(32)])
      expect((await get(`/t/${token}`)).statusCode).toBe(404);
  });

  it('comes back with what was typed and a message at each field that is wrong, the first of which has the focus', async () => {
    const { path } = await publish();
    const { key, version } = await open(path);
    const response = await post(path, { name: '"><script>x</script>', phone: '55', birthday: '02/30', key, version });
    expect(response.statusCode).toBe(422);
    const { body } = response;
    expect(body).toContain('value="&quot;&gt;&lt;script&gt;x&lt;/script&gt;"');
    expect(body).toMatch(
      /<input id="pv-phone"[^>]*aria-describedby="pv-phone-error"[^>]*aria-invalid="true"[^>]*autofocus=""/i,
    );
    expect(body).toMatch(/id="pv-birthday-error"[^>]*>Enter a day as mm\/dd/);
    expect(valueOf(body, 'key')).toBe(key);
    // It keeps what was agreed to only as it was then: not ticked.
    expect(body).not.toContain('checked=""');
  });

  it('answers programs in JSON, with the same messages', async () => {
    const { path } = await publish();
    const { key, version } = await open(path);
    const json = { accept: 'application/json' };
    const wrong = await post(path, { key, version, name: 'Ann' }, json);
    expect(wrong.statusCode).toBe(422);
    expect(wrong.json<{ errors: object }>().errors).toHaveProperty('phone');
    const right = await post(path, { ...ann, key, version }, json);
    expect(right.json()).toMatchObject({ success: true, location: expect.stringMatching(/^\/t\//) });
  });

  it('asks who is too quick, or fills in what nobody sees, to press once more, and loses nothing', async () => {
    const { path } = await publish();
    const drawn = (await get(path)).body;
    const [key, version] = [valueOf(drawn, 'key'), valueOf(drawn, 'version')];
    const quick = await post(path, { ...ann, key, version });
    expect(quick.statusCode).toBe(422);
    expect(quick.body).toContain('Please press the button once more.');
    expect(quick.body).toContain('Ann Lee');
    readIt();
    expect((await post(path, { ...ann, key, version, topic: 'buy' })).statusCode).toBe(422);
    expect((await submissionOf(key)).status).toBe('none');
    expect((await post(path, { ...ann, key, version })).statusCode).toBe(303);
  });

  it('takes no key that was not minted here, and draws a new one for a page that was open for weeks', async () => {
    const { path } = await publish();
    const forged = await post(path, { ...ann, key: 'A'.repeat(32), version: '1' });
    expect(forged.statusCode).toBe(422);
    expect(valueOf(forged.body, 'key')).not.toBe('A'.repeat(32));
    const { key, version } = await open(path);
    clock.ahead += 15 * 86_400_000;
    const late = await post(path, { ...ann, key, version });
    expect(late.statusCode).toBe(422);
    readIt();
    const next = valueOf(late.body, 'key');
    expect((await post(path, { ...ann, key: next, version })).statusCode).toBe(303);
  });

  it('is limited for each number and business, whoever asks and on whichever page', async () => {
    const statuses: number[] = [];
    for (let turn = 0; turn < 8; turn += 1) {
      const { path } = turn % 4 === 0 ? await publish() : { path: (await publish()).path };
      const { key, version } = await open(path);
      const response = await post(path, { ...ann, phone: '212-555-0199', key, version });
      statuses.push(response.statusCode);
      if (response.statusCode === 429) expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
    }
    expect(statuses).toEqual([303, 303, 303, 303, 303, 303, 429, 429]);
    // What one business asks of a person keeps no other from them.
    const [ours, ourId] = [tenant, uniqueId];
    try {
      tenant = await app.addTenant('carla');
      uniqueId = (await app.readModels.business(tenant.businessId))!.uniqueId;
      const { path } = await publish();
      const { key, version } = await open(path);
      expect((await post(path, { ...ann, phone: '212-555-0199', key, version })).statusCode).toBe(303);
    } finally {
      [tenant, uniqueId] = [ours, ourId];
    }
  });

  it('is held against the version that was seen, also when another is live by now', async () => {
    const { campaignId, path } = await publish();
    const { key, version } = await open(path);
    await app.commands.campaigns.editPage(person(), {
      campaignId,
      revision: null,
      sections: { inputs: { ShowPhone: false, ShowEmail: true, ShowName: true } },
    });
    const { position } = await app.commands.campaigns.publishPage(person(), { campaignId });
    await settled(position);
    clock.ahead += 2_000;
    expect((await get(path)).body).toContain('autoComplete="email"');
    const wrong = await post(path, { name: 'Ann', phone: '55', key, version });
    expect(wrong.body).toContain('autoComplete="tel"');
    expect((await post(path, { ...ann, phone: '212-555-0177', key, version })).statusCode).toBe(303);
    expect(await submissionOf(key)).toMatchObject({ pageVersion: Number(version) });
  });
});

describe('a state and a ZIP code', () => {
  it('that a page asks for become those of the contact', async () => {
    const { path } = await publish({ sections: { inputs: { ShowState: true, ShowZip: true, ZipRequired: true } } });
    const { key, version, html } = await open(path);
    for (const hint of ['address-level1', 'postal-code']) expect(html).toContain(`autoComplete="${hint}"`);
    const entry = { ...ann, phone: '212-555-0163', key, version };
    expect((await post(path, { ...entry, state: 'Ontario' })).body).toContain('Enter a U.S. state, like CA.');
    expect((await post(path, { ...entry, state: 'california', zip: '941101234' })).statusCode).toBe(303);
    const submission = await submissionOf(key);
    if (submission.status !== 'sent') throw new Error('It was not sent.');
    const { contactId, submissionId } = submission;
    const caller = systemContext({ agencyId: tenant.agencyId, businessId: tenant.businessId });
    await app.commands.pages.react(caller, { submissionId });
    expect(stateOf(Contact, await app.store.read(streams.contact(ContactId.parse(contactId))))).toMatchObject({
      details: { state: 'CA', zip: '94110-1234' },
    });
  });
});

describe('a script of the business’s own', () => {
  it('runs in a frame on an origin of nobody’s, and nowhere else', async () => {
    const { path } = await publish({ sections: { scripts: { Custom: '<script>parent.x = 1</script>' } } });
    const { html } = await open(path);
    expect(html).not.toContain('parent.x');
    const src = /<iframe[^>]*src="([^"]+)"[^>]*sandbox="allow-scripts"/.exec(html)?.[1];
    const frame = await get(src!);
    expect(frame.body).toContain('<script>parent.x = 1</script>');
    expect(String(frame.headers['content-security-policy'])).toMatch(/^sandbox allow-scripts;/);
  });
});

describe('an email’s link to unsubscribe', () => {
  async function subscribed() {
    const { path } = await publish({ sections: { inputs: { ShowName: true, ShowEmail: true, ShowPhone: false } } });
    const { key, version } = await open(path);
    const email = `ann-${randomUUID()}@example.test`;
    expect((await post(path, { name: 'Ann', email, consent: 'yes', key, version })).statusCode).toBe(303);
    const submission = await submissionOf(key);
    if (submission.status !== 'sent') throw new Error('It was not sent.');
    const { contactId, submissionId } = submission;
    await app.commands.pages.react(systemContext({ agencyId: tenant.agencyId, businessId: tenant.businessId }), {
      submissionId,
    });
    return { contactId, link: `/unsubscribe/email/${app.identifiers.token('unsubscribe', contactId)}/mail-1` };
  }
  const contact = async (id: string) => stateOf(Contact, await app.store.read(streams.contact(ContactId.parse(id))));

  it('shows on GET and acts on POST; what was done, how and by which email is kept', async () => {
    const { contactId, link } = await subscribed();
    expect(await contact(contactId)).toMatchObject({ emails: 'subscribed' });
    for (let turn = 0; turn < 3; turn += 1) expect((await get(link)).statusCode).toBe(200);
    expect((await app.api.inject({ method: 'HEAD', url: link })).statusCode).toBe(200);
    expect(await contact(contactId)).toMatchObject({ emails: 'subscribed' });
    const done = await post(link, { choice: 'emails' });
    expect(done.statusCode).toBe(303);
    expect((await get(String(done.headers.location))).body).toContain('You are unsubscribed');
    await post(link, { choice: 'emails' });
    const events = await app.store.read(streams.contact(ContactId.parse(contactId)));
    const kept = events.filter(({ type }) => type === 'ContactUnsubscribedFromEmail');
    expect(kept.map(({ data }) => data)).toEqual([
      { contactId, businessId: tenant.businessId, via: 'unsubscribe-page', mailId: 'mail-1' },
    ]);
  });

  it('acts on the email program’s one click, and for no token but its own', async () => {
    const { contactId, link } = await subscribed();
    const cut = link.replace(/\/mail-1$/, '').slice(0, -1);
    const foreign = `/unsubscribe/email/${app.identifiers.token('thanks', contactId)}`;
    for (const wrong of [cut, foreign]) {
      expect((await get(wrong)).statusCode).toBe(404);
      expect((await post(wrong, { 'List-Unsubscribe': 'One-Click' })).statusCode).toBe(404);
    }
    expect(await contact(contactId)).toMatchObject({ emails: 'subscribed' });
    expect((await post(link, { 'List-Unsubscribe': 'One-Click' })).statusCode).toBe(200);
    expect(await contact(contactId)).toMatchObject({ emails: 'unsubscribed' });
  });
});

describe('what people bring', () => {
  it('is no error of ours: bodies of any kind, huge fields, odd addresses', async () => {
    const { path } = await publish();
    const strange = [
      { payload: '%', type: 'application/x-www-form-urlencoded' },
      { payload: 'a=1&'.repeat(10_000), type: 'application/x-www-form-urlencoded' },
      { payload: '__proto__=1&constructor=2&custom.__proto__=3&key=%00', type: 'application/x-www-form-urlencoded' },
      { payload: '{"a":1}', type: 'application/json' },
      { payload: 'x'.repeat(70_000), type: 'application/x-www-form-urlencoded' },
    ];
    for (const { payload, type } of strange) {
      const response = await app.api.inject({ method: 'POST', url: path, payload, headers: { 'content-type': type } });
      expect(response.statusCode).toBeGreaterThanOrEqual(400);
      expect(response.statusCode).toBeLessThan(500);
    }
    const { key, version } = await open(path);
    const nul = await post(path, { ...ann, name: 'A\u0000nn', phone: '212-555-0155', key, version });
    expect([303, 422]).toContain(nul.statusCode);
  });
});

describe('the same through the API', () => {
  it('shows a page with its key, takes the form once, says thank you, and unsubscribes', async () => {
    const { campaignId } = await publish({
      type: 'vote',
      settings: { verifyEmail: true },
      sections: { scripts: { Custom: '<script>secret</script>' } },
    });
    const other = await app.addTenant('quay');
    expect((await app.call(null, 'GET', `/pages/${campaignId}?business_id=${other.businessId}`)).status).toBe(404);
    expect((await app.call(null, 'GET', `/pages/${campaignId}`)).status).toBe(422);
    interface Shown {
      data: { key: string; version: number; consent: string; sections: Record<string, unknown> };
    }
    const { body } = await app.call<Shown>(null, 'GET', `/pages/${campaignId}?business_id=${uniqueId}`);
    expect(body.data.consent).toContain('bella');
    expect(body.data.sections).not.toHaveProperty('scripts');
    expect(body.data.sections).toHaveProperty('votes.options.AllowMultiple', false);
    readIt();
    const form = {
      key: body.data.key,
      version: body.data.version,
      name: 'Ann Lee',
      email: `vote-${randomUUID()}@example.test`,
      choices: ['opt2'],
      consent: false,
    };
    const wrong = await app.call(null, 'POST', `/loops/${campaignId}/send-contact`, form);
    expect(wrong.status).toBe(404);
    const first = await app.call<{ data: { token: string } }>(
      null,
      'POST',
      `/landings/${campaignId}/send-contact`,
      form,
    );
    expect(first.status).toBe(200);
    const again = await app.call(null, 'POST', `/landings/${campaignId}/send-contact`, { ...form, choices: ['opt1'] });
    expect(again.body).toEqual(first.body);

    const { token } = first.body.data;
    const thanks = await app.call(null, 'GET', `/thanks/${token}`);
    expect(thanks.body).toMatchObject({ data: { choices: ['opt2'], email_verified: false, coupon_url: null } });
    const submissionId = app.identifiers.idOf('form', form.key)!;
    const link = app.identifiers.token('verify-email', submissionId);
    expect((await app.call(null, 'GET', `/contact/verify/email/${token}`)).status).toBe(404);
    for (let turn = 0; turn < 2; turn += 1)
      expect((await app.call(null, 'GET', `/contact/verify/email/${link}`)).body).toMatchObject({ data: { token } });
    expect((await app.call(null, 'GET', `/thanks/${token}`)).body).toMatchObject({ data: { email_verified: true } });

    const submission = await submissionOf(form.key);
    if (submission.status !== 'sent') throw new Error('It was not sent.');
    await app.commands.pages.react(systemContext({ agencyId: tenant.agencyId, businessId: tenant.businessId }), {
      submissionId: submission.submissionId,
    });
    const unsubscribe = app.identifiers.token('unsubscribe', submission.contactId);
    expect((await app.call(null, 'POST', '/unsubscribe', { token })).status).toBe(404);
    expect((await app.call(null, 'POST', '/unsubscribe', { token: unsubscribe })).status).toBe(200);
    const contact = stateOf(Contact, await app.store.read(streams.contact(submission.contactId)));
    expect(contact).toMatchObject({ emails: 'unsubscribed' });
  });
});

describe('what a form sets off', () => {
  it('is a contact in the campaign, its consent and its vote, once, however often the worker comes by', async () => {
    const { campaignId, path } = await publish({ type: 'vote' });
    const { key, version } = await open(path);
    const fields = { name: 'Ann Lee', phone: '(212) 555-0166', email: 'once@example.test', consent: 'yes' };
    expect((await post(path, { ...fields, choices: 'opt2', key, version })).statusCode).toBe(303);
    const submission = await submissionOf(key);
    if (submission.status !== 'sent') throw new Error('It was not sent.');
    const sent = await app.store.read(streams.submission(submission.submissionId));
    const workers = [pageReactor(app.commands), loopEntries(app.commands)];
    for (let turn = 0; turn < 3; turn += 1) for (const worker of workers) await worker.issue(sent);
    const events = await app.store.read(streams.contact(submission.contactId));
    const types = events.map(({ type }) => type);
    for (const type of ['ContactDiscovered', 'ContactJoinedCampaign', 'ContactOptedIn', 'ContactSubscribedToEmail'])
      expect(types.filter((one) => one === type)).toHaveLength(1);
    expect(events.find(({ type }) => type === 'ContactOptedIn')!.data).toMatchObject({
      consent: {
        text: submission.consent!.text,
        pageVersion: `${campaignId}@1#${submission.pageHash}`,
        checkboxTicked: true,
      },
    });
    await settled(await app.raw.head());
    const { voters, options } = await app.readModels.voteResult(tenant.businessId, campaignId);
    expect({ voters, options: { ...options } }).toEqual({ voters: 1, options: { opt2: 1 } });
    expect((await get(`${path}/result`)).body).toContain('100%');
  });
});
