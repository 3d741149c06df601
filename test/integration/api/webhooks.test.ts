import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publicUrl, startTestApi, type Tenant, type TestApi } from './support.ts';

let app: TestApi;
let bella: Tenant;
let harbor: Tenant;
beforeAll(async () => {
  app = await startTestApi();
  bella = await app.addTenant('bella');
  harbor = await app.addTenant('harbor');
});
afterAll(() => app.close());

const inbound = '/webhooks/twilio/inbound';
const sid = (number: number): string => `SM${String(number).padStart(32, '0')}`;
const text = (number: number, more: Record<string, string> = {}) => ({
  MessageSid: sid(number),
  AccountSid: 'AC1',
  From: '+12025550177',
  To: bella.number,
  Body: 'Hello',
  NumMedia: '0',
  ...more,
});
const receivedOf = async (messageSid: string) =>
  (await app.store.readAll(0n, { limit: 10_000 })).events.filter(
    (event) =>
      (event.data as { providerMessageId?: string }).providerMessageId === messageSid && /Received$/.test(event.type),
  );

describe('a text that comes in', () => {
  it('is answered with an empty TwiML document and becomes one event', async () => {
    const response = await app.webhook(inbound, text(1), { authToken: bella.authToken });
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toContain('text/xml');
    expect(response.body).toContain('<Response/>');
    const [event, ...others] = await receivedOf(sid(1));
    expect(others).toEqual([]);
    expect(event).toMatchObject({
      type: 'MessageReceived',
      data: { from: '+12025550177', to: bella.number, body: 'Hello', businessId: bella.businessId },
      metadata: { tenant: { businessId: bella.businessId, agencyId: bella.agencyId }, actor: { kind: 'carrier' } },
    });
  });

  it('ten times over, one after the other and all at once, is one event and ten good answers', async () => {
    for (let repeat = 0; repeat < 5; repeat += 1)
      expect((await app.webhook(inbound, text(2), { authToken: bella.authToken })).statusCode).toBe(200);
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => app.webhook(inbound, text(2), { authToken: bella.authToken })),
    );
    expect(answers.map((answer) => answer.statusCode)).toEqual([200, 200, 200, 200, 200]);
    const racing = await Promise.all(
      Array.from({ length: 10 }, () => app.webhook(inbound, text(3), { authToken: bella.authToken })),
    );
    expect(racing.every((answer) => answer.statusCode === 200)).toBe(true);
    expect(await receivedOf(sid(2))).toHaveLength(1);
    expect(await receivedOf(sid(3))).toHaveLength(1);
  });

  it('keeps its pictures', async () => {
    await app.webhook(
      inbound,
      text(4, {
        NumMedia: '2',
        MediaUrl0: 'https://media.example.test/a.jpg',
        MediaContentType0: 'image/jpeg',
        MediaUrl1: 'https://media.example.test/b.png',
        MediaContentType1: 'image/png',
      }),
      { authToken: bella.authToken },
    );
    expect((await receivedOf(sid(4)))[0]!.data).toMatchObject({
      media: [
        { url: 'https://media.example.test/a.jpg', contentType: 'image/jpeg' },
        { url: 'https://media.example.test/b.png', contentType: 'image/png' },
      ],
    });
  });

  it('to a number nobody holds is kept as unrouted', async () => {
    const response = await app.webhook(inbound, text(5, { To: '+13105550199' }), {
      authToken: 'the-platforms-own-token',
    });
    expect(response.statusCode).toBe(200);
    expect((await receivedOf(sid(5))).map((event) => event.type)).toEqual(['UnroutedMessageReceived']);
  });

  it.each([
    ['emoji', '🍕'.repeat(500)],
    ['right to left', 'مرحبا שלום'],
    ['10,000 characters', 'x'.repeat(10_000)],
    ['10,000 emoji', '🎉'.repeat(10_000)],
    ['nothing at all', ''],
    ['plus signs and percent signs', '100% + 1 & =?'],
    ['line breaks', 'a\r\nb\tc'],
  ])('with %s is stored as it is', async (name, body) => {
    const number = 100_000 + ([...name].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7) % 100_000);
    const response = await app.webhook(inbound, text(number, { Body: body }), { authToken: bella.authToken });
    expect(response.statusCode).toBe(200);
    expect((await receivedOf(sid(number)))[0]!.data).toMatchObject({ body });
  });

  it('with NUL characters is stored with a mark in their place', async () => {
    expect((await app.webhook(inbound, text(6, { Body: 'a\u0000b' }), { authToken: bella.authToken })).statusCode).toBe(
      200,
    );
    expect((await receivedOf(sid(6)))[0]!.data).toMatchObject({ body: 'a\uFFFDb' });
  });
});

