import { randomUUID } from 'node:crypto';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tools } from '../../../api/assistant/tools.ts';
import { apiScopes } from '../../../domain/api-keys/fields.ts';
import { startTestApi, type Tenant, type TestApi } from '../api/support.ts';

let app: TestApi;
let bella: Tenant;
let harbor: Tenant;
let origin: string;
let contactId: string;
const open: Client[] = [];
beforeAll(async () => {
  app = await startTestApi();
  bella = await app.addTenant('bella');
  harbor = await app.addTenant('harbor');
  origin = `http://${await app.listen()}`;
  ({ contactId } = await app.textIn(bella, 'PIZZA', '+12025550171'));
}, 400_000);
afterAll(async () => {
  for (const client of open) await client.close();
  await app?.close();
});

const keyFor = async (tenant: Tenant, scopes: readonly string[] = apiScopes, more: object = {}) => {
  const made = await app.call<{ data: { secret: string } }>(tenant.token, 'POST', '/api-keys', {
    name: 'Assistant',
    scopes,
    ...more,
  });
  return made.body.data.secret;
};
const connect = async (secret: string): Promise<Client> => {
  const client = new Client({ name: 'test', version: '1' });
  const requestInit = { headers: { Authorization: `Bearer ${secret}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${origin}/mcp`), { requestInit }));
  open.push(client);
  return client;
};
interface Answer {
  readonly isError: boolean;
  readonly text: string;
  readonly value: Record<string, unknown>;
}
const use = async (client: Client, name: string, input: object = {}): Promise<Answer> => {
  const answer = await client.callTool({ name, arguments: { ...input } });
  const [{ text }] = answer.content as [{ text: string }];
  const isError = answer.isError === true;
  return {
    isError,
    text,
    value: isError ? {} : (JSON.parse(text.split('\n(Shortened')[0]!) as Record<string, unknown>),
  };
};
const rpc = (
  headers: Record<string, string>,
  payload: object | string = { jsonrpc: '2.0', id: 1, method: 'tools/list' },
) =>
  app.api.inject({
    method: 'POST',
    url: '/mcp',
    headers: { accept: 'application/json, text/event-stream', 'content-type': 'application/json', ...headers },
    payload,
  });

describe('an assistant with a key', () => {
  let client: Client;
  beforeAll(async () => {
    client = await connect(await keyFor(bella));
  });

  it('is told of every tool, with what it takes', async () => {
    const listed = await client.listTools();
    expect(listed.tools.map(({ name }) => name).toSorted()).toEqual(tools.map(({ name }) => name).toSorted());
    const draft = listed.tools.find(({ name }) => name === 'draft_broadcast')!;
    expect(draft.annotations).toMatchObject({ readOnlyHint: false, destructiveHint: false });
    expect(draft.inputSchema).toMatchObject({ required: expect.arrayContaining(['name', 'body']) });
    expect(client.getServerVersion()).toMatchObject({ name: 'Beckon' });
  });

  it('finds a contact, reads it, its timeline and its texts, and explains one', async () => {
    const found = await use(client, 'find_contacts', { search: '+12025550171' });
    expect(found.value).toMatchObject({ data: [{ id: contactId }], meta: { total: 1 } });
    const { value } = await use(client, 'get_contact', { contact_id: contactId });
    expect(value).toMatchObject({ contact: { data: { id: contactId } }, standing: { data: { muted: [] } } });
    const { text } = await use(client, 'get_timeline', { contact_id: contactId });
    expect(text).toContain('opted-in');
    const { value: conversation } = await use(client, 'list_messages', { contact_id: contactId });
    const sent = (conversation['data'] as { id: string; direction: string }[]).find(
      ({ direction }) => direction === 'out',
    )!;
    const why = await use(client, 'explain_message', { message_id: sent.id });
    expect(why.value).toMatchObject({
      message: { id: sent.id, status: expect.any(String), history: expect.any(Array) },
      contact_consent: { data: { text: { state: 'subscribed' } } },
    });
  });

  it('lists campaigns, segments, broadcasts, automations and templates', async () => {
    expect((await use(client, 'list_campaigns')).value).toMatchObject({ data: [{ name: 'Pizza' }] });
    for (const name of ['list_segments', 'list_broadcasts', 'list_automations'])
      expect([name, (await use(client, name)).value]).toEqual([
        name,
        expect.objectContaining({ data: expect.any(Array) }),
      ]);
    expect((await use(client, 'list_automation_templates')).text).toContain('"key":"welcome"');
  });

  it('drafts and rehearses; whatever its key may do, nothing is sent, scheduled or published', async () => {
    const before = await app.raw.head();
    const input = { name: 'Friday', body: 'Two for one, {{first_name|there}}!', keywords: ['PIZZA'] };
    const draft = await use(client, 'draft_broadcast', input);
    expect(draft.value).toMatchObject({
      draft: { data: { status: 'draft', name: 'Friday' } },
      audience: { data: { total: 1 } },
      review_at: expect.stringMatching(/^\/business\/broadcasts\/[\w-]{36}\/edit$/),
    });
    // Its answer was lost: it is the same draft.
    expect((await use(client, 'draft_broadcast', input)).value['review_at']).toBe(draft.value['review_at']);
    const broadcast_id = (draft.value['draft'] as { data: { id: string } }).data.id;
    expect((await use(client, 'get_broadcast', { broadcast_id })).value).toMatchObject({ results: expect.any(Object) });

    const made = await use(client, 'draft_automation', { name: 'Hello', template: 'welcome' });
    expect(made.value).toMatchObject({ draft: { data: { status: 'draft', version: null } } });
    const automation_id = (made.value['draft'] as { data: { id: string; document: object } }).data.id;
    const { document } = (made.value['draft'] as { data: { document: object } }).data;
    expect((await use(client, 'draft_automation', { name: 'Own', document })).value).toMatchObject({
      draft: { data: { version: null } },
    });
    expect((await use(client, 'get_automation', { automation_id })).value).toMatchObject({
      data: { id: automation_id },
    });
    expect((await use(client, 'rehearse_automation', { automation_id })).value).toMatchObject({
      data: { version: null },
    });
    const walked = await use(client, 'walk_automation', { automation_id, contact_id: contactId });
    expect(walked.value).toMatchObject({ data: { contact_id: contactId } });

    const written: string[] = [];
    for (let position = before; ;) {
      const page = await app.raw.readAll(position, { limit: 1_000 });
      written.push(...page.events.map(({ type }) => type));
      if (page.atEnd) break;
      position = page.next;
    }
    expect([...new Set(written)].toSorted()).toEqual(['AutomationCreated', 'AutomationDrafted', 'BroadcastDrafted']);
  });

  it('is told what is wrong with its input, by field', async () => {
    const wrong = await use(client, 'draft_broadcast', { name: '', body: 5 });
    expect(wrong).toMatchObject({ isError: true, text: expect.stringMatching(/body/) });
    const document = { triggers: 'none' };
    expect(await use(client, 'draft_automation', { name: 'X', document })).toMatchObject({
      isError: true,
      text: expect.stringMatching(/^validation_failed: triggers/),
    });
    expect((await use(client, 'no_such_tool')).isError).toBe(true);
  });
});

