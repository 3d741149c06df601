import { afterAll, beforeAll, describe, test } from 'vitest';
import { starters } from '../../domain/email-design/starters.ts';
import { pageTemplates } from '../../domain/pages/templates.ts';
import { client } from '../support/application.ts';
import { eventually } from '../support/eventually.ts';
import { close, looksRight, looksRightGoingOn, openWorld, type World } from './support.ts';

interface Route {
  readonly path: string;
  readonly role: Role | 'guest' | 'public';
}
// By its address: what the screens are made of is compiled for browsers, not with the tests.
const { routes } = (await import(new URL('../../web/routes/routes.ts', import.meta.url).href)) as {
  readonly routes: readonly Route[];
};

/** On the phone each screen is opened by its address, on the desktop each is gone to from the last. */
const views = [
  ['phone width, dark', 'by address', { viewport: { width: 390, height: 844 }, colorScheme: 'dark' }],
  ['desktop, light', 'going on', { viewport: { width: 1440, height: 900 }, colorScheme: 'light' }],
] as const;

/** What a screen shows besides, by its address; its own state stands in the address as well. */
const alsoAt: Readonly<Record<string, readonly string[]>> = {
  '/business/settings': ['?tab=2', '?tab=3', '?tab=7', '?tab=8'],
  '/agency/settings': ['?tab=2', '?tab=broadcasts'],
  '/agency/approvals': ['?tab=decided'],
  '/business/automations/create': ['?template=birthday'],
  '/business/campaigns': ['?tab=redemptions', '?tab=tills'],
  '/business/stats-loop': [
    '?tab=referrals',
    '?tab=rewards',
    '?tab=rewards&state=handed-out',
    '?tab=rules',
    '?tab=review',
  ],
  '/business/campaigns/landings/create': ['?type=vote', '?type=loop'],
};
/** Further addresses of a screen, with something else on it. */
const elsewhere: Readonly<Record<string, readonly string[]>> = {
  '/business/automations/{id}': ['/business/automations/{waits}?waiting={step}'],
  '/business/broadcasts/{id}/edit': ['/business/broadcasts/{mail}/edit', '/business/broadcasts/{mail}/edit?design=0'],
};
const signIns = { admin: 'admin@demo.test', agency: 'agency@demo.test', business: 'business@demo.test' } as const;
type Role = keyof typeof signIns;
/** The half of a business's screens that is about what it publishes. */
export const isOfCampaigns = (path: string): boolean => /\/(campaigns|stats-loop|keywords)\b/.test(path);

/**
 * Every screen of a role, as the web application lists them (web/routes/routes.ts), with something on it, in both views:
 * a screen that is new is looked at without a word here. `of` says which of them belong to this file, so that two files
 * can be at work at once.
 */
export function everyScreen(role: Role | 'guest', of: (path: string) => boolean = () => true): void {
  let world: World;
  let ids: Readonly<Record<string, string>>;
  const screens = routes.filter((route) => belongsTo(route, role) && of(route.path));
  beforeAll(async () => {
    world = await openWorld();
    ids = role === 'guest' ? {} : await somethingToShow(world, role);
  });
  afterAll(() => world.close());

  describe.each(views)('%s, %s', (_name, how, view) => {
    test(`${role}: nothing sticks out and axe finds nothing serious`, async () => {
      const paths = screens.flatMap(({ path }) =>
        [path, ...(alsoAt[path] ?? []).map((query) => `${path}${query}`), ...(elsewhere[path] ?? [])].map((one) =>
          addressOf(one, ids),
        ),
      );
      if (role === 'guest') {
        const page = await world.guest(view);
        await looksRight(world.app, page, [...paths, '/no/such/page', '/developers', '/developers/webhooks']);
        return close(page);
      }
      const page = await world.as(signIns[role], paths[0] ?? '/', view);
      await (how === 'by address' ? looksRight(world.app, page, paths) : looksRightGoingOn(page, paths));
      await close(page);
    }, 900_000);
  });
}

const belongsTo = ({ role }: Route, wanted: Role | 'guest'): boolean =>
  wanted === 'guest' ? role === 'guest' || role === 'public' : role === wanted;