describe('a webhook that is not what it says', () => {
  const refusals: readonly [string, () => Parameters<TestApi['webhook']>][] = [
    ['without a signature', () => [inbound, text(20), { authToken: bella.authToken, signature: null }]],
    ['with an empty signature', () => [inbound, text(21), { authToken: bella.authToken, signature: '' }]],
    [
      'with a made-up signature',
      () => [inbound, text(22), { authToken: bella.authToken, signature: 'bm90IGEgc2lnbmF0dXJl' }],
    ],
    ['signed by another tenant', () => [inbound, text(23), { authToken: harbor.authToken }]],
    [
      'signed by the platform for a tenant’s number',
      () => [inbound, text(24), { authToken: 'the-platforms-own-token' }],
    ],
    [
      'with an altered body',
      () => [inbound, text(25, { Body: 'Altered' }), { authToken: bella.authToken, form: text(25) }],
    ],
    [
      'with a field added',
      () => [inbound, { ...text(26), Extra: '1' }, { authToken: bella.authToken, form: text(26) }],
    ],
    [
      'with a field removed',
      () => [inbound, text(27), { authToken: bella.authToken, form: { ...text(27), Extra: '1' } }],
    ],
    [
      'signed for another address',
      () => [inbound, text(28), { authToken: bella.authToken, url: `${publicUrl}/webhooks/twilio/status` }],
    ],
    [
      'signed for another host',
      () => [
        inbound,
        text(29),
        { authToken: bella.authToken, url: `https://evil.example.test${inbound}`, host: 'evil.example.test' },
      ],
    ],
    [
      'with a query that was not signed',
      () => [`${inbound}?x=1`, text(30), { authToken: bella.authToken, url: `${publicUrl}${inbound}` }],
    ],
    [
      'a status without a signature',
      () => [
        '/webhooks/twilio/status',
        { MessageSid: sid(31), MessageStatus: 'delivered', From: bella.number, To: '+12025550177' },
        { authToken: bella.authToken, signature: null },
      ],
    ],
    [
      'a status signed by another tenant',
      () => [
        '/webhooks/twilio/status',
        { MessageSid: sid(32), MessageStatus: 'delivered', From: bella.number, To: '+12025550177' },
        { authToken: harbor.authToken },
      ],
    ],
  ];
  it.each(refusals)('%s is refused with 403 and leaves no event', async (_name, request) => {
    const before = await app.events();
    const response = await app.webhook(...request());
    expect(response.statusCode).toBe(403);
    expect(response.json()).toMatchObject({ code: 'signature_invalid', requestId: expect.any(String) });
    expect(await app.events()).toBe(before);
  });

  it('does not ask the Host header where it is', async () => {
    expect(
      (await app.webhook(inbound, text(40), { authToken: bella.authToken, host: 'something-else:1234' })).statusCode,
    ).toBe(200);
  });

  const post = (payload: string, type: string | null = 'application/x-www-form-urlencoded') =>
    app.api.inject({
      method: 'POST',
      url: inbound,
      payload,
      headers: { ...(type === null ? {} : { 'content-type': type }), 'x-twilio-signature': 'x' },
    });
  it.each([
    ['percent signs that are none', 'Body=%zz&To=1', undefined],
    ['bytes that are not UTF-8', 'Body=%ff%fe', undefined],
    ['no equals sign', 'hello', undefined],
    ['a name given twice', 'To=1&To=2', undefined],
    ['JSON', '{"To":"1"}', 'application/json'],
    ['no body', '', null],
  ])('malformed by %s gets 400', async (_name, payload, type) => {
    const before = await app.events();
    const response = await post(payload, type);
    expect(response.statusCode).toBe(400);
    expect(await app.events()).toBe(before);
  });

  it('signed, but without what every text has, gets 400', async () => {
    const { MessageSid: _, ...form } = text(50);
    expect((await app.webhook(inbound, form, { authToken: bella.authToken })).statusCode).toBe(400);
    expect(
      (await app.webhook(inbound, { ...text(51), MessageSid: '../../x' }, { authToken: bella.authToken })).statusCode,
    ).toBe(400);
  });

  it('too large gets 413', async () => {
    expect(
      (await app.webhook(inbound, text(60, { Body: 'x'.repeat(300_000) }), { authToken: bella.authToken })).statusCode,
    ).toBe(413);
  });
});

