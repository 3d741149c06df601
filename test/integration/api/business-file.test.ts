import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emptyDocument, freshNode } from '../../../domain/automations/document/document.ts';
import { BusinessFile } from '../../../domain/business-files/file.ts';
import { emptyDesign } from '../../../domain/email-design/model.ts';
import { startTestApi, type Tenant, type TestApi } from './support.ts';

let app: TestApi;
let from: Tenant;
let into: Tenant;
beforeAll(async () => {
  app = await startTestApi();
  from = await app.addTenant('from');
  into = await app.addTenant('into');
});
afterAll(() => app.close());

interface Part {
  readonly kind: string;
  readonly name: string;
  readonly key: string;
  readonly standing: string;
  readonly fields: readonly string[];
  readonly keyword_taken: boolean;
}
const make = async (tenant: Tenant, path: string, body: object): Promise<string> => {
  const made = await app.call<{ data: { id: string } }>(tenant.token, 'POST', path, body);
  expect([path, made.status, made.status === 200 ? null : made.body]).toEqual([path, 200, null]);
  return made.body.data.id;
};
const fileOf = async (tenant: Tenant): Promise<BusinessFile> => {
  const { status, body } = await app.call<{ data: unknown }>(tenant.token, 'GET', '/business-file');
  expect(status).toBe(200);
  return BusinessFile.parse(body.data);
};
/** Without the campaign that every tenant of a test begins with. */
const ownFileOf = async (tenant: Tenant): Promise<BusinessFile> => {
  const file = await fileOf(tenant);
  return { ...file, campaigns: file.campaigns.filter(({ keyword }) => keyword === 'LUNCH') };
};
const compare = async (tenant: Tenant, file: object) => {
  const path = '/business-file/compare';
  const { status, body } = await app.call<{ data: { parts: Part[]; settings: string[] } }>(tenant.token, 'POST', path, {
    file,
  });
  expect(status).toBe(200);
  return body.data;
};
const bringIn = async (tenant: Tenant, file: object, keys: readonly string[] | null = null) => {
  const path = '/business-file/import';
  const { status, body } = await app.call<{ data: { count: number } }>(tenant.token, 'POST', path, { file, keys });
  expect(status).toBe(200);
  return body.data.count;
};
const standings = (parts: readonly Part[]) => parts.map(({ kind, standing }) => `${kind} ${standing}`);

/** A page, a template, and an automation that names the page and somebody else's campaign. */
async function setUp(tenant: Tenant, foreign: string): Promise<string> {
  const campaignId = await make(tenant, '/landings', { title: 'Lunch club', keyword: 'LUNCH' });
  await make(tenant, '/email-templates', { kind: 'mail', name: 'Friday', subject: 'Friday', design: emptyDesign() });
  const [first, second] = [randomUUID(), randomUUID()];
  const step = (id: string, next: string | null) => {
    const node = freshNode('SubscribeContactToList');
    const { campaignId: _, ...rest } = node as Extract<typeof node, { kind: 'SubscribeContactToList' }>;
    return { ...rest, campaign_id: id, to: { ...node.to, next } };
  };
  await make(tenant, '/automations', {
    name: 'Welcome',
    document: {
      ...emptyDocument,
      start: first,
      nodes: { [first]: step(campaignId, second), [second]: step(foreign, null) },
    },
  });
  return campaignId;
}

