import { afterAll, beforeAll, expect, test } from 'vitest';
import type {
  NumberVerification,
  TollfreeRequest,
  TollfreeRequestRecord,
} from '../../../api/contract/registrations-desk.ts';
import { createSafeHttp } from '../../../adapters/http/index.ts';
import { TollfreeForm } from '../../../api/contract/registrations-desk.ts';
import { tollfreeFormOf } from '../../../api/present/registrations-desk.ts';
import { BusinessId } from '../../../domain/kernel/ids.ts';
import { buildRenderer } from '../../support/renderer.ts';
import { eventually } from '../../support/eventually.ts';
import { tollfreeForm as form } from '../registrations/forms.ts';
import { checkRegistrations } from '../registrations/shop.ts';
import { createProvidersWorld, installation, type ProvidersWorld } from './world.ts';

/** A toll-free number is verified over the real wire: form, hand-over, reviews, refusal, correction, operator. */
let world: ProvidersWorld;
let admin: { readonly token: string; readonly userId: string };
beforeAll(async () => {
  world = await createProvidersWorld({ pages: await buildRenderer() });
  admin = await world.addUser('Admin', null, null);
});
afterAll(() => world.close());

async function withNumber(name: string, number: string) {
  const tenant = await world.addAgency(name);
  expect((await world.call(tenant.business.token, 'POST', '/businesses/assign-number', { number })).status).toBe(200);
  const { token } = tenant.business;
  return {
    ...tenant,
    submit: (body: object) =>
      world.call<{ message: string; errors: Record<string, string[]>; data: { id: string } }>(
        token,
        'POST',
        '/businesses/verify-number',
        body,
      ),
    look: async () =>
      (await world.call<{ data: NumberVerification }>(token, 'GET', '/businesses/number-verification')).body.data,
  };
}
const until = async (look: () => Promise<NumberVerification>, status: string) =>
  eventually(look, ({ request }) => request?.status === status);
const atCarrier = async (number: string) => {
  const answer = await fetch(`${world.sandbox.url}/v1/Tollfree/Verifications`, {
    headers: {
      authorization: `Basic ${Buffer.from(`${installation.accountSid}:${installation.authToken}`).toString('base64')}`,
    },
  });
  const { verifications } = (await answer.json()) as {
    verifications: { sid: string; tollfree_phone_number: string; opt_in_image_urls: string[] }[];
  };
  return verifications.filter((one) => one.tollfree_phone_number === number);
};

test('a form that reviewers would refuse is refused with its field, and nothing is submitted', async () => {
  const shop = await withNumber('Checks', '+18335550101');
  expect(await shop.look()).toMatchObject({ is_tollfree: true, number_status: 'unregistered', request: null });
  const answer = await shop.submit({ ...form(), message_sample: 'Come by tonight, pizza is half off.' });
  expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['message_sample']]);
  expect((await shop.submit({ ...form(), opt_in_image_urls: [] })).status).toBe(422);
  expect(await atCarrier('+18335550101')).toEqual([]);
  const local = await withNumber('Local', '+14155550170');
  expect((await local.submit(form())).body.errors).toHaveProperty('number');
});

test('pages that reviewers can’t open are refused before the carrier hears of it', async () => {
  const shop = await withNumber('Pages', '+18335550109');
  const pages = createSafeHttp({ resolver: () => Promise.reject(new Error('No such host.')) });
  const given = { businessId: BusinessId.parse(shop.businessId), form: tollfreeFormOf(TollfreeForm.parse(form())) };
  const asked = () => world.commandsWith({ pages }).registrations.verifyTollfree(world.system(), given);
  await expect(asked()).rejects.toMatchObject({
    code: 'validation_failed',
    fields: {
      privacyUrl: [expect.stringContaining('can’t be opened')],
      termsUrl: [expect.stringContaining('can’t be opened')],
    },
  });
  expect(await atCarrier('+18335550109')).toEqual([]);
  expect((await shop.submit(form())).status).toBe(200);
  // What is reviewed already is said without a page being opened.
  await expect(asked()).resolves.toMatchObject({ result: { requestId: expect.any(String) } });
  await pages.close();
});

test('it is refused, corrected in place and verified; the number says so in the words of the specification', async () => {
  const shop = await withNumber('Refused', '+18335550102');
  expect((await shop.submit(form('https://refused-30475.example.com'))).status).toBe(200);
  const refused = await until(shop.look, 'rejected');
  expect(refused.number_status).toBe('rejected');
  expect(refused.request?.attempts[0]?.refusals).toMatchObject([{ code: 30475, field: 'opt_in_image_urls' }]);
  expect(refused.request?.editable_until).not.toBeNull();
  expect((await shop.submit(form())).status).toBe(200);
  const approved = await until(shop.look, 'approved');
  expect(approved.number_status).toBe('resolved - verified');
  expect(approved.request?.attempts.map(({ status }) => status)).toEqual(['rejected', 'approved']);
  // One record at the carrier: the correction was an edit.
  expect(await atCarrier('+18335550102')).toHaveLength(1);
  const profile = await world.call<{ business: { number_status: string } }>(shop.business.token, 'GET', '/profile');
  expect(profile.body.business.number_status).toBe('resolved - verified');
  expect((await shop.submit({ ...form(), city: 'Oakland' })).status).toBe(409);
});

test('an answer that is lost on the way is found by our reference: nothing is submitted twice', async () => {
  const shop = await withNumber('Lost', '+18335550103');
  expect((await shop.submit(form('https://cut-off.example.com'))).status).toBe(200);
  expect((await until(shop.look, 'approved')).number_status).toBe('verified');
  expect(await atCarrier('+18335550103')).toHaveLength(1);
});

