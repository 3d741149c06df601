import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { SafeHttp } from '../http/port.ts';
import { type Answer, ask, shaped, WholeId, withWholeIds } from './asking.ts';
import { type FacebookLeads, type Grant, ProviderAway, ProviderRefused, type Row, type SourceRecord } from './port.ts';

export interface FacebookOptions {
  readonly http: SafeHttp;
  readonly appId: string;
  readonly appSecret: string;
  /** Where both hosts of Facebook are, in the sandbox; null: their own addresses. */
  readonly baseUrl: string | null;
  readonly now: () => Date;
}

const version = 'v22.0';
const scopes = [
  'pages_show_list',
  'pages_read_engagement',
  'pages_manage_metadata',
  'leads_retrieval',
  'ads_management',
];
/** Passing troubles, by Facebook's own codes. */
const passing: ReadonlySet<number> = new Set([1, 2, 4, 17, 341]);
const Refusal = z.object({ error: z.object({ code: z.number(), message: z.string() }) });
const Token = z.object({ access_token: z.string().min(1), expires_in: z.number().positive().optional() });
const paged = <S extends z.ZodType>(one: S) =>
  z.object({ data: z.array(one), paging: z.object({ next: z.string().optional() }).optional() });
const Page = z.object({ id: z.string(), name: z.string(), access_token: z.string().min(1) });
const Checkbox = z.object({ key: z.string(), text: z.string() });
const Form = z.object({
  id: z.string(),
  name: z.string(),
  /** What people tick who agree to more than a call about their request. */
  legal_content: z
    .object({ custom_disclaimer: z.object({ checkboxes: z.array(Checkbox).optional() }).optional() })
    .optional(),
});
const Notice = z.object({
  object: z.literal('page'),
  entry: z.array(z.object({ id: WholeId, changes: z.array(z.object({ field: z.string() })) })),
});
const Lead = z.object({
  id: z.string(),
  created_time: z.string(),
  field_data: z.array(z.object({ name: z.string().max(100), values: z.array(z.string()) })),
  custom_disclaimer_responses: z
    .array(z.object({ checkbox_key: z.string(), is_checked: z.union([z.boolean(), z.string()]).optional() }))
    .optional(),
});
/** What the operator enters at Facebook beside the address of our webhook. */
export const facebookVerifyToken = (appSecret: string): string =>
  createHmac('sha256', appSecret).update('webhook verify token').digest('hex').slice(0, 32);

/** More pages of a list than any account fills. */
const mostPages = 1_000;