describe('a business as a file', () => {
  it('is brought in elsewhere as drafts, once, with its own ids and nobody else’s', async () => {
    const foreign = await make(into, '/landings', { title: 'Theirs', keyword: 'THEIRS' });
    const campaignId = await setUp(from, foreign);
    const file = await ownFileOf(from);
    expect(file).toMatchObject({ format: 'business-file', version: 1 });
    expect(JSON.stringify(file)).not.toContain(foreign);
    expect(JSON.stringify(file)).not.toContain(from.businessId);

    // Also where somebody has put it there by hand.
    const forged = structuredClone(file);
    for (const node of Object.values(forged.automations[0]!.document.nodes))
      if (node.kind === 'SubscribeContactToList' && node.campaignId === null) node.campaignId = foreign;

    const before = await compare(into, forged);
    expect(standings(before.parts)).toEqual(['campaign new', 'template new', 'automation new']);
    expect(standings((await compare(from, file)).parts)).toEqual(['campaign same', 'template same', 'automation same']);
    expect(await bringIn(into, forged, [])).toBe(0);
    expect(await bringIn(into, forged, [campaignId])).toBe(1);
    expect(await bringIn(into, forged)).toBe(2);
    expect(await bringIn(into, forged)).toBe(0);
    expect(standings((await compare(into, file)).parts)).toEqual(['campaign same', 'template same', 'automation same']);

    const brought = await fileOf(into);
    const campaign = brought.campaigns.find(({ keyword }) => keyword === 'LUNCH')!;
    expect(campaign.key).not.toBe(campaignId);
    const [automation] = brought.automations;
    const named = Object.values(automation!.document.nodes).map((node) => 'campaignId' in node && node.campaignId);
    expect(named.toSorted()).toEqual([campaign.key, null].toSorted());
    const one = await app.call<{ data: { status: string } }>(into.token, 'GET', `/automations/${automation!.key}`);
    expect(one.body.data).toMatchObject({ status: 'draft' });
    // The business that it came from has what it had.
    expect(await ownFileOf(from)).toEqual(file);
  });

  it('says what is different, and leaves it as it is', async () => {
    const file = await ownFileOf(from);
    const changed = {
      ...file,
      campaigns: file.campaigns.map((one) => ({ ...one, reply: 'Another reply' })),
      settings: { ...file.settings, timezone: 'Pacific/Honolulu' },
    };
    const { parts, settings } = await compare(into, changed);
    expect(parts[0]).toMatchObject({ kind: 'campaign', standing: 'different', fields: ['reply'] });
    expect(settings).toEqual(['timezone']);
    const before = await fileOf(into);
    expect(await bringIn(into, changed)).toBe(0);
    expect(await fileOf(into)).toEqual(before);
  });

  it('tells of a keyword that is taken, and brings the campaign in without it', async () => {
    const file = await ownFileOf(from);
    const other = await app.addTenant('other');
    await make(other, '/landings', { title: 'Mine', keyword: 'LUNCH' });
    const renamed = { ...file, campaigns: file.campaigns.map((one) => ({ ...one, name: 'Second club' })) };
    const { parts } = await compare(other, renamed);
    // The same keyword is the same campaign, by another name.
    expect(parts[0]).toMatchObject({
      standing: 'different',
      fields: expect.arrayContaining(['name']),
      keyword_taken: true,
    });
  });

  it('is refused where it is none, or of a version of later', async () => {
    const file = await ownFileOf(from);
    for (const wrong of [{}, { ...file, version: 2 }, { ...file, campaigns: 'none' }]) {
      const { status } = await app.call(into.token, 'POST', '/business-file/compare', { file: wrong });
      expect(status).toBe(422);
    }
  });
});

describe('an agency copies a setup', () => {
  let agency: string;
  beforeAll(async () => {
    agency = await app.addUser('Agency', from.agencyId);
  });
  const agencyFile = async (of: string): Promise<{ status: number; file: BusinessFile }> => {
    const { status, body } = await app.call<{ data: BusinessFile }>(agency, 'GET', `/businesses/${of}/business-file`);
    return { status, file: body.data };
  };

  it('from one of its businesses to another, and never to or from another agency’s', async () => {
    const { status, file } = await agencyFile(from.businessId);
    expect(status).toBe(200);
    expect(file).toEqual(await fileOf(from));
    expect((await agencyFile(into.businessId)).status).toBe(404);

    const sister = await app.addTenant('sister', { agencyId: from.agencyId });
    const path = `/businesses/${sister.businessId}/business-file`;
    const { keyword, key } = file.campaigns.find((one) => one.keyword === 'LUNCH')!;
    const compared = await app.call<{ data: { parts: Part[] } }>(agency, 'POST', `${path}/compare`, { file });
    expect(compared.body.data.parts.find((part) => part.key === key)).toMatchObject({ standing: 'new' });
    const copy = async () =>
      (await app.call<{ data: { count: number } }>(agency, 'POST', `${path}/import`, { file, keys: [key] })).body.data
        .count;
    // Also when two copy it at once, or it was cut off and is copied again.
    const counts = await Promise.all([copy(), copy()]);
    expect(Math.max(...counts)).toBe(1);
    expect(await copy()).toBe(0);
    const brought = (await fileOf(sister)).campaigns.filter((one) => one.keyword === keyword);
    expect(brought).toHaveLength(1);
    expect(brought[0]!.key).not.toBe(key);

    for (const step of ['compare', 'import']) {
      const theirs = `/businesses/${into.businessId}/business-file/${step}`;
      expect((await app.call(agency, 'POST', theirs, { file })).status).toBe(404);
    }
  });

  it('from a template of the platform, and not from its other businesses', async () => {
    const admin = await app.addUser('Admin', null);
    const made = async (name: string, is_template: boolean) =>
      make({ ...from, token: admin }, '/businesses', {
        name,
        email: `${name.toLowerCase()}@business.test`,
        first_name: 'Bea',
        last_name: 'Baker',
        timezone: 'America/Denver',
        is_template,
      });
    expect((await agencyFile(await made('Plain', false))).status).toBe(404);
    expect((await agencyFile(await made('Template', true))).status).toBe(200);
  });
});
