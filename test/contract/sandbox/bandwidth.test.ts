import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Configuration, type InboundCallback, MediaApi, MessagesApi, type StatusCallback } from 'bandwidth-sdk';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startSandbox, type Sandbox } from '../../../sandbox/index.ts';
import { phone, quick } from './setup.ts';

const accountId = '9900001';
const username = 'api-user';
const password = 'a-password-of-the-test';
const applicationId = '93de2206-9669-4e07-948d-329f4b722ee2';
const shop = '+14155550200';

interface Hook {
  readonly authorization: string | undefined;
  readonly events: readonly (InboundCallback | StatusCallback)[];
}
const hooks: Hook[] = [];
const failures: number[] = [];
let sandbox: Sandbox;
let messages: MessagesApi;
let media: MediaApi;
const application = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const events = JSON.parse(Buffer.concat(chunks).toString()) as Hook['events'];
    hooks.push({ authorization: request.headers.authorization, events });
    response.writeHead(failures.shift() ?? 200).end();
  });
});

beforeAll(async () => {
  await new Promise<void>((resolve) => application.listen(0, '127.0.0.1', resolve));
  const callbackUrl = `http://127.0.0.1:${(application.address() as AddressInfo).port}/events`;
  sandbox = await startSandbox({
    accounts: [{ sid: accountId, authToken: password, bandwidth: { username, callbackUrl } }],
    numbers: [{ number: shop, accountSid: accountId, smsUrl: callbackUrl }],
    behaviour: quick,
    seed: 3,
  });
  const configuration = new Configuration({ username, password, basePath: `${sandbox.url}/api/v2` });
  messages = new MessagesApi(configuration);
  media = new MediaApi(configuration);
});
beforeEach(() => void hooks.splice(0));
afterAll(async () => {
  await sandbox.close();
  application.closeAllConnections();
  application.close();
});

const send = async (to: string, more: object = {}) =>
  (
    await messages.createMessage(accountId, {
      applicationId,
      from: shop,
      to: new Set([to]),
      text: 'Hello',
      tag: 'ours',
      ...more,
    })
  ).data;
const types = () => hooks.flatMap(({ events }) => events.map(({ type }) => type));

describe('Bandwidth’s messages', () => {
  test('are taken, and their end is told once as a list of one, with the tag and the sign-in', async () => {
    const { id, ...taken } = await send(phone);
    expect(taken).toMatchObject({
      owner: shop,
      from: shop,
      to: [phone],
      direction: 'out',
      segmentCount: 1,
      tag: 'ours',
    });
    await sandbox.carrier.idle();
    expect(types()).toEqual(['message-delivered']);
    const { authorization, events } = hooks[0]!;
    expect(authorization).toBe(`Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`);
    expect(events).toMatchObject([
      { to: phone, message: { id, tag: 'ours', owner: shop, direction: 'out', applicationId, text: '' } },
    ]);
  });

  test('that fail say why', async () => {
    await send('+15005553007');
    await sandbox.carrier.idle();
    expect(hooks[0]!.events).toMatchObject([
      { type: 'message-failed', errorCode: 4770, description: 'destination-spam-detected' },
    ]);
  });

  test('are told of again until someone takes it, and doubled, late and lost as the behaviour says', async () => {
    failures.push(500, 503);
    await send(phone);
    await sandbox.carrier.idle();
    expect(types()).toEqual(Array.from({ length: 3 }, () => 'message-delivered'));
    const before = sandbox.carrier.behaviour().status;
    sandbox.carrier.configure({ status: { duplicateRate: 1, reorderByMs: 5 } });
    hooks.splice(0);
    await send(phone);
    await sandbox.carrier.idle();
    await expect.poll(() => types().length).toBe(2);
    sandbox.carrier.configure({ status: { ...before, lossRate: 1 } });
    hooks.splice(0);
    await send(phone);
    await sandbox.carrier.idle();
    expect(types()).toEqual([]);
    sandbox.carrier.configure({ status: before });
  });

  test('from a phone come with their words and pictures, which need the sign-in', async () => {
    const content = Buffer.from('not really a picture');
    await sandbox.phone.send({ from: phone, to: shop, body: 'PIZZA', media: [{ contentType: 'image/png', content }] });
    const [event] = hooks[0]!.events as readonly InboundCallback[];
    expect(event).toMatchObject({
      type: 'message-received',
      to: shop,
      message: { from: phone, to: [shop], owner: shop, direction: 'in', text: 'PIZZA' },
    });
    const url = event!.message.media![0]!;
    expect(url).toMatch(new RegExp(`/api/v2/users/${accountId}/media/ME[0-9a-f]{32}$`));
    expect((await fetch(url)).status).toBe(401);
    const { data } = await media.getMedia(accountId, url.split('/').at(-1)!, { responseType: 'arraybuffer' });
    expect(Buffer.from(data as unknown as ArrayBuffer)).toEqual(content);
  });

  test.each<[string, object, string]>([
    ['an application that is not known', { applicationId: '00000000-1111-2222-3333-444444444444' }, 'applicationId'],
    ['no words', { text: '' }, 'text'],
    ['another number', { from: '+14155559999' }, 'from'],
    ['an address that is none', { media: ['not an address'] }, 'media.0'],
  ])('are refused with the field: %s', async (_, more, field) => {
    const refusal = await send(phone, more).catch((error: unknown) => error);
    expect(refusal).toMatchObject({
      response: { status: 400, data: { type: 'request-validation', fieldErrors: [{ fieldName: field }] } },
    });
  });

  test('are found by pair, direction and time, without their words', async () => {
    const to = '+12025550166';
    const { id } = await send(to, { text: 'Twenty-one characters' });
    const none = undefined;
    const { data } = await messages.listMessages(accountId, none, shop, to, none, 'OUTBOUND');
    expect(data.messages).toMatchObject([{ messageId: id, sourceTn: shop, destinationTn: to, messageLength: 21 }]);
    expect(Object.keys(data.messages![0]!)).not.toContain('text');
    await expect(messages.listMessages(accountId)).rejects.toMatchObject({ response: { status: 400 } });
    const other = new MessagesApi(
      new Configuration({ username, password: 'wrong-password', basePath: `${sandbox.url}/api/v2` }),
    );
    await expect(other.listMessages(accountId, id)).rejects.toMatchObject({ response: { status: 401 } });
  });
});