describe('the door', () => {
  it('shows nothing of another business', async () => {
    const client = await connect(await keyFor(harbor));
    expect((await use(client, 'find_contacts')).value).toMatchObject({ data: [] });
    for (const name of ['get_contact', 'get_timeline'])
      expect(await use(client, name, { contact_id: contactId })).toMatchObject({
        isError: true,
        text: expect.stringMatching(/^not_found/),
      });
  });

  it('lets a key do what its scopes say, and tells which one it lacks', async () => {
    const client = await connect(await keyFor(bella, ['contacts:read']));
    expect((await use(client, 'find_contacts')).isError).toBe(false);
    expect(await use(client, 'draft_broadcast', { name: 'A', body: 'B' })).toMatchObject({
      isError: true,
      text: expect.stringMatching(/^scope_missing: .*broadcasts:write/),
    });
  });

  it('opens to keys alone: no session, no unknown, revoked or malformed key, not from elsewhere', async () => {
    const refused = async (headers: Record<string, string>) => {
      const answer = await rpc(headers);
      return `${answer.statusCode} ${answer.json<{ code?: string }>().code}`;
    };
    expect(await refused({})).toBe('401 unauthenticated');
    expect(await refused({ authorization: `Bearer ${bella.token}` })).toBe('401 unauthenticated');
    expect(await refused({ authorization: 'Bearer bk_live_wrong' })).toBe('401 unauthenticated');
    const far = await keyFor(bella, ['contacts:read'], { addresses: ['203.0.113.0/24'] });
    expect(await refused({ authorization: `Bearer ${far}` })).toBe('403 address_not_allowed');
    const secret = await keyFor(bella, ['contacts:read']);
    const authorization = `Bearer ${secret}`;
    expect(await refused({ authorization, origin: 'https://evil.example' })).toBe('403 forbidden');
    expect((await rpc({ authorization })).statusCode).toBe(200);
  });

  it('answers what is no request of the protocol with a refusal, and other methods with 405', async () => {
    const authorization = `Bearer ${await keyFor(bella, ['contacts:read'])}`;
    expect((await rpc({ authorization }, '{')).statusCode).toBe(400);
    expect((await rpc({ authorization }, { hello: randomUUID() })).statusCode).toBe(400);
    for (const method of ['GET', 'DELETE'] as const) {
      const answer = await app.api.inject({ method, url: '/mcp', headers: { authorization } });
      expect([answer.statusCode, answer.headers['allow']]).toEqual([405, 'POST']);
    }
  });
});
