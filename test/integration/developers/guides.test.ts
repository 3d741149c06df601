import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSafeHttp } from '../../../adapters/http/index.ts';
import { apiScopes } from '../../../domain/api-keys/fields.ts';
import { quietHours } from '../../../domain/sms/quiet-hours.ts';
import type { Workers } from '../../../workers/index.ts';
import { freePort } from '../../support/ports.ts';
import { openReceiver, type Receiver } from '../../support/receiver.ts';
import { eventually, startTestApi, type Tenant, type TestApi } from '../api/support.ts';
import { examplesOf, linksOf, openFolder, type PageExample } from './support.ts';

/** Someone who has nothing but an address, a key, an endpoint's secret, and what the pages say. */
let app: TestApi;
let bella: Tenant;
let origin: string;
let workers: Workers;
let receiver: Receiver;
let folder: ReturnType<typeof openFolder>;
let ours: { readonly url: string; readonly secret: string };
const http = createSafeHttp({ allow: ['127.0.0.1'] });
const pages = new Map<string, string>();
const examples = new Map<string, PageExample[]>();

beforeAll(async () => {
  app = await startTestApi();
  bella = await app.addTenant('bella');
  origin = `http://${await app.listen()}`;
  workers = app.workers({
    http,
    config: { publicUrl: 'http://localhost' },
    carrierFor: () => Promise.reject(new Error('none')),
  });
  await workers.start();
  receiver = await openReceiver();
  const made = await app.call<{ data: { secret: string } }>(bella.token, 'POST', '/api-keys', {
    name: 'Stranger',
    scopes: apiScopes,
  });
  ours = { url: receiver.url, secret: await endpointAt(receiver.url) };
  const known = await app.call<{ data: { id: string } }>(bella.token, 'POST', '/contacts', contactOf('+12025550142'));
  folder = openFolder({ API_KEY: made.body.data.secret, CONTACT_ID: known.body.data.id });

  // From the first page on, by its links.
  const open = ['/developers'];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (pages.has(path)) continue;
    const answer = await fetch(origin + path);
    const text = await answer.text();
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`);
    pages.set(path, text);
    if (!path.endsWith('.ts')) open.push(...linksOf(text));
  }
  for (const [path, html] of pages)
    if (!path.startsWith('/developers/reference/'))
      for (const one of examplesOf(html)) examples.set(one.name, [...(examples.get(one.name) ?? []), one]);
  folder.put('client.ts', pages.get('/developers/client.ts')!);
}, 400_000);
afterAll(async () => {
  folder?.close();
  await receiver?.close();
  await workers?.stop();
  await http.close();
  await app?.close();
});

/** The secret of a new endpoint. */
const endpointAt = async (url: string) => {
  const created = await app.call<{ data: { secret: string } }>(bella.token, 'POST', '/webhook-endpoints', { url });
  return created.body.data.secret;
};
const contactOf = (phone: string) => ({
  phone,
  first_name: 'Ada',
  last_name: null,
  email: null,
  birthday: null,
  anniversary: null,
  company_name: null,
  website: null,
  custom: {},
  tags: [],
});
const programOf = (name: string, language: PageExample['language']): string => {
  const found = examples.get(name)?.find((one) => one.language === language);
  if (found === undefined) throw new Error(`No page has the example ${name} in ${language}.`);
  return found.code;
};
const typescript = (name: string) => folder.typescript(programOf(name, 'typescript'));
/** What each request of it was answered. */
const curl = (name: string) =>
  folder.shell(`curl() { command curl -sS -w '\\n%{http_code}\\n' "$@"; }\n${programOf(name, 'curl')}`);

describe('the programs of the guides do what the page says', () => {
  const done = new Set<string>();
  const example = (name: string, language: PageExample['language'], check: () => Promise<void>) => {
    done.add(`${name} ${language}`);
    it(`${name} in ${language}`, check);
  };

  example('list-contacts', 'curl', async () => expect(await curl('list-contacts')).toMatch(/"total":1[^]*\n200\n/));
  example('list-contacts', 'typescript', async () =>
    expect(await typescript('list-contacts')).toBe('1 of 1 contacts\n'),
  );
  example('download-client', 'curl', async () => expect(await curl('download-client')).toContain('200'));
  example('first-text', 'typescript', async () => {
    const night = quietHours({ to: '+12025550141', at: new Date(), fallbackZone: 'UTC' }).kind === 'wait';
    expect(await typescript('first-text')).toBe(night ? 'held\n' : 'queued\n');
  });
  example('first-text', 'curl', async () => {
    const said = await curl('first-text');
    // The contact is there by now: it is refused, and the known one is texted.
    expect(said).toMatch(/\n4\d\d\n/);
    expect(said).toMatch(/Your table is ready\.[^]*\n200\n/);
  });
  example('authenticate', 'curl', async () => expect(await curl('authenticate')).toMatch(/"tag":"vip"[^]*200/));
  example('authenticate', 'typescript', async () => expect(await typescript('authenticate')).toContain("tag: 'vip'"));
  example('field-error', 'curl', async () =>
    expect(await curl('field-error')).toMatch(/"code":"validation_failed"[^]*"errors":\{"tags"[^]*\n422\n/),
  );
  example('field-error', 'typescript', async () => expect(await typescript('field-error')).toBe('404 not_found\n'));
  example('send-once', 'curl', async () => {
    const [first, again] = [await curl('send-once'), await curl('send-once')];
    expect(first).toMatch(/Order 1042[^]*\n200\n/);
    expect(again).toBe(first);
  });
  example('send-once', 'typescript', async () => expect(await typescript('send-once')).toBe('true\n'));
  example('pages', 'curl', async () => expect(await curl('pages')).toMatch(/"page":2,"per_page":50[^]*\n200\n/));
  example('pages', 'typescript', async () => expect(await typescript('pages')).toBe('2 contacts\n'));
  example('limits', 'curl', async () =>
    expect(await folder.shell(programOf('limits', 'curl'))).toMatch(/ratelimit-policy: "default";q=600;w=60/i),
  );
  example('limits', 'typescript', async () => expect(await typescript('limits')).toMatch(/^"default";r=\d+;t=\d+\n$/));
  example('webhook-types', 'curl', async () => expect(await curl('webhook-types')).toMatch(/contact\.opted_in[^]*200/));
  example('webhook-types', 'typescript', async () =>
    expect(await typescript('webhook-types')).toContain("'contact.opted_in'"),
  );
  example('mcp-tools', 'curl', async () => expect(await curl('mcp-tools')).toMatch(/"tools":\[[^]*\n200\n/));

  example('receive-webhooks', 'typescript', async () => {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}/`;
    // Made only now: an endpoint at which no one has listened for a while is tried again after minutes.
    const secret = await endpointAt(url);
    const said = folder.start(programOf('receive-webhooks', 'typescript'), {
      HOST: '127.0.0.1',
      PORT: String(port),
      WEBHOOK_SECRET: secret,
    });
    const forged = { 'webhook-id': 'x', 'webhook-timestamp': '1', 'webhook-signature': 'v1,AAAA' };
    await eventually(
      () =>
        fetch(url, { method: 'POST', body: '{}', headers: forged }).then(
          ({ status }) => status,
          () => 0,
        ),
      (status) => status === 400,
    );
    await app.call(bella.token, 'POST', '/contacts', contactOf('+12025550143'));
    const heard = await eventually(
      async () => said,
      (lines) => lines.some((line) => line.endsWith(' contact.created')),
    );
    // The same event came to another endpoint: its signature holds by the library of the standard.
    const [id] = heard.find((line) => line.endsWith(' contact.created'))!.split(' ');
    const received = await eventually(
      async () => receiver.received.find((one) => one.id === id),
      (one) => one !== undefined,
    );
    expect(new Webhook(ours.secret).verify(received!.body, received!.headers)).toMatchObject({
      type: 'contact.created',
    });
  });

  it('and no program of a guide is left out', () => {
    const all = [...examples.values()].flat().map(({ name, language }) => `${name} ${language}`);
    expect(all.toSorted()).toEqual([...done].toSorted());
  });
});

