import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { emptyDesign } from '../../../domain/email-design/model.ts';
import type { Role } from '../../../api/contract/common.ts';
import { routes } from '../../../api/routes/index.ts';
import { type Mention, mentions } from './mentions.ts';
import { startTestApi, type Tenant, type TestApi } from './support.ts';
import { nothing, thingsOf } from './things.ts';
import { type Theirs, visits } from './visits.ts';

let app: TestApi;
let bella: Tenant;
let mallory: Tenant;
let mine: Theirs;
let foreign: readonly { readonly whose: string; readonly theirs: Theirs; readonly to: readonly Role[] }[];
const tokens = {} as Record<Role, string>;

beforeAll(async () => {
  app = await startTestApi();
  bella = await app.addTenant('bella');
  mallory = await app.addTenant('mallory');
  const sibling = await app.addTenant('sibling', { agencyId: mallory.agencyId });
  tokens.Agency = await app.addUser('Agency', mallory.agencyId);
  tokens.Business = mallory.token;
  const [own, ofBella, ofSibling] = await Promise.all([mallory, bella, sibling].map((one) => thingsOf(app, one)));
  mine = own!;
  foreign = [
    { whose: 'of another agency', theirs: ofBella!, to: ['Agency', 'Business'] },
    { whose: 'of another business of the same agency', theirs: ofSibling!, to: ['Business'] },
  ];
}, 300_000);
afterAll(() => app.close());

type Made = { data: { id: string } };
type Refused = { errors?: Record<string, string[]> };
type Method = Parameters<TestApi['call']>[1];
const anId = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/giu;
const instant = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/gu;

/** What was answered, with names for what is not the same twice. */
async function answerTo(method: Method, { path, body, by = 'Business' }: Mention, things: Theirs) {
  const answer = await app.call(tokens[by], method, path, body);
  const ids = new Map(Object.entries(things).map(([name, id]) => [id, name]));
  const said = JSON.stringify(answer.body, (key, value: unknown) =>
    /(?:request_?id|revision|position|file_url|token|as_of)$/iu.test(key) ? '…' : value,
  )
    .replace(anId, (id) => ids.get(id.toLowerCase()) ?? '(id)')
    .replace(instant, '(instant)');
  return { status: answer.status, said };
}

/** How many events there are of those whose things are mentioned. */
async function eventsOfTheirs(): Promise<number> {
  const theirs = new Set(foreign.map((one) => one.theirs.businessId));
  let count = 0;
  for (let position = 0n; ;) {
    const page = await app.raw.readAll(position, { limit: 1_000 });
    count += page.events.filter(({ metadata, data }) =>
      [metadata.tenant.businessId, data['businessId']].some((of) => theirs.has(String(of))),
    ).length;
    if (page.atEnd) return count;
    position = page.next;
  }
}

const contracts = routes.map(({ contract }) => ({ ...contract, name: `${contract.method} ${contract.path}` }));

describe('ids of somebody else’s things in a query or body', () => {
  it.each(Object.keys(mentions))('%s: are as those of nothing', async (name) => {
    const { method } = contracts.find((one) => one.name === name)!;
    const others = nothing();
    const before = await eventsOfTheirs();
    const telling: unknown[] = [];
    for (const { whose, theirs, to } of foreign) {
      const [asked, unknown] = [mentions[name]!(theirs, mine), mentions[name]!(others, mine)];
      for (const [nth, one] of asked.entries()) {
        if (!to.includes(one.by ?? 'Business')) continue;
        const [ofNothing, ofTheirs] = [
          await answerTo(method, unknown[nth]!, others),
          await answerTo(method, one, theirs),
        ];
        if (!isDeepStrictEqual(ofNothing, ofTheirs)) telling.push({ whose, one, ofNothing, ofTheirs });
      }
    }
    expect(telling).toEqual([]);
    expect(await eventsOfTheirs()).toBe(before);
  });

  it('a design of theirs is in no broadcast of one’s own, and in no copy', async () => {
    const design = { ...emptyDesign(), settings: { ...emptyDesign().settings, preheader: 'The secret recipe' } };
    const theirs = await app.call<Made>(bella.token, 'POST', '/email-templates', {
      name: 'Theirs',
      kind: 'broadcast',
      design,
    });
    const before = await eventsOfTheirs();
    const email = { kind: 'mail', subject: 'Hi', preheader: null, design_id: theirs.body.data.id };
    const call = <T = Made>(path: string, body: unknown = {}) => app.call<T>(mallory.token, 'POST', path, body);
    const refused = await call<Refused>('/broadcasts', { name: 'Mine', type: 'email', contents: [email] });
    expect([refused.status, Object.keys(refused.body.errors ?? {})]).toEqual([422, ['contents.0.design_id']]);
    const made = await call('/broadcasts', { name: 'Mine', type: 'email' });
    const path = `/broadcasts/${made.body.data.id}`;
    const put = await app.call(mallory.token, 'PUT', path, { contents: [email], revision: null });
    expect(put.status).toBe(422);
    expect((await call(`${path}/duplicate`, { name: 'Copy' })).status).toBe(200);
    const { body } = await app.call<{ data: Record<string, unknown>[] }>(mallory.token, 'GET', '/email-templates');
    expect(JSON.stringify(body)).not.toContain('secret recipe');
    // Nor has anything been copied in their name.
    expect(await eventsOfTheirs()).toBe(before);
  });
});

