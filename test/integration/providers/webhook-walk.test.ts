import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import webhooks from 'twilio/lib/webhooks/webhooks.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BusinessId, MessageId, namespaces, uuidV5 } from '../../../domain/kernel/ids.ts';
import { E164 } from '../../../domain/sms/values.ts';
import { streams } from '../../../domain/streams.ts';
import { eventOf, type EmailProvider } from '../../../sandbox/email-providers/events.ts';
import { eventually } from '../../support/eventually.ts';
import { brandForm } from '../../unit/domain/registrations/fixtures.ts';
import { emailAccounts, publishPage } from './page.ts';
import { context, createProvidersWorld, type ProvidersWorld } from './world.ts';

/**
 * Whatever an outside system may call, taken from the routes as they are: with the valid signature of another tenant's
 * account, and with a bad one, nothing of a tenant changes. A webhook that is new fails here until it says how it is
 * forged.
 */
interface Post {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}
interface Webhook {
  /** What its owner's system sends: something changes. Without it, a walk over dead addresses would pass. */
  readonly own: () => Post;
  /** Signed well, by another tenant's account. By what it tries. */
  readonly foreign: Readonly<Record<string, () => Post>>;
  readonly bad: Readonly<Record<string, () => Post>>;
}

let world: ProvidersWorld;
type Tenant = Awaited<ReturnType<typeof addTenant>>;
let bella: Tenant;
let harbor: Tenant;
let pier: Awaited<ReturnType<typeof addBandwidth>>;
let dock: typeof pier;
const emailProviders = ['sendgrid', 'mailgun', 'ses'] as const;
const accounts = emailAccounts('example.com', 'A shop');

/** A business with carrier and email accounts of its own, and of everything that a webhook may name. */
async function addTenant(name: string, number: string, digit: string) {
  const { businessId, agencyId, agency, business } = await world.addAgency(name);
  const call = async <T>(method: 'GET' | 'POST' | 'PUT', path: string, payload?: object): Promise<T> => {
    const { status, body, text } = await world.call<T>(business.token, method, path, payload);
    if (status >= 300) throw new Error(`${method} ${path}: ${status} ${text}`);
    return body;
  };
  const authToken = `token-of-${name}-0123456789`;
  await call('PUT', '/twilio-config', { account_sid: `AC${digit.repeat(32)}`, auth_token: authToken });
  await call('POST', '/businesses/assign-number', { number });
  for (const provider of emailProviders)
    for (const settings of [accounts[provider], { webhook_key: world.sandbox.emailEvents.keyOf(provider) }]) {
      const { status } = await world.call(agency.token, 'PUT', `/agencies/${provider}-config`, settings);
      if (status !== 200) throw new Error(`${provider}: ${status}`);
    }
  const sender = await call<{ data: { id: string } }>('POST', '/integrations', {
    type: 'api',
    name: 'Our shop system',
  });
  const { data: intake } = await call<{ data: { inbound: { key: string } } }>(
    'GET',
    `/integrations/${sender.data.id}/intake`,
  );
  const hook = await call<{ data: { id: string; secret: string } }>('GET', '/automations/new-webhook');
  await call('PUT', `/automations/webhooks/${hook.data.id}`, {
    mapping: [{ path: 'phone', to: { of: 'contact', name: 'phone' }, required: true }],
  });
  const hello = { ...text(`+1202555010${digit}`, number), Body: 'Are you open?' };
  await send(carrierPost(inbound, hello, authToken));
  await world.commands.messages.react(world.system(), {
    messageId: uuidV5(namespaces.message, 'twilio', hello.MessageSid),
  });
  await world.runner.waitFor(await world.raw.head(), { timeoutMs: 20_000 });
  const contactId = world.identifiers.contact(BusinessId.parse(businessId), E164.parse(hello.From));
  return {
    name,
    businessId,
    agencyId,
    business,
    call,
    number,
    authToken,
    hook: hook.data,
    sender: { id: sender.data.id, key: intake.inbound.key },
    contactId,
  };
}