describe('a status callback', () => {
  const status = async (
    messageId: string | null,
    messageSid: string,
    word: string,
    more: Record<string, string> = {},
  ) =>
    app.webhook(
      `/webhooks/twilio/status${messageId === null ? '' : `?m=${messageId}`}`,
      { MessageSid: messageSid, MessageStatus: word, From: bella.number, To: '+12025550178', ...more },
      { authToken: bella.authToken },
    );
  const queue = async (): Promise<string> => {
    const { contactId } = await app.textIn(bella, 'Are you open?', '+12025550178');
    const sent = await app.call<{ data: { id: string } }>(bella.token, 'POST', '/livechat/messages', {
      contact_id: contactId,
      body: 'Until ten.',
    });
    expect(sent.status).toBe(200);
    return sent.body.data.id;
  };
  const types = async (messageId: string) => (await app.store.read(`message-${messageId}`)).map((event) => event.type);

  it('moves the message it names, and a repeat changes nothing', async () => {
    const messageId = await queue();
    for (const word of ['queued', 'sent', 'sent', 'delivered', 'delivered', 'sent', 'read'])
      expect((await status(messageId, sid(70), word)).statusCode).toBe(200);
    const after = await types(messageId);
    expect(after.filter((type) => type === 'MessageSent')).toHaveLength(1);
    expect(after.filter((type) => type === 'MessageDelivered')).toHaveLength(1);
    expect(after.at(-1)).toBe('MessageDelivered');
  });

  it('signed with another tenant’s account changes nothing, whatever it says', async () => {
    const messageId = await queue();
    const before = await types(messageId);
    for (const [index, word] of ['queued', 'sent', 'delivered', 'failed', 'undelivered'].entries()) {
      const forged = await app.webhook(
        `/webhooks/twilio/status?m=${messageId}`,
        { MessageSid: sid(80 + index), MessageStatus: word, ErrorCode: '30007', From: harbor.number },
        { authToken: harbor.authToken },
      );
      expect(forged.statusCode).toBe(200);
    }
    expect(await types(messageId)).toEqual(before);
    await status(messageId, sid(90), 'delivered');
    expect((await types(messageId)).at(-1)).toBe('MessageDelivered');
  });

  it('that comes out of order never moves it back', async () => {
    const messageId = await queue();
    await status(messageId, sid(71), 'delivered');
    const before = await types(messageId);
    await status(messageId, sid(71), 'sent');
    await status(messageId, sid(71), 'failed', { ErrorCode: '30003' });
    expect(await types(messageId)).toEqual(before);
  });

  it.each([
    ['a message that never was', '0e9ee0f0-3b9a-4d0e-9b0e-0e9ee0f03b9a', 'delivered'],
    ['no message', null, 'delivered'],
    ['something that is no id', 'x', 'delivered'],
    ['a word that Twilio may add one day', '0e9ee0f0-3b9a-4d0e-9b0e-0e9ee0f03b9b', 'teleported'],
  ])('for %s is answered 200 and changes nothing', async (_name, messageId, word) => {
    const before = await app.events();
    expect((await status(messageId, sid(72), word)).statusCode).toBe(200);
    expect(await app.events()).toBe(before);
  });
});