/** `/business/campaigns/{id}/edit` with the id of something that is there. A kind that nothing is known of fails. */
function addressOf(path: string, ids: Readonly<Record<string, string>>): string {
  return path.replace(/\{(\w+)\}/g, (_whole, name: string) => {
    const words = path.slice(1, path.indexOf('/{')).split('/');
    // A copy is made of a broadcast.
    const kind = name !== 'id' ? name : (words.find((word) => word === 'broadcasts') ?? words.at(-1)!);
    const id = ids[kind] ?? fixed[kind];
    if (id === undefined) throw new Error(`Nothing is made for ${path}: say what its ${kind} is (somethingToShow).`);
    return id;
  });
}
/** Bella’s agency pays for it, so no card of its own can be shown; no one here has a toll-free number. */
const fixed: Readonly<Record<string, string>> = {
  unique_id: 'bellas-pizzeria',
  'payment-methods': 'pm_none',
  a2p: '00000000-0000-4000-8000-000000000000',
  tollfree: '00000000-0000-4000-8000-000000000000',
  slug: 'growth',
};

/** Makes what the screens of a role show; answers the ids that their addresses name, by the word before `{id}`. */
async function somethingToShow({ app }: World, role: Role): Promise<Readonly<Record<string, string>>> {
  const { call, signIn, text, send } = client(app);
  await signIn(signIns[role]);
  const firstOf = async (list: string): Promise<string> =>
    (await call<{ data: { id: string }[] }>('GET', `/${list}?per_page=1`)).data[0]!.id;
  const template = async (): Promise<string> =>
    (
      await call<{ data: { id: string } }>('POST', '/email-templates', {
        ...starters[0]!,
        about: undefined,
        id: undefined,
      })
    ).data.id;
  /** A file whose columns are to be chosen. */
  const upload = async (path: string, of: string, fields: Readonly<Record<string, string>> = {}): Promise<string> => {
    const content = 'Mobile;First name;Newsletter\n(415) 555-0144;Zoë;yes\nnot a number;Nobody;\n';
    const id = await send(path, 'A long list of guests from the autumn fair.csv', content, fields);
    await eventually(
      () => call<{ data: { stage: string } }>('GET', `${of}/${id}`),
      ({ data }) => data.stage === 'read',
    );
    return id;
  };
  /** A draft by email, with a design of its own. */
  const emailDraft = async (): Promise<string> => {
    const [{ name, subject, design }] = starters as readonly [(typeof starters)[number]];
    const made = { name, subject, design, kind: 'broadcast' };
    const { data: own } = await call<{ data: { id: string } }>('POST', '/email-templates', made);
    const content = { kind: 'mail', subject, preheader: 'Only this week', design_id: own.id };
    const draft = { name: 'A letter of many words, to everybody', type: 'email', contents: [content] };
    return (await call<{ data: { id: string } }>('POST', '/broadcasts', draft)).data.id;
  };
  /** One broadcast that waits for the agency, and one that it gave back. */
  const asked = async (): Promise<string> => {
    const { agency } = await call<{ agency: { name: string; revision: number } }>('GET', '/profile');
    const { name, revision } = agency;
    await call('PUT', '/agencies/edit-settings', { name, revision, approval_limit: 0 });
    await text('+14155551234', '+14155550100', 'PIZZA');
    await signIn(signIns.business);
    await eventually(
      () => call<{ meta: { total: number } }>('GET', '/contacts?search=5551234'),
      ({ meta }) => meta.total === 1,
    );
    const ids: string[] = [];
    for (const says of ['Hi {{first_name}}, see https://menu.example.test', 'Bella’s. Reply STOP to opt out.']) {
      const contents = [{ kind: 'text', body: says, media: [] }];
      const draft = { name: 'A broadcast of many words, for everybody', type: 'sms', contents };
      const { data } = await call<{ data: { id: string } }>('POST', '/broadcasts', draft);
      await call('POST', `/broadcasts/${data.id}/schedule`);
      ids.push(data.id);
    }
    await signIn(signIns[role]);
    await call('POST', `/broadcasts/${ids[1]!}/reject`, { revision: null, note: 'Too close to Monday’s.' });
    return ids[0]!;
  };
  if (role === 'admin') {
    const businesses = await firstOf('businesses');
    const contact = await upload('/uploads', '/uploads', { business_id: businesses });
    const plans = { plans: await firstOf('subscriptions/plans'), 'business-plans': await firstOf('business-plans') };
    const wallets = await firstOf('wallets');
    return { agencies: await firstOf('agencies'), businesses, contact, wallets, ...plans };
  }
  if (role === 'agency') {
    const cards = { 'payment-methods': await firstOf('payment-methods') };
    const own = { businesses: await firstOf('businesses'), 'email-templates': await template(), ...cards };
    return { ...own, approvals: await asked() };
  }
  await text('+14155551234', '+14155550100', 'PIZZA');
  await text('+14155551235', '+14155550100', 'Is the patio heated?');
  await eventually(
    () => call<{ meta: { total: number } }>('GET', '/livechat?filter=all&search=555123'),
    ({ meta }) => meta.total === 2,
  );
  const made: Record<string, string> = {};
  for (const kind of ['landing', 'vote', 'loop', 'popup'] as const) {
    const { id: template, sections } = pageTemplates.find((one) => one.kind === kind)!;
    const body = {
      name: `A ${kind} of many words`,
      type: kind,
      keyword: `LOOK${kind}`,
      template,
      sections,
      reply: kind === 'loop' ? 'Hi: {{loop_link}}' : 'Hi',
    };
    const { data } = await call<{ data: { id: string } }>('POST', '/campaigns', body);
    await call('PUT', `/landings/${data.id}`, { sections: {}, publish: true });
    made[kind] = data.id;
  }
  const contacts = (await call<{ data: { id: string }[] }>('GET', '/livechat?filter=all&search=555123')).data[0]!.id;
  const sendAt = new Date(Date.now() + 86_400_000).toISOString();
  await call('POST', `/livechat/${contacts}/scheduled`, { body: 'See you tomorrow!', send_at: sendAt });
  const draft = { name: 'Friday at Bella’s, with many words', type: 'sms' };
  const { data: broadcast } = await call<{ data: { id: string } }>('POST', '/broadcasts', {
    ...draft,
    contents: [{ kind: 'text', body: 'Hi {{first_name|there}} — two for one tonight!', media: [] }],
  });
  const { data: automation } = await call<{ data: { id: string } }>('POST', '/automations', {
    name: 'A welcome of many words, for everybody',
    template: 'welcome',
  });
  await call('POST', `/automations/${automation.id}`, { revision: null, publish: true });
  const { data: waits } = await call<{ data: { id: string } }>('POST', '/automations', {
    name: 'Somebody waits here',
    template: 'win-back',
  });
  const { data: drawn } = await call<{ data: { document: { start: string } } }>('POST', `/automations/${waits.id}`, {
    revision: null,
    publish: true,
  });
  await call('POST', `/contacts/${contacts}/start-automation`, { automationId: waits.id });
  const { data: hook } = await call<{ data: { id: string; path: string; secret: string } }>(
    'GET',
    '/automations/new-webhook',
  );
  await fetch(`${app.url}${hook.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-webhook-secret': hook.secret },
    body: JSON.stringify({ customer: { phone: '+14155551234', name: 'Ada' }, total: 12.5 }),
  });
  const file = await upload('/contacts/import', '/contacts/uploads');
  const waiting = { webhooks: hook.id, waits: waits.id, step: drawn.document.start };
  const pages = { campaigns: made['landing']!, landings: made['landing']!, popup: made['popup']! };
  const others = { automations: automation.id, broadcasts: broadcast.id, mail: await emailDraft(), import: file };
  const { data: key } = await call<{ data: { id: string } }>('POST', '/api-keys', {
    name: 'A till of many words',
    scopes: ['contacts:read'],
  });
  const { data: endpoint } = await call<{ data: { id: string } }>('POST', '/webhook-endpoints', {
    url: 'https://example.com/webhooks',
  });
  const { data: connected } = await call<{ data: { id: string }[] }>('GET', '/integrations');
  return {
    apikeys: key.id,
    'webhook-endpoints': endpoint.id,
    integrations: connected[0]!.id,
    contacts,
    ...waiting,
    ...others,
    ...pages,
    'email-templates': await template(),
  };
}
