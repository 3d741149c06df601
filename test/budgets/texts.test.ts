import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, it } from 'vitest';
import { WebSocket } from 'ws';
import type { Tenant } from '../integration/api/support.ts';
import { account } from '../support/spine.ts';
import { expectWithin } from './support/counted.ts';
import { type BudgetWorld, openBudgetWorld } from './support/world.ts';

let world: BudgetWorld;
let bella: Tenant;
let socket: WebSocket;
let heard: string[] = [];
beforeAll(async () => {
  world = await openBudgetWorld();
  bella = await world.app.addTenant('bella');
  await world.startWorkers();
  const host = await world.app.listen();
  socket = new WebSocket(`ws://${host}/api/v1/live`);
  socket.on('message', (data: Buffer) => heard.push(data.toString()));
  await new Promise((resolve) => socket.once('open', resolve));
  socket.send(JSON.stringify({ token: bella.token }));
  await says('Hello');
  await world.rest();
  while (heard.length === 0) await sleep(5);
  await bellIsQuiet();
});
afterAll(async () => {
  socket.terminate();
  await world.close();
});

const from = '+12025550123';
let sids = 0;
const webhook = async (path: string, form: Record<string, string>) => {
  const { statusCode, body } = await world.app.webhook(path, form, { authToken: bella.authToken });
  if (statusCode !== 200 && statusCode !== 204) throw new Error(`It was refused: ${statusCode} ${body}`);
};
/** The bell of a screen rings at once, and then not for a quarter of a second. */
const bellIsQuiet = () => sleep(300);
/** What the one who looks at live chat is told. */
const told = () => {
  const frames = heard;
  heard = [];
  return { frames: frames.length, pushedBytes: frames.reduce((sum, frame) => sum + frame.length, 0) };
};

const says = (body: string) =>
  webhook('/webhooks/twilio/inbound', {
    MessageSid: `SM${String((sids += 1)).padStart(32, '0')}`,
    AccountSid: 'AC1',
    From: from,
    To: bella.number,
    Body: body,
    NumMedia: '0',
  });

it('text in', async () => {
  expectWithin(
    'text in',
    await world.count(() => says('Is a table free at eight?'), { also: told, after: bellIsQuiet }),
  );
});

it('text out', async () => {
  const contactId = world.app.identifiers.contact(bella.businessId, from);
  world.sandbox.carrier.addNumber({ number: bella.number, accountSid: account.sid, smsUrl: null });
  const counted = await world.count(
    async () => {
      const { status, body } = await world.app.call<{ data: { id: string } }>(
        bella.token,
        'POST',
        '/livechat/messages',
        { contact_id: contactId, body: 'Yes, until ten.' },
      );
      if (status !== 200) throw new Error(`It was refused: ${status}`);
      await world.rest();
      const [taken] = world.sandbox.carrier.messages({ to: from, direction: 'outbound' }).toReversed();
      for (const MessageStatus of ['sent', 'delivered']) {
        const form = { MessageSid: taken!.sid, AccountSid: account.sid, From: bella.number, To: from, MessageStatus };
        await webhook(`/webhooks/twilio/status?m=${body.data.id}`, form);
        await world.rest();
      }
    },
    { also: told, after: bellIsQuiet },
  );
  expectWithin('text out', counted);
});
