import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApi, type TestApi, type Tenant } from './support.ts';

let app: TestApi;
let north: Tenant;
let admin: string;
let agency: string;
beforeAll(async () => {
  app = await startTestApi();
  north = await app.addTenant('north');
  admin = await app.addUser('Admin', null);
  agency = await app.addUser('Agency', north.agencyId);
});
afterAll(() => app.close());

interface Help {
  readonly data: {
    readonly support: object | null;
    readonly news: readonly { readonly id: string; readonly title: string }[];
  };
}
const help = async (token: string) => (await app.call<Help>(token, 'GET', '/help')).body.data;

it('tells agencies how to get help and what is new, as the operator set it', async () => {
  expect(await help(agency)).toEqual({ support: null, news: [] });
  const support = { text: 'We answer within a day.', email: 'help@x.test', phone: '', link: 'https://help.x.test' };
  expect((await app.call(admin, 'PUT', '/help/support', support)).status).toBe(200);
  const entries = [];
  for (const title of ['First', 'Second'])
    entries.push(
      (await app.call<{ data: { id: string } }>(admin, 'POST', '/help/news', { title, body: 'More.' })).body.data.id,
    );
  expect((await help(agency)).support).toEqual({ ...support, phone: null });
  expect((await help(agency)).news.map(({ title }) => title).toSorted()).toEqual(['First', 'Second']);
  expect((await app.call(admin, 'DELETE', `/help/news/${entries[0]!}`)).status).toBe(200);
  expect((await app.call(admin, 'DELETE', `/help/news/${entries[0]!}`)).status).toBe(200);
  expect((await help(admin)).news.map(({ title }) => title)).toEqual(['Second']);
  expect((await app.call(agency, 'POST', '/help/news', { title: 'Theirs', body: 'x' })).status).toBe(403);
  expect((await app.call(north.token, 'GET', '/help')).status).toBe(403);
  expect((await app.call(admin, 'PUT', '/help/support', { ...support, link: 'javascript:alert(1)' })).status).toBe(422);
});
