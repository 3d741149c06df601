import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { flatChanges } from '../../../domain/email-design/flat.ts';
import { apply } from '../../../domain/email-design/commands.ts';
import { blocksOf, type EmailDesign } from '../../../domain/email-design/model.ts';
import { starters } from '../../../domain/email-design/starters.ts';
import { counter, everyBlock } from '../../support/email-designs.ts';
import { startTestApi, type TestApi } from './support.ts';

/** Templates over the API: of a business, of an agency, and what everybody else sees of them. */
let app: TestApi;
let count = 0;
beforeAll(async () => {
  app = await startTestApi();
});
afterAll(() => app.close());

interface Template {
  readonly id: string;
  readonly owner: string;
  readonly name: string;
  readonly subject: string;
  readonly design: EmailDesign;
  readonly revision: number;
}
const create = async (token: string, name: string, more: object = {}): Promise<string> =>
  (
    await app.call<{ data: { id: string } }>(token, 'POST', '/email-templates', {
      name,
      subject: 'Hello',
      design: everyBlock(),
      ...more,
    })
  ).body.data.id;
const read = async (token: string, id: string) =>
  (await app.call<{ data: Template }>(token, 'GET', `/email-templates/${id}`)).body.data;
const names = async (token: string, query = '') =>
  (await app.call<{ data: Template[]; meta: { total: number } }>(token, 'GET', `/email-templates?sort_by=name${query}`))
    .body;

describe('templates', () => {
  test('are kept as they were handed in, edited by records, and listed', async () => {
    const tenant = await app.addTenant(`shop${(count += 1)}`);
    const id = await create(tenant.token, 'Friday');
    const before = await read(tenant.token, id);
    expect(before).toMatchObject({ owner: 'business', name: 'Friday', design: everyBlock() });
    const [block] = blocksOf(before.design);
    const after = apply(before.design, { do: 'set-block', id: block!.id, set: { text: 'New words' } }, counter());
    const records = flatChanges(after, before.design);
    expect(Object.keys(records)).toEqual([`block:${block!.id}`]);
    await app.call(tenant.token, 'PUT', `/email-templates/${id}`, { records, revision: before.revision });
    const now = await read(tenant.token, id);
    expect(now.design).toEqual(after);
    // Saved again without a change: nothing happens, nothing is emptied.
    const { status } = await app.call(tenant.token, 'PUT', `/email-templates/${id}`, {
      records,
      revision: now.revision,
    });
    expect([status, (await read(tenant.token, id)).revision]).toEqual([200, now.revision]);
    expect((await names(tenant.token)).data.map(({ name }) => name)).toEqual(['Friday']);
    expect((await names(tenant.token, '&kind=section')).data).toEqual([]);
    expect((await names(tenant.token, '&search=frid')).meta.total).toBe(1);
  });

  test('two people meet only in the same block', async () => {
    const tenant = await app.addTenant(`shop${(count += 1)}`);
    const id = await create(tenant.token, 'Both');
    const { design, revision } = await read(tenant.token, id);
    const set = (index: number, change: object) => {
      const changed = apply(
        design,
        { do: 'set-block', id: blocksOf(design)[index]!.id, set: { ...change } },
        counter(),
      );
      return flatChanges(changed, design);
    };
    const put = (records: object) =>
      app.call<{ code: string }>(tenant.token, 'PUT', `/email-templates/${id}`, { records, revision });
    expect((await put(set(0, { top: 30 }))).status).toBe(200);
    expect((await put(set(1, { top: 40 }))).status).toBe(200);
    const refused = await put(set(0, { top: 50 }));
    expect([refused.status, refused.body.code]).toEqual([409, 'edit_conflict']);
    const now = await read(tenant.token, id);
    expect(
      blocksOf(now.design)
        .slice(0, 2)
        .map(({ top }) => top),
    ).toEqual([30, 40]);
  });

  test('a block that is none is refused, not left out', async () => {
    const tenant = await app.addTenant(`shop${(count += 1)}`);
    const id = await create(tenant.token, 'Whole');
    const { design, revision } = await read(tenant.token, id);
    const button = blocksOf(design).find(({ kind }) => kind === 'button')!;
    const records = { [`block:${button.id}`]: { ...button, link: 'javascript:alert(1)' } };
    const { status } = await app.call(tenant.token, 'PUT', `/email-templates/${id}`, { records, revision });
    expect(status).toBe(422);
    expect((await read(tenant.token, id)).design).toEqual(design);
  });

  test('what an agency offers its businesses see and copy, and nobody else’s do; they can not change it', async () => {
    const shop = await app.addTenant('offered');
    const stranger = await app.addTenant('stranger');
    const agency = { token: await app.addUser('Agency', shop.agencyId) };
    const id = await create(agency.token, 'Offered');
    expect(await read(shop.token, id)).toMatchObject({ owner: 'agency', name: 'Offered' });
    for (const [method, path, body] of [
      ['PUT', `/email-templates/${id}`, { name: 'Mine now' }],
      ['DELETE', `/email-templates/${id}`, undefined],
    ] as const)
      expect((await app.call(shop.token, method, path, body)).status).toBe(404);
    expect((await app.call(stranger.token, 'GET', `/email-templates/${id}`)).status).toBe(404);
    expect((await app.call(stranger.token, 'POST', `/email-templates/${id}/duplicate`, {})).status).toBe(404);
    const copied = await app.call<{ data: { id: string } }>(shop.token, 'POST', `/email-templates/${id}/duplicate`, {});
    expect(await read(shop.token, copied.body.data.id)).toMatchObject({
      owner: 'business',
      name: 'Offered (copy)',
      design: everyBlock(),
    });
    // What a business makes of it is the business's: its agency does not see it among its own.
    expect((await names(agency.token)).data.map(({ name }) => name)).toEqual(['Offered']);
    await app.call(agency.token, 'DELETE', `/email-templates/${id}`);
    expect((await app.call(shop.token, 'GET', `/email-templates/${id}`)).status).toBe(404);
    expect((await names(shop.token)).data.map(({ name }) => name)).toEqual(['Offered (copy)']);
    expect((await app.call(agency.token, 'PUT', `/email-templates/${id}`, { name: 'Back' })).status).toBe(404);
  });

  test('the starters can be kept, each is a design, and their ids are their own', async () => {
    const tenant = await app.addTenant(`shop${(count += 1)}`);
    for (const { name, subject, design } of starters)
      expect(await read(tenant.token, await create(tenant.token, name, { subject, design }))).toMatchObject({ design });
    expect(starters.length).toBeGreaterThanOrEqual(10);
    expect(new Set(starters.map(({ id }) => id)).size).toBe(starters.length);
    expect((await app.call(tenant.token, 'GET', `/email-templates/${randomUUID()}`)).status).toBe(404);
  });
});