/** A business with an account of its own at Bandwidth. */
async function addBandwidth(name: string, number: string, accountId: string) {
  const { agencyId, businessId, business } = await world.addAgency(name);
  const signIn = { username: `user-of-${name}`, password: `password-of-${name}` };
  const { status: kept } = await world.call(business.token, 'PUT', '/bandwidth-config', {
    account_id: accountId,
    application_id: '93de2206-9669-4e07-948d-329f4b722ee2',
    ...signIn,
    callback_username: signIn.username,
    callback_password: signIn.password,
  });
  if (kept !== 200) throw new Error(`Bandwidth: ${kept}`);
  await world.commands.businesses.setBilling(world.system({ agencyId, businessId }), {
    businessId,
    revision: null,
    monthlyMessages: null,
    contactLimit: null,
    useBandwidth: true,
  });
  await world.commands.providers.acquireNumber(context(business.caller), { businessId, number, custom: true });
  return { agencyId, businessId, number, authorization: `Basic ${btoa(`${signIn.username}:${signIn.password}`)}` };
}

function bandwidthPost(
  { number }: { readonly number: string },
  authorization: string | null,
  more: { readonly type?: string; readonly tag?: string } = {},
): Post {
  const { type = 'message-received', tag } = more;
  const id = `158922807463${randomUUID().slice(0, 8)}`;
  const message = {
    id,
    owner: number,
    from: '+12025550109',
    to: [number],
    text: 'STOP',
    ...(tag === undefined ? {} : { tag }),
  };
  return {
    path: '/webhooks/bandwidth/messages',
    headers: { 'content-type': 'application/json', ...(authorization === null ? {} : { authorization }) },
    body: JSON.stringify([{ type, to: number, time: '2026-11-27T10:00:00Z', errorCode: 4770, message }]),
  };
}

const phoneOf = ({ number }: Tenant): string => `+1202555010${number.at(-1)}`;
const sid = (): string => `SM${randomUUID().replaceAll('-', '')}`;

/** A text of Bella's that waits to be sent. */
async function queuedText(): Promise<MessageId> {
  const sent = await bella.call<{ data: { id: string } }>('POST', '/livechat/messages', {
    contact_id: bella.contactId,
    body: 'Your table is ready.',
  });
  return MessageId.parse(sent.data.id);
}

/** An email of Bella's that its provider has taken. */
async function queuedEmail(): Promise<string> {
  const page = await publishPage(world, bella.business.caller);
  await page.join({ email: `${page.keyword}@example.com`, consent: true });
  await world.workers.start();
  const taken = await eventually(
    async () =>
      (await world.store.readAll(0n, { limit: 10_000 })).events.filter(({ type }) => type === 'EmailAccepted'),
    (emails) => emails.length > 0,
  );
  // From now on nothing changes but by webhooks.
  await world.workers.stop();
  return String(taken[0]!.data['mailId']);
}

function carrierPost(path: string, form: Record<string, string>, authToken: string | null): Post {
  const signature =
    authToken === null ? 'bm90IGEgc2lnbmF0dXJl' : (
      webhooks.getExpectedTwilioSignature(authToken, `${world.publicUrl}${path}`, form)
    );
  return {
    path,
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': signature },
    body: new URLSearchParams(form).toString(),
  };
}
const text = (from: string, to: string) => ({ MessageSid: sid(), From: from, To: to, Body: 'STOP', NumMedia: '0' });
const inbound = '/webhooks/twilio/inbound';
const status = (from: string, word = 'failed') => ({
  MessageSid: sid(),
  MessageStatus: word,
  ErrorCode: '30007',
  From: from,
  To: phoneOf(bella),
});

