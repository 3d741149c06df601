import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { PhoneMessage, Sandbox } from '../../../sandbox/index.ts';
import { accountSid, gym, sandboxFor, sdk, shop, startApplication, type Application } from './setup.ts';

let application: Application;
let sandbox: Sandbox;

beforeAll(async () => {
  application = await startApplication();
  sandbox = await sandboxFor(application);
});
beforeEach(() => {
  application.hooks.length = 0;
});
afterAll(async () => {
  await sandbox.close();
  await application.close();
});

const post = (body: unknown) =>
  fetch(`${sandbox.url}/phone/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
const list = async (number: string, more = ''): Promise<PhoneMessage[]> =>
  (
    (await (await fetch(`${sandbox.url}/phone/messages?number=${encodeURIComponent(number)}${more}`)).json()) as {
      messages: PhoneMessage[];
    }
  ).messages;

describe('a phone texts in', () => {
  test('the application gets the webhook that Twilio would send, signed', async () => {
    const answer = await post({ from: '+12025550111', to: shop, body: 'PIZZA' });
    expect(answer.status).toBe(201);
    const { sid, webhook } = (await answer.json()) as { sid: string; webhook: unknown };
    expect(webhook).toEqual({ state: 'delivered', httpStatus: 200, attempts: 1, error: null });
    expect(application.hooks).toHaveLength(1);
    expect(application.hooks[0]).toMatchObject({
      path: '/inbound',
      valid: true,
      params: {
        MessageSid: sid,
        SmsSid: sid,
        SmsMessageSid: sid,
        AccountSid: accountSid,
        From: '+12025550111',
        To: shop,
        Body: 'PIZZA',
        NumMedia: '0',
        NumSegments: '1',
        SmsStatus: 'received',
        FromCity: 'WASHINGTON',
        FromState: 'DC',
        FromZip: '20001',
        FromCountry: 'US',
        ToCity: 'SAN FRANCISCO',
        ToState: 'CA',
        ToCountry: 'US',
        ApiVersion: '2010-04-01',
      },
    });
  });

  test.each([
    ['emoji and right-to-left text', '😀 שלום עליכם'],
    ['a null byte', 'a\u0000b'],
    ['line breaks and form characters', 'a=b&c\r\n+%20'],
    ['10,000 characters', 'x'.repeat(10_000)],
  ])('with %s, unchanged and validly signed', async (_what, body) => {
    await post({ from: '+12025550111', to: shop, body });
    expect(application.hooks[0]).toMatchObject({ valid: true, params: { Body: body } });
  });

  test('with a picture, which is served from its address', async () => {
    await post({
      from: '+12025550111',
      to: shop,
      body: '',
      media: [{ contentType: 'image/png', data: Buffer.from('pixels').toString('base64') }],
    });
    const params = application.hooks[0]?.params ?? {};
    expect(params).toMatchObject({ NumMedia: '1', MediaContentType0: 'image/png' });
    expect(params['MessageSid']).toMatch(/^MM/);
    expect(params['MediaUrl0']).toMatch(
      new RegExp(`^${sandbox.url}/2010-04-01/Accounts/${accountSid}/Messages/MM\\w{32}/Media/ME\\w{32}$`),
    );
    const picture = await fetch(params['MediaUrl0'] ?? '');
    expect([
      picture.headers.get('content-type'),
      picture.headers.get('x-content-type-options'),
      await picture.text(),
    ]).toEqual(['image/png', 'nosniff', 'pixels']);
  });

  test('the carrier tries again until the application takes it', async () => {
    application.failNext(500, 503, 429);
    const { webhook } = (await (await post({ from: '+12025550112', to: shop, body: 'again' })).json()) as {
      webhook: unknown;
    };
    expect(webhook).toMatchObject({ state: 'pending', httpStatus: 500, attempts: 1 });
    await sandbox.carrier.idle();
    expect(application.hooks).toHaveLength(4);
    expect((await list('+12025550112'))[0]?.webhook).toMatchObject({ state: 'delivered', attempts: 4 });
  });

  test('a refusal is not tried again', async () => {
    application.failNext(403);
    const { webhook } = (await (await post({ from: '+12025550112', to: shop, body: 'refused' })).json()) as {
      webhook: unknown;
    };
    expect(webhook).toMatchObject({ state: 'refused', httpStatus: 403 });
    await sandbox.carrier.idle();
    expect(application.hooks).toHaveLength(1);
  });

  test('texts of one phone keep their order while the application is away', async () => {
    application.failNext(...Array.from({ length: 3 }, () => 503));
    for (let i = 0; i < 5; i += 1) await post({ from: '+12025550113', to: shop, body: `n${i}`, wait: false });
    await sandbox.carrier.idle();
    expect(
      application
        .inbound()
        .slice(3)
        .map(({ params }) => params['Body']),
    ).toEqual(['n0', 'n1', 'n2', 'n3', 'n4']);
  });

  test('the same webhook comes again when asked, ten times at once', async () => {
    const { sid } = await sandbox.phone.send({ from: '+12025550114', to: shop, body: 'ten times' });
    expect(await sandbox.carrier.redeliver(sid, 10)).toEqual(Array.from({ length: 10 }, () => 200));
    expect(application.hooks.filter(({ params, valid }) => params['MessageSid'] === sid && valid)).toHaveLength(11);
  });

  test.each<[string, unknown, number]>([
    ['no text and no picture', { from: '+12025550111', to: shop }, 422],
    ['a sender that is no number', { from: 'me', to: shop, body: 'x' }, 422],
    ['a number the carrier does not have', { from: '+12025550111', to: '+14155550199', body: 'x' }, 404],
    [
      'a type the carrier does not take',
      { from: '+12025550111', to: shop, media: [{ contentType: 'text/html', data: 'eA==' }] },
      422,
    ],
    [
      'a picture that is not base64',
      { from: '+12025550111', to: shop, media: [{ contentType: 'image/png', data: '***' }] },
      422,
    ],
    [
      'a picture above 5 MB',
      {
        from: '+12025550111',
        to: shop,
        media: [{ contentType: 'image/png', data: Buffer.alloc(5 * 1024 * 1024 + 1).toString('base64') }],
      },
      413,
    ],
    ['fields it does not know', { from: '+12025550111', to: shop, body: 'x', admin: true }, 422],
    ['a list', [], 422],
    ['broken JSON', '{{', 400],
    ['__proto__', '{"__proto__":{"x":1}}', 400],
  ])('%s is refused', async (_what, body, status) => {
    const before = sandbox.carrier.messages().length;
    const answer = await post(body);
    expect(answer.status).toBe(status);
    expect(await answer.json()).toHaveProperty('message');
    expect(sandbox.carrier.messages()).toHaveLength(before);
  });
});

describe('what a phone has', () => {
  test('both directions, oldest first, only its own, and only what arrived', async () => {
    const me = '+13105550133';
    const client = sdk(sandbox.url);
    await post({ from: me, to: shop, body: 'one' });
    await client.messages.create({ from: shop, to: me, body: 'two' });
    await sandbox.carrier.idle();
    await post({ from: me, to: gym, body: 'three' });
    expect((await list(me)).map(({ direction, body }) => [direction, body])).toEqual([
      ['sent', 'one'],
      ['received', 'two'],
      ['sent', 'three'],
    ]);
    expect((await list(me, `&with=${encodeURIComponent(gym)}`)).map(({ body }) => body)).toEqual(['three']);
    const stalled = '+15005550020';
    await client.messages.create({ from: shop, to: stalled, body: 'on its way' });
    expect(await list(stalled)).toEqual([]);
    expect((await list(stalled, '&all=1')).map(({ body, state }) => [body, state])).toEqual([['on its way', 'queued']]);
  });

  test('texts of one sender arrive in the order in which the carrier took them, pictures included', async () => {
    const me = '+13105550136';
    const client = sdk(sandbox.url);
    sandbox.carrier.configure({ progress: { jitterMs: 60 } });
    for (let i = 0; i < 8; i += 1) {
      await client.messages.create({
        from: shop,
        to: me,
        body: `n${i}`,
        ...(i % 3 === 0 ? { mediaUrl: [`${application.url}/picture.png`] } : {}),
      });
    }
    await sandbox.carrier.idle();
    sandbox.carrier.configure({ progress: { jitterMs: 0 } });
    expect((await list(me)).map(({ body }) => body)).toEqual(Array.from({ length: 8 }, (_, i) => `n${i}`));
  });

  test('asks for a number', async () => {
    expect((await fetch(`${sandbox.url}/phone/messages`)).status).toBe(422);
    expect((await fetch(`${sandbox.url}/phone/messages?number=x`)).status).toBe(422);
  });

  test('says whom it can text, with the keywords', async () => {
    const { numbers, handsets } = (await (await fetch(`${sandbox.url}/phone/numbers`)).json()) as {
      numbers: unknown[];
      handsets: string[];
    };
    expect(numbers).toContainEqual({
      number: shop,
      label: "Bella's Pizzeria",
      keywords: ['PIZZA'],
      isTollFree: false,
      answers: true,
    });
    expect(handsets.length).toBeGreaterThan(0);
  });

  test('hears of changes at once, and only of its own', async () => {
    const events = await fetch(`${sandbox.url}/sandbox/events?topic=${encodeURIComponent('+13105550134')}`);
    const reader = events.body?.pipeThrough(new TextDecoderStream()).getReader();
    let heard = '';
    const until = async (text: string) => {
      while (!heard.includes(text)) heard += (await reader?.read())?.value ?? '';
    };
    await until('event: hello');
    await post({ from: '+13105550135', to: shop, body: 'not mine' });
    await post({ from: '+13105550134', to: shop, body: 'mine' });
    await until('"body":"mine"');
    expect(heard).not.toContain('not mine');
    await reader?.cancel();
  });
});

test('the pages and what they load are there, under a strict policy', async () => {
  for (const path of ['/', '/phone', '/inbox']) {
    const page = await fetch(sandbox.url + path);
    const html = await page.text();
    expect(page.status).toBe(200);
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self'");
    for (const [, address = ''] of html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g))
      expect((await fetch(sandbox.url + address)).status, address).toBe(200);
  }
  expect((await fetch(`${sandbox.url}/nothing`)).status).toBe(404);
  expect((await fetch(`${sandbox.url}/assets/..%2findex.ts`)).status).toBe(404);
});