/** Facebook lead ads by the Graph API: pages, their forms, and the leads that Facebook keeps for 90 days. */
export function createFacebookLeads({ http, appId, appSecret, baseUrl, now }: FacebookOptions): FacebookLeads {
  const verifyToken = facebookVerifyToken(appSecret);
  const graph = `${baseUrl ?? 'https://graph.facebook.com'}/${version}`;

  async function get<S extends z.ZodType>(schema: S, url: string): Promise<z.output<S>> {
    return shaped(schema, accepted(await ask(http, url)));
  }
  async function* all<S extends z.ZodType>(one: S, first: string): AsyncGenerator<readonly z.output<S>[]> {
    let next: string | undefined = first;
    for (let page = 0; next !== undefined && page < mostPages; page += 1) {
      const answer: z.output<ReturnType<typeof paged<S>>> = await get(paged(one), next);
      yield answer.data;
      next = answer.paging?.next;
    }
  }
  const query = (given: Readonly<Record<string, string>>) => new URLSearchParams({ ...given, limit: '100' }).toString();
  async function pagesOf({ credentials }: Grant): Promise<z.output<typeof Page>[]> {
    const first = `${graph}/me/accounts?${query({ fields: 'id,name,access_token', access_token: credentials.accessToken })}`;
    return collected(all(Page, first));
  }
  const formsOf = (page: z.output<typeof Page>) => {
    const first = `${graph}/${page.id}/leadgen_forms?${query({ fields: 'id,name,legal_content', access_token: page.access_token })}`;
    return collected(all(Form, first));
  };

  async function token(given: Readonly<Record<string, string>>) {
    const asked = new URLSearchParams({ client_id: appId, client_secret: appSecret, ...given });
    return get(Token, `${graph}/oauth/access_token?${asked}`);
  }
  const lasting = async (accessToken: string) => {
    const { access_token, expires_in } = await token({
      grant_type: 'fb_exchange_token',
      fb_exchange_token: accessToken,
    });
    const expiresAt = expires_in === undefined ? null : new Date(now().getTime() + expires_in * 1_000).toISOString();
    return { accessToken: access_token, refreshToken: access_token, expiresAt };
  };

  return {
    authorizeUrl({ redirectUri, state }) {
      const asked = new URLSearchParams({
        client_id: appId,
        redirect_uri: redirectUri,
        state,
        response_type: 'code',
        scope: scopes.join(','),
      });
      return `${baseUrl ?? 'https://www.facebook.com'}/${version}/dialog/oauth?${asked}`;
    },
    async grantOf({ code, redirectUri }) {
      const { access_token: short } = await token({ code, redirect_uri: redirectUri });
      const credentials = await lasting(short);
      const asked = new URLSearchParams({ fields: 'id', access_token: credentials.accessToken });
      const { id } = await get(z.object({ id: z.string() }), `${graph}/me?${asked}`);
      return { account: id, credentials };
    },
    refreshed: ({ accessToken }) => lasting(accessToken),
    pages: async (grant) => (await pagesOf(grant)).map(({ id, name }) => ({ id, name })),
    async forms(grant, pageId) {
      const page = (await pagesOf(grant)).find(({ id }) => id === pageId);
      return page === undefined ? [] : (await formsOf(page)).map(({ id, name }) => ({ id, name }));
    },
    async watch(grant) {
      const found = await pagesOf(grant);
      for (const { id, access_token: token } of found) {
        const asked = new URLSearchParams({ subscribed_fields: 'leadgen', access_token: token });
        accepted(await ask(http, `${graph}/${id}/subscribed_apps?${asked}`, { method: 'POST' }));
      }
      return found.map(({ id }) => id);
    },
    noticed(body, signature) {
      const own = `sha256=${createHmac('sha256', appSecret).update(body).digest('hex')}`;
      if (own.length !== signature.length || !timingSafeEqual(Buffer.from(own), Buffer.from(signature))) return null;
      // Hints: what happened is asked of Facebook. Ids may be numbers beyond 2^53.
      const read = Notice.safeParse(jsonOf(withWholeIds(body.toString('utf8'))));
      if (!read.success) return [];
      const told = read.data.entry.filter(({ changes }) => changes.some(({ field }) => field === 'leadgen'));
      return [...new Set(told.map(({ id }) => id))];
    },
    challenge({ mode, token, challenge }) {
      return mode === 'subscribe' && token === verifyToken ? challenge : null;
    },
    async *records(grant, since) {
      for (const page of await pagesOf(grant))
        for (const form of await formsOf(page)) {
          const fields = 'id,created_time,field_data,custom_disclaimer_responses';
          const [field, value] = ['time_created', Math.floor(since.getTime() / 1_000)];
          const filtering = JSON.stringify([{ field, operator: 'GREATER_THAN', value }]);
          const first = `${graph}/${form.id}/leads?${query({ fields, filtering, access_token: page.access_token })}`;
          for await (const leads of all(Lead, first)) yield leads.map((lead) => recordOf(lead, form));
        }
    },
    async *people(grant) {
      for (const page of await pagesOf(grant))
        for (const form of await formsOf(page)) {
          const fields = 'id,created_time,field_data';
          const first = `${graph}/${form.id}/leads?${query({ fields, access_token: page.access_token })}`;
          for await (const leads of all(Lead, first)) yield leads.map((lead) => rowOf(lead, form.name));
        }
    },
  };
}

/** A lead, and the words whose boxes were ticked. */
function recordOf(lead: z.output<typeof Lead>, form: z.output<typeof Form>): SourceRecord {
  const boxes = form.legal_content?.custom_disclaimer?.checkboxes ?? [];
  const ticked = (lead.custom_disclaimer_responses ?? [])
    .filter(({ is_checked: is }) => is === true || is === 'true' || is === '1')
    .flatMap(({ checkbox_key: key }) => boxes.filter((box) => box.key === key));
  const body = Object.fromEntries(lead.field_data.map(({ name, values }) => [name, values.join(', ')]));
  return {
    kind: 'lead',
    source: lead.id,
    part: form.id,
    paid: null,
    body,
    at: new Date(lead.created_time.replace(/\+0000$/, 'Z')).toISOString(),
    consent: ticked.length === 0 ? null : { text: ticked.map(({ text }) => text).join(' '), ticked: true },
  };
}
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

async function collected<T>(pages: AsyncIterable<readonly T[]>): Promise<T[]> {
  const found: T[] = [];
  for await (const page of pages) found.push(...page);
  return found;
}

const rowOf = ({ created_time, field_data }: z.output<typeof Lead>, form: string): Row => ({
  ...Object.fromEntries(field_data.map(({ name, values }) => [name, values.join(', ')])),
  Form: form,
  Submitted: created_time,
});

function accepted(answer: Answer): Answer {
  if (answer.status >= 200 && answer.status < 300) return answer;
  const refusal = Refusal.safeParse(answer.body);
  const code = refusal.success ? refusal.data.error.code : null;
  if (code === null || passing.has(code)) throw new ProviderAway(`Facebook answered ${answer.status}.`);
  throw new ProviderRefused(
    code === 190 || answer.status === 401 ? 'access-ended' : 'not-allowed',
    `Facebook refused with code ${code}.`,
  );
}