function emailPost(provider: EmailProvider, owner: string, emailId: string): Post {
  const happened = eventOf(provider, 'bounced', {
    to: 'a@example.com',
    providerMessageId: 'p1',
    marks: { beckon_mail: emailId },
  });
  return { path: `/webhooks/mail/${provider}/${owner}`, ...world.sandbox.emailEvents.signed(provider, happened) };
}
/** Signed for something else. */
const spoiled = (post: Post): Post => ({
  ...post,
  headers: Object.fromEntries(
    Object.entries(post.headers).map(([name, value]) => [name, name.endsWith('-signature') ? 'AAAA' : value]),
  ),
  body: post.body.replace(/("[Ss]ignature":")[^"]{8}/, '$100000000'),
});
const hookPost = (hookId: string, secret: string | null, body: object, of = 'automations'): Post => ({
  path: `/webhooks/${of}/${hookId}`,
  headers: { 'content-type': 'application/json', ...(secret === null ? {} : { 'x-webhook-secret': secret }) },
  body: JSON.stringify(body),
});

/** What the carrier tells of a brand: whose it is, and by which account it is signed. */
function registrationPost(brandsid: string, token: string | null): Post {
  const data = { accountsid: 'AC', brandsid, brandstatus: 'registered', identitystatus: 'verified' };
  const body = JSON.stringify([
    {
      specversion: '1.0',
      type: 'com.twilio.messaging.compliance.brand-registration.brand-verified',
      id: randomUUID(),
      data: { ...data, createddate: Date.now(), updateddate: Date.now() + 60_000 },
    },
  ]);
  const path = `/webhooks/twilio/registrations?bodySHA256=${webhooks.getExpectedBodyHash(body)}`;
  const signature = webhooks.getExpectedTwilioSignature(token ?? 'nobody', `${world.publicUrl}${path}`, {});
  return { path, headers: { 'content-type': 'application/json', 'x-twilio-signature': signature }, body };
}
/** The brand of a tenant at the carrier. */
async function submittedBrand(tenant: Tenant): Promise<string> {
  const { address, representative, ...form } = brandForm;
  await world.commands.registrations.submitBrand(world.system(), {
    businessId: BusinessId.parse(tenant.businessId),
    ...form,
    address,
    representative,
  });
  for (let again: string | null = 'now'; again === 'now';)
    ({ again } = (
      await world.commands.registrations.advanceA2p(world.system(), { businessId: BusinessId.parse(tenant.businessId) })
    ).result);
  await world.runner.waitFor(await world.raw.head(), { timeoutMs: 20_000 });
  const brands = world.sandbox.registrations.list('brand');
  return brands.find(
    ({ accountSid }) => accountSid === `AC${tenant.number.endsWith('7') ? '7'.repeat(32) : '8'.repeat(32)}`,
  )!.sid;
}

const voice = '/webhooks/twilio/voice';
const callSid = `CA${'5'.repeat(32)}`;
const ringing = (to: string, CallSid = `CA${randomUUID().replaceAll('-', '')}`) => ({
  CallSid,
  From: '+12025550107',
  To: to,
  CallStatus: 'ringing',
});
const ended = (to: string) => ({ ...ringing(to, callSid), CallStatus: 'completed', CallDuration: '42' });
/** About Bella's call, at the address that the carrier was given for it. */
function voiceWalk(what: 'answer' | 'forwarded', form: Readonly<Record<string, string>>): Webhook {
  const at = ({ number }: Tenant): string => {
    const about = { call: uuidV5(namespaces.call, 'twilio', callSid), number, to: '+14155550111' };
    return `${voice}/${what}?${new URLSearchParams(about)}`;
  };
  return {
    own: () => carrierPost(at(bella), { ...ringing(bella.number, callSid), ...form }, bella.authToken),
    foreign: {
      'at the address of another': () =>
        carrierPost(at(bella), { ...ringing(bella.number, callSid), ...form }, harbor.authToken),
      'for its own number, about the call of another': () =>
        carrierPost(at(harbor), { ...ringing(harbor.number, callSid), ...form }, harbor.authToken),
    },
    bad: { signature: () => carrierPost(at(bella), { ...ringing(bella.number, callSid), ...form }, null) },
  };
}