describe('the pages', () => {
  it('are whole without scripts, and load nothing of the app', () => {
    for (const [path, html] of pages) {
      if (path.endsWith('.ts')) continue;
      expect({ path, scripts: html.match(/<script/g), assets: html.match(/\/assets\//g) }).toEqual({
        path,
        scripts: null,
        assets: null,
      });
      expect(html).toMatch(/<html lang="en">[^]*<title>[^<]+<\/title>[^]*<main id="main"><h1>/);
    }
    expect(pages.size).toBeGreaterThan(30);
  });

  it('find a call and a guide by words in any order, and say so when there is nothing', async () => {
    const search = async (q: string) => (await fetch(`${origin}/developers/search?q=${encodeURIComponent(q)}`)).text();
    expect(await search('text send')).toContain('/developers/reference/live-chat#sendMessage');
    expect(await search('Idempotency')).toContain('<a href="/developers/idempotency"><strong>');
    const nothing = await search('<b>zebra</b>');
    expect(nothing).toContain('Nothing found for “&#60;b&#62;zebra&#60;/b&#62;”');
    expect(nothing).not.toContain('<b>');
  });

  it('answer 404 for one that is not there, and take an address of the header into no program', async () => {
    expect((await fetch(`${origin}/developers/nowhere`)).status).toBe(404);
    expect((await fetch(`${origin}/developers/reference/nowhere`)).status).toBe(404);
    const odd = await app.api.inject({ url: '/developers/quick-start', headers: { host: "x';rm -rf ~'" } });
    expect(odd.body).not.toContain('rm -rf');
    expect(odd.body).toContain('https://app.example.test/api/v1');
  });
});