/** The fields of a query or body in which ids stand, at whatever depth. */
function fieldsWithIds(schema: unknown): readonly string[] {
  const { properties = {}, $defs = {} } = z.toJSONSchema(schema as z.ZodType, {
    io: 'input',
    unrepresentable: 'any',
  }) as { properties?: Record<string, unknown>; $defs?: Record<string, unknown> };
  const hasIds = (part: unknown, seen: readonly string[]): boolean => {
    if (typeof part !== 'object' || part === null) return false;
    const { format, $ref } = part as { format?: unknown; $ref?: string };
    if (format === 'uuid') return true;
    if ($ref !== undefined) return !seen.includes($ref) && hasIds($defs[$ref.split('/').at(-1)!], [...seen, $ref]);
    return Object.values(part).some((inner) => hasIds(inner, seen));
  };
  return Object.keys(properties).filter((field) => hasIds(properties[field], []));
}

/** Of admins, to whom nobody is foreign. */
const ofAdmins = [
  'POST /notifications',
  'GET /uploads',
  'POST /order-pages',
  'PUT /order-pages/{id}',
  'POST /wallets/{id}/reversals',
  'PUT /admin/a2p/{id}',
  'PUT /admin/tollfree/{id}',
];
/** What is not looked at by whose it is: steps of the automation that is named, and plans, which are for sale to all. */
const ofTheCallItself = [
  'POST /automations/{id} start',
  'POST /automations/{id} moves',
  'POST /contacts/{id}/merge taken',
  'GET /subscriptions/quote plan',
  // A line's price is looked for in the payer's own statement alone.
  'GET /statements/items rate_id',
  // Looked for in the business's own registration alone.
  'POST /businesses/a2p/campaign campaign_id',
  'POST /businesses/a2p/cancel id',
  'POST /businesses/a2p/code id',
  // Parts of the file that is handed in.
  'POST /business-file/import keys',
  'POST /businesses/{id}/business-file/import keys',
];

it('every field that takes ids is tried with somebody else’s', () => {
  const theirs = nothing();
  const ids = Object.values(theirs);
  const untried = contracts.flatMap(({ name, query, body }) => {
    const visit = visits[name];
    if (visit === undefined || visit.who === 'public' || ofAdmins.includes(name)) return [];
    const tried = [
      ...(mentions[name]?.(theirs, nothing()) ?? []),
      ...(visit.foreign === null ? [] : [visit.foreign(theirs)]),
    ];
    const isTried = (field: string): boolean =>
      tried.some(({ path, body: given }) => {
        const asked = new URLSearchParams(path.split('?')[1] ?? '').get(field);
        const said = JSON.stringify([asked, (given as Record<string, unknown> | undefined)?.[field]]);
        return ids.some((id) => said.includes(id));
      });
    return [query, body]
      .filter((schema) => schema !== undefined)
      .flatMap(fieldsWithIds)
      .filter((field) => !isTried(field) && !ofTheCallItself.includes(`${name} ${field}`))
      .map((field) => `${name} ${field}`);
  });
  expect(untried).toEqual([]);
});
