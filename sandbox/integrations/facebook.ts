import { createHmac } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { allowPage, returnTo } from './page.ts';
import { createTokens } from './tokens.ts';

const user = '122094411370215511';
const pages = [
  { id: '178440120001001', name: 'Corner Trattoria' },
  { id: '178440120001002', name: 'Corner Bakery' },
];
const forms = [
  { id: '905512340001001', page: pages[0]!.id, name: 'Free dessert' },
  { id: '905512340001002', page: pages[0]!.id, name: 'Wine evening' },
  { id: '905512340001003', page: pages[1]!.id, name: 'Bread club' },
];
const pageSize = 25;

/** The box of every form: who ticks it agrees to texts. */
const consentBox = { key: 'texts', text: 'I agree to get recurring marketing texts. Reply STOP to cancel.' };
interface Lead {
  readonly id: string;
  readonly form: string;
  readonly created_time: string;
  readonly field_data: readonly { readonly name: string; readonly values: readonly string[] }[];
  readonly custom_disclaimer_responses?: readonly { readonly checkbox_key: string; readonly is_checked: boolean }[];
}
const facebookTime = (at: number): string => new Date(at).toISOString().replace(/\.\d+Z$/, '+0000');

/** Facebook's sign-in and its Graph API, as far as an integration of lead ads asks it. */
export function facebookRoutes(app: FastifyInstance, base: () => string, now: () => number) {
  const tokens = createTokens(user, 60 * 86_400_000, now);
  let away = false;
  const watched = new Set<string>();
  const leads: Lead[] = forms.flatMap((form, at) =>
    Array.from({ length: 12 + 20 * at }, (_, nth) => ({
      id: `44480${at}${String(1000 + nth)}`,
      form: form.id,
      created_time: facebookTime(now() - (nth + 1) * 3_600_000),
      field_data: [
        { name: 'full_name', values: [`Lead ${at + 1}.${nth + 1}`] },
        { name: 'email', values: [`lead${at + 1}-${nth + 1}@leads.example`] },
        { name: 'phone_number', values: [`+1202555${String(1200 + at * 100 + nth).padStart(4, '0')}`] },
      ],
    })),
  );
  const refuse = (reply: FastifyReply, status: number, code: number, message: string) =>
    reply.code(status).send({ error: { message, type: 'OAuthException', code, fbtrace_id: 'sandbox' } });

  app.get('/v22.0/dialog/oauth', (request, reply) =>
    allowPage(reply, 'Facebook', `/v22.0/dialog/allow?${queryOf(request)}`),
  );
  app.get('/v22.0/dialog/allow', (request, reply) => {
    const asked = new URLSearchParams(queryOf(request));
    return returnTo(reply, asked, () => tokens.code(null, asked.get('redirect_uri') ?? ''));
  });
  app.get('/v22.0/oauth/access_token', async (request, reply) => {
    if (away) return refuse(reply, 500, 2, 'Service temporarily unavailable');
    const asked = new URLSearchParams(queryOf(request));
    if (asked.get('client_id') === null || asked.get('client_secret') === null)
      return refuse(reply, 400, 101, 'Missing client_id parameter.');
    if (asked.get('grant_type') === 'fb_exchange_token') {
      if (!tokens.isGood(asked.get('fb_exchange_token') ?? ''))
        return refuse(reply, 400, 190, 'Error validating access token: Session has expired.');
      return { access_token: tokens.grant().access, token_type: 'bearer', expires_in: 5_184_000 };
    }
    const agreed = tokens.redeem(asked.get('code') ?? '');
    if (agreed === null || agreed.redirectUri !== asked.get('redirect_uri'))
      return refuse(reply, 400, 100, 'This authorization code has been used.');
    return { access_token: tokens.grant().access, token_type: 'bearer', expires_in: 5_000 };
  });

  /** Answers for someone who is signed in: by a token of theirs, or by one of their pages. */
  const api = (handle: (asked: URLSearchParams, params: Readonly<Record<string, string>>) => unknown) =>
    async function answer(request: FastifyRequest, reply: FastifyReply) {
      if (away) return refuse(reply, 500, 2, 'Service temporarily unavailable');
      const asked = new URLSearchParams(queryOf(request));
      const token = (asked.get('access_token') ?? '').replace(/^page-\d+-/, '');
      if (!tokens.isGood(token))
        return refuse(reply, 400, 190, 'Error validating access token: The session has been invalidated.');
      return handle(asked, request.params as Readonly<Record<string, string>>);
    };
  /** A part of a list, and where the next one is. */
  function part<T>(all: readonly T[], path: string, asked: URLSearchParams) {
    const from = Number(asked.get('after') ?? 0);
    const next = new URLSearchParams(asked);
    next.set('after', String(from + pageSize));
    const more = from + pageSize < all.length;
    return {
      data: all.slice(from, from + pageSize),
      paging: {
        cursors: { before: String(from), after: String(from + pageSize) },
        ...(more ? { next: `${base()}${path}?${next}` } : {}),
      },
    };
  }
  app.get(
    '/v22.0/me',
    api(() => ({ id: user })),
  );
  app.get(
    '/v22.0/me/accounts',
    api((asked) =>
      part(
        pages.map((page) => ({ ...page, access_token: `page-${page.id}-${asked.get('access_token')}` })),
        '/v22.0/me/accounts',
        asked,
      ),
    ),
  );
  app.get(
    '/v22.0/:page/leadgen_forms',
    api((asked, { page }) =>
      part(
        forms
          .filter((form) => form.page === page)
          .map(({ id, name }) => ({
            id,
            name,
            status: 'ACTIVE',
            legal_content: { id: `${id}9`, custom_disclaimer: { checkboxes: [{ ...consentBox, is_required: false }] } },
          })),
        `/v22.0/${page}/leadgen_forms`,
        asked,
      ),
    ),
  );
  app.post(
    '/v22.0/:page/subscribed_apps',
    api((_asked, { page }) => {
      watched.add(page!);
      return { success: true };
    }),
  );
  /** `filtering`: created after a time, in seconds. */
  const after = (asked: URLSearchParams): number => {
    const [one] = JSON.parse(asked.get('filtering') ?? '[]') as { readonly value: number }[];
    return (one?.value ?? 0) * 1_000;
  };
  app.get(
    '/v22.0/:form/leads',
    api((asked, { form }) =>
      part(
        leads
          .filter((lead) => lead.form === form && Date.parse(lead.created_time) > after(asked))
          .map(({ form: _, ...lead }) => lead),
        `/v22.0/${form}/leads`,
        asked,
      ),
    ),
  );
  return {
    tokens,
    setAway: (isAway: boolean) => void (away = isAway),
    leads: () => leads.length,
    watched: (): ReadonlySet<string> => watched,
    forms: () => forms,
    /** Someone fills in a lead form. `isAgreed`: the box is ticked; left out: the form was shown without it. */
    fill(form: string, fields: Readonly<Record<string, string>>, isAgreed?: boolean): string {
      const id = `55500${leads.length}00000000000`;
      leads.push({
        id,
        form,
        created_time: facebookTime(now()),
        field_data: Object.entries(fields).map(([name, value]) => ({ name, values: [value] })),
        ...(isAgreed === undefined ?
          {}
        : { custom_disclaimer_responses: [{ checkbox_key: consentBox.key, is_checked: isAgreed }] }),
      });
      return id;
    },
    /** What Facebook posts of a new lead, signed with the app's secret. Ids are numbers, as in old samples. */
    notice(lead: string, form: string, appSecret: string) {
      const { page } = forms.find(({ id }) => id === form)!;
      const value = `{"leadgen_id":${lead},"page_id":${page},"form_id":${form},"created_time":1466583136}`;
      const changes = `[{"field":"leadgen","value":${value}}]`;
      const body = `{"object":"page","entry":[{"id":${page},"time":1466583137,"changes":${changes}}]}`;
      const signature = createHmac('sha256', appSecret).update(body).digest('hex');
      return { body, headers: { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${signature}` } };
    },
  };
}

const queryOf = ({ url }: FastifyRequest): string => url.split('?')[1] ?? '';