const bandwidthVoice = '/webhooks/bandwidth/voice';
const bandwidthCallId = 'c-of-a-call-at-the-pier';
type AtBandwidth = Pick<typeof pier, 'number'>;
const voiceEvent = (number: string, event: object = {}) => ({
  eventType: 'initiate',
  callId: bandwidthCallId,
  from: '+12025550107',
  to: number,
  ...event,
});
const voicePost = (path: string, event: object, authorization: string | null): Post => ({
  path,
  headers: { 'content-type': 'application/json', ...(authorization === null ? {} : { authorization }) },
  body: JSON.stringify(event),
});
const talked = { answerTime: '2026-11-27T10:00:00Z', endTime: '2026-11-27T10:00:42Z' };
/** About the call to the pier, at the address that Bandwidth was given for it. */
function bandwidthVoiceWalk(what: 'answer' | 'forwarded', event: object): Webhook {
  const at = ({ number }: AtBandwidth): string => {
    const about = { call: uuidV5(namespaces.call, 'bandwidth', bandwidthCallId), number, to: '+14155550111' };
    return `${bandwidthVoice}/${what}?${new URLSearchParams(about)}`;
  };
  const post = ({ number }: AtBandwidth, authorization: string | null): Post =>
    voicePost(at({ number }), voiceEvent(number, event), authorization);
  return {
    own: () => post(pier, pier.authorization),
    foreign: {
      'at the address of another': () => post(pier, dock.authorization),
      'for its own number, about the call of another': () => post(dock, dock.authorization),
    },
    bad: { 'sign-in': () => post(pier, 'Basic bm9ib2R5Om5vdGhpbmc='), 'no sign-in': () => post(pier, null) },
  };
}