test('an approval that is revoked later is noticed by the daily check, and the business corrects it', async () => {
  const shop = await withNumber('Revoked', '+18335550106');
  expect((await shop.submit(form())).status).toBe(200);
  await until(shop.look, 'approved');
  const [held] = await atCarrier('+18335550106');
  const url = `${world.sandbox.url}/sandbox/tollfree/${held!.sid}/revoke`;
  expect((await fetch(url, { method: 'POST' })).status).toBe(200);
  await checkRegistrations(world, 2);
  const revoked = await until(shop.look, 'rejected');
  expect(revoked.number_status).toBe('rejected');
  expect(revoked.request?.attempts[0]?.refusals).toMatchObject([{ code: 30466, field: 'use_case_summary' }]);
  expect((await shop.submit({ ...form(), use_case_summary: `${form().use_case_summary} No gambling.` })).status).toBe(
    200,
  );
  await until(shop.look, 'approved');
});

test('the form begins with the public opt-in page, which shows the pictures that the business gave reviewers', async () => {
  const shop = await withNumber('Proof', '+18335550107');
  const { suggested } = await shop.look();
  const [page = ''] = suggested!.opt_in_image_urls;
  expect(page).toMatch(/^http:\/\/localhost\/pages\/opt-in\/shop-/);
  const look = async () =>
    (await world.api.inject({ url: new URL(page).pathname, headers: { host: 'localhost' } })).body;
  const before = await look();
  expect(before).toContain('How to get texts from Shop of Proof');
  expect(before).not.toContain('<img');
  const own = 'http://localhost/media/pZ4kQ0mTfY7sV2uXc1bD3w';
  const elsewhere = 'https://bellas.example.com/media/aZ4kQ0mTfY7sV2uXc1bD3w';
  expect((await shop.submit({ ...form(), opt_in_image_urls: [page, own, elsewhere] })).status).toBe(200);
  await until(shop.look, 'approved');
  const [held] = await atCarrier('+18335550107');
  expect(held!.opt_in_image_urls).toEqual([page, own, elsewhere]);
  const shown = await look();
  expect(shown).toContain(
    '<img src="/media/pZ4kQ0mTfY7sV2uXc1bD3w" alt="How people opt in to texts from Shop of Proof"',
  );
  expect(shown).not.toContain('aZ4kQ0mTfY7sV2uXc1bD3w');
});

test('operators see the queue, assign, note, correct on behalf and ask now; no one else does', async () => {
  const shop = await withNumber('Desk', '+18335550104');
  await shop.submit(form('https://refused-30481.example.com'));
  await until(shop.look, 'rejected');
  const list = (query: string) =>
    world.call<{ data: TollfreeRequest[]; meta: { total: number } }>(admin.token, 'GET', `/admin/tollfree${query}`);
  const [row] = (await list('?search=shop of desk&waiting_for=business')).body.data;
  expect(row).toMatchObject({ number: '+18335550104', attempts: 1, assignee: null, status: 'rejected' });
  const text = 'The legal name doesn’t match the registration number.';
  expect(row!.reason).toEqual({ text, cure: 'Copy both from your tax letter.', code: '30481', more: 0 });
  expect((await list('?search=shop of desk&waiting_for=carrier')).body.meta.total).toBe(0);
  const at = `/admin/tollfree/${row!.id}`;
  const record = async () => (await world.call<{ data: TollfreeRequestRecord }>(admin.token, 'GET', at)).body.data;
  const { blocked } = await record();
  expect(blocked).toEqual({
    text: 'This toll-free number isn’t verified by the carriers yet.',
    cure: 'Copy both from your tax letter.',
  });
  for (const [token, path] of [
    [admin.token, `/businesses/${shop.businessId}`],
    [shop.business.token, '/businesses/a2p/request'],
  ] as const)
    expect((await world.call(token, 'GET', path)).body).toMatchObject({ data: { blocked } });
  // A request for a number that the business no longer has says nothing of the one it has now.
  const another = { businessId: shop.businessId, number: '+18335550105' };
  expect(await world.commands.registrations.numberBlocked(world.system(), another)).toBeNull();
  const put = (body: object, token = admin.token) =>
    world.call<{ errors: Record<string, string[]> }>(token, 'PUT', at, body);
  expect((await put({ assignee_id: shop.business.userId })).body.errors).toHaveProperty('assignee_id');
  expect((await put({ assignee_id: admin.userId, note: 'Name is on the EIN letter.' })).status).toBe(200);
  expect((await put({ note: '  ' })).status).toBe(422);
  expect((await put({ note: 'x' }, shop.agency.token)).status).toBe(403);
  expect((await put({ form: { ...form(), business_name: 'Bella’s Pizza Group LLC' } })).status).toBe(200);
  await until(shop.look, 'approved');
  expect((await put({ check: true })).status).toBe(200);
  const data = await record();
  expect(data.blocked).toBeNull();
  expect(data).toMatchObject({
    assignee: { id: admin.userId, name: 'Ada Min' },
    notes: [{ text: 'Name is on the EIN letter.', by: 'Ada Min' }],
    history: [{ status: 'rejected' }, { status: 'approved', by: 'Ada Min' }],
  });
  // The business does not hear what operators note.
  expect(JSON.stringify(await shop.look())).not.toContain('EIN letter');
  expect((await list(`?assignee=${admin.userId}`)).body.data.map(({ id }) => id)).toEqual([row!.id]);
});