let brandSid: string;
let textId: MessageId;
let emailId: string;
const walk: Readonly<Record<string, Webhook>> = {
  'POST /webhooks/twilio/inbound': {
    own: () => carrierPost(inbound, text(phoneOf(bella), bella.number), bella.authToken),
    foreign: {
      'for the number of another': () => carrierPost(inbound, text(phoneOf(bella), bella.number), harbor.authToken),
      'for its own number, from a phone that another knows': () =>
        carrierPost(inbound, text(phoneOf(bella), harbor.number), harbor.authToken),
      'for its own number, from the number of another': () =>
        carrierPost(inbound, text(bella.number, harbor.number), harbor.authToken),
    },
    bad: { signature: () => carrierPost(inbound, text(phoneOf(bella), bella.number), null) },
  },
  'POST /webhooks/twilio/status': {
    own: () => carrierPost(`/webhooks/twilio/status?m=${textId}`, status(bella.number, 'sent'), bella.authToken),
    foreign: Object.fromEntries(
      ['queued', 'sending', 'sent', 'delivered', 'undelivered', 'failed', 'canceled'].flatMap((word) => [
        [
          `${word}, from its own number`,
          () => carrierPost(`/webhooks/twilio/status?m=${textId}`, status(harbor.number, word), harbor.authToken),
        ],
        [
          `${word}, from the number of another`,
          () => carrierPost(`/webhooks/twilio/status?m=${textId}`, status(bella.number, word), harbor.authToken),
        ],
      ]),
    ),
    bad: { signature: () => carrierPost(`/webhooks/twilio/status?m=${textId}`, status(bella.number), null) },
  },
  'POST /webhooks/twilio/voice': {
    own: () => carrierPost(voice, ringing(bella.number), bella.authToken),
    foreign: {
      'for the number of another': () => carrierPost(voice, ringing(bella.number), harbor.authToken),
      'for its own number, about the call of another': () =>
        carrierPost(voice, ringing(harbor.number, callSid), harbor.authToken),
    },
    bad: { signature: () => carrierPost(voice, ringing(bella.number), null) },
  },
  'POST /webhooks/twilio/voice/answer': voiceWalk('answer', { Digits: '1' }),
  'POST /webhooks/twilio/voice/forwarded': voiceWalk('forwarded', {
    DialCallStatus: 'completed',
    DialCallDuration: '30',
  }),
  'POST /webhooks/twilio/voice/ended': {
    own: () => carrierPost(`${voice}/ended`, ended(bella.number), bella.authToken),
    foreign: {
      'for the number of another': () => carrierPost(`${voice}/ended`, ended(bella.number), harbor.authToken),
      'for its own number, about the call of another': () =>
        carrierPost(`${voice}/ended`, ended(harbor.number), harbor.authToken),
    },
    bad: { signature: () => carrierPost(`${voice}/ended`, ended(bella.number), null) },
  },
  'POST /webhooks/twilio/registrations': {
    own: () => registrationPost(brandSid, bella.authToken),
    foreign: { 'about the brand of another': () => registrationPost(brandSid, harbor.authToken) },
    bad: {
      signature: () => registrationPost(brandSid, null),
      body: () => ({ ...registrationPost(brandSid, bella.authToken), body: '[]' }),
    },
  },
  'POST /webhooks/bandwidth/voice': {
    own: () =>
      voicePost(bandwidthVoice, voiceEvent(pier.number, { eventType: 'disconnect', ...talked }), pier.authorization),
    foreign: {
      'for the number of another': () =>
        voicePost(bandwidthVoice, voiceEvent(pier.number, { callId: `c-${randomUUID()}` }), dock.authorization),
      'for its own number, about the call of another': () =>
        voicePost(bandwidthVoice, voiceEvent(dock.number, { eventType: 'disconnect', ...talked }), dock.authorization),
    },
    bad: {
      'sign-in': () => voicePost(bandwidthVoice, voiceEvent(pier.number), 'Basic bm9ib2R5Om5vdGhpbmc='),
      'no sign-in': () => voicePost(bandwidthVoice, voiceEvent(pier.number), null),
    },
  },
  'POST /webhooks/bandwidth/voice/answer': bandwidthVoiceWalk('answer', { eventType: 'gather', digits: '1' }),
  'POST /webhooks/bandwidth/voice/forwarded': bandwidthVoiceWalk('forwarded', {
    eventType: 'transferDisconnect',
    ...talked,
    cause: 'hangup',
  }),
  'POST /webhooks/bandwidth/messages': {
    own: () => bandwidthPost(pier, pier.authorization),
    foreign: {
      'for the number of another': () => bandwidthPost(pier, dock.authorization),
      'for a number that another holds at Twilio': () => bandwidthPost(bella, dock.authorization),
      ...Object.fromEntries(
        ['message-sending', 'message-delivered', 'message-failed'].map((type) => [
          `${type}, from its own number about a text of another`,
          () => bandwidthPost(dock, dock.authorization, { type, tag: textId }),
        ]),
      ),
    },
    bad: {
      'sign-in': () => bandwidthPost(pier, 'Basic bm9ib2R5Om5vdGhpbmc='),
      'no sign-in': () => bandwidthPost(pier, null),
    },
  },
  'POST /webhooks/mail/:provider/:owner': {
    own: () => emailPost('sendgrid', bella.agencyId, emailId),
    foreign: Object.fromEntries(
      emailProviders.map((provider) => [provider, () => emailPost(provider, harbor.agencyId, emailId)]),
    ),
    bad: Object.fromEntries(
      emailProviders.map((provider) => [provider, () => spoiled(emailPost(provider, bella.agencyId, emailId))]),
    ),
  },
  'POST /webhooks/automations/:hookId': {
    own: () => hookPost(bella.hook.id, bella.hook.secret, { phone: '+12025550188' }),
    foreign: {
      'with its own secret at the address of another': () =>
        hookPost(bella.hook.id, harbor.hook.secret, { phone: '+12025550187' }),
      'at its own address about a contact of another': () =>
        hookPost(harbor.hook.id, harbor.hook.secret, {
          phone: phoneOf(bella),
          contact_id: bella.contactId,
          business_id: bella.businessId,
        }),
    },
    bad: {
      secret: () => hookPost(bella.hook.id, `${bella.hook.secret}x`, { phone: '+12025550187' }),
      'no secret': () => hookPost(bella.hook.id, null, { phone: '+12025550187' }),
    },
  },
  'POST /webhooks/integrations/:integrationId': {
    own: () => hookPost(bella.sender.id, bella.sender.key, { phone: '+12025550168' }, 'integrations'),
    foreign: {
      'with its own key at the address of another': () =>
        hookPost(bella.sender.id, harbor.sender.key, { phone: '+12025550167' }, 'integrations'),
      'at its own address about a contact of another': () =>
        hookPost(
          harbor.sender.id,
          harbor.sender.key,
          { phone: phoneOf(bella), contact_id: bella.contactId, business_id: bella.businessId },
          'integrations',
        ),
    },
    bad: {
      key: () => hookPost(bella.sender.id, `${bella.sender.key}x`, { phone: '+12025550167' }, 'integrations'),
      'no key': () => hookPost(bella.sender.id, null, { phone: '+12025550167' }, 'integrations'),
    },
  },
};

/** Answers what someone hears who picks up, and changes nothing: test/integration/voice/calls.test.ts. */
const onlyAnswers = ['POST /webhooks/twilio/voice/whisper', 'POST /webhooks/bandwidth/voice/whisper'];
/**
 * Signed by the platform's own account, so no tenant can sign it: test/integration/api/payments.test.ts and
 * integration-news.test.ts.
 */
const ofThePlatform = ['POST /webhooks/stripe', 'POST /webhooks/facebook'];
/** For assistants: each tool is a call of the API under the caller's own key: test/integration/developers/assistant.test.ts. */
const underAKey = ['POST /mcp', 'DELETE /mcp'];

/** A refused call of an automation's webhook is told to whoever set it up. */
const toldOnPurpose: ReadonlySet<string> = new Set(['ops.automation_hook_calls']);

/** All that stands of a tenant: its events, and its rows in every table. */
async function photo({ businessId }: { readonly businessId: string }): Promise<Record<string, string>> {
  await world.runner.waitFor(await world.raw.head(), { timeoutMs: 20_000 });
  const { events } = await world.raw.readAll(0n, { limit: 50_000 });
  const own = events.filter(
    ({ metadata, data }) => metadata.tenant.businessId === businessId || data['businessId'] === businessId,
  );
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', table_schema, table_name) as name from information_schema.columns join information_schema.tables
      using (table_schema, table_name) where column_name = 'business_id' and table_type = 'BASE TABLE'
      and table_schema not in ('pg_catalog', 'information_schema') order by 1`.execute(world.db);
  const seen: Record<string, string> = { events: own.map(({ id, type }) => `${id} ${type}`).join('\n') };
  for (const { name } of tables) {
    if (toldOnPurpose.has(name)) continue;
    const { rows } = await sql<{ all: string | null }>`select string_agg(t::text, E'\n' order by t::text) as all
      from ${sql.raw(name)} t where t.business_id::text = ${businessId}`.execute(world.db);
    if (rows[0]!.all !== null) seen[name] = rows[0]!.all;
  }
  return seen;
}

const send = ({ path, headers, body }: Post) => world.api.inject({ method: 'POST', url: path, headers, payload: body });

beforeAll(async () => {
  world = await createProvidersWorld({ workers: false });
  bella = await addTenant('Bella', '+14155550147', '7');
  harbor = await addTenant('Harbor', '+14155550148', '8');
  pier = await addBandwidth('Pier', '+14155550151', '9900011');
  dock = await addBandwidth('Dock', '+14155550152', '9900012');
  emailId = await queuedEmail();
  textId = await queuedText();
  brandSid = await submittedBrand(bella);
  const calls = { forward_to: '+14155550111', caller_id: 'caller', whisper: true, ring_seconds: 20, text_back: null };
  await bella.call('PUT', '/businesses/calls', calls);
  await world.commands.calls.changeSettings(world.system({ agencyId: pier.agencyId, businessId: pier.businessId }), {
    businessId: pier.businessId,
    forwardTo: calls.forward_to,
    callerId: 'caller',
    whisper: true,
    ringSeconds: 20,
    textBack: null,
  });
  await send(voicePost(bandwidthVoice, voiceEvent(pier.number), pier.authorization));
  await send(carrierPost(voice, ringing(bella.number, callSid), bella.authToken));
  await world.runner.waitFor(await world.raw.head(), { timeoutMs: 20_000 });
});
afterAll(() => world.close());

/** `POST /webhooks/twilio/inbound`, as the router prints it. */
function writingRoutes(): readonly string[] {
  const at: string[] = [];
  return world.api
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const found = /^([│ ]*)[├└]── (\S+)(?: \(([A-Z, ]+)\))?/.exec(line);
      if (found === null) return [];
      const depth = found[1]!.length / 4;
      at.splice(depth, Infinity, found[2]!);
      const methods = (found[3] ?? '').split(', ').filter((method) => !['', 'GET', 'HEAD', 'OPTIONS'].includes(method));
      return methods.map((method) => `${method} ${at.slice(0, depth + 1).join('')}`);
    });
}

test('every address that an outside system may post to is in this walk', () => {
  const routes = writingRoutes();
  expect(routes.length).toBeGreaterThan(100);
  // Calls of the API have a session or are named public in its contract, and a walk of their own.
  expect(routes.filter((route) => !/^[A-Z]+ \/api\/v1\//.test(route)).sort()).toEqual(
    [...Object.keys(walk), ...ofThePlatform, ...onlyAnswers, ...underAKey].sort(),
  );
});

describe.each(Object.keys(walk))('%s', (route) => {
  const { own, foreign, bad } = walk[route]!;
  test('changes nothing of a tenant when another signs, or nobody', async () => {
    const seen = async () => [await photo(bella), await photo(pier)];
    const before = await seen();
    for (const [attempts, answers] of [
      [foreign, [200, 202, 204, 403]],
      [bad, [403]],
    ] as const)
      for (const [name, post] of Object.entries(attempts)) {
        const { statusCode } = await send(post());
        expect([name, answers.some((one) => one === statusCode)]).toEqual([name, true]);
        expect([name, await seen()]).toEqual([name, before]);
      }
    // Not because nothing is heard there.
    expect([200, 202, 204]).toContain((await send(own())).statusCode);
    expect(await seen()).not.toEqual(before);
  });
});

test('a status from a number that the message did not leave by is of another message', async () => {
  const other = '+14155550149';
  await bella.call('POST', '/businesses/assign-number', { number: other }).catch(() => undefined);
  const messageId = await queuedText();
  const story = async () => (await world.store.read(streams.message(messageId))).map(({ type }) => type);
  const before = await story();
  const from = (await world.store.read(streams.message(messageId)))[0]!.data['from'];
  const wrong = from === other ? bella.number : other;
  const { hear } = world.commands.delivery.text;
  const carrier = { role: 'carrier', actor: { kind: 'carrier', name: 'twilio' } } as const;
  const say = (number: string) =>
    hear(context({ ...carrier, tenant: { agencyId: bella.agencyId, businessId: bella.businessId } }), {
      id: messageId,
      provider: 'twilio',
      providerMessageId: sid(),
      word: { status: 'failed', errorCode: 30007, sender: number },
    });
  expect((await say(wrong)).result).toEqual({ known: false });
  expect(await story()).toEqual(before);
  expect((await say(String(from))).result).toEqual({ known: true });
  expect((await story()).at(-1)).toBe('MessageFailed');
});
