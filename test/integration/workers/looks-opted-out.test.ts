import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { WaitUntil } from '../../../domain/automations/document/document.ts';
import { streams } from '../../../domain/streams.ts';
import { automationOf } from '../../support/automations.ts';
import { broadcast, untilOver } from '../../support/broadcasts.ts';
import { carrier, context } from '../../support/callers.ts';
import { engineWorld, onOptIn } from '../../support/engine.ts';
import { drawn, end, text, wait } from '../../unit/domain/automations/make.ts';

const world = engineWorld();
const says = (body: string, next: string, failed: string | null = null) =>
  ({ ...text(next, failed), body }) as ReturnType<typeof text>;
const hears = (from: string, body: string) =>
  world.spine.commands.messages.receive(context(carrier), {
    provider: 'twilio',
    providerMessageId: `SM${randomUUID().replaceAll('-', '')}`,
    from,
    to: world.tenant.number,
    body,
    media: [],
    receivedAt: world.later(60_000).toISOString(),
  });
const untilText: WaitUntil = {
  kind: 'event',
  event: { kind: 'text-received', words: [], whole: false },
  timeout: { amount: 1, unit: 'hours' },
};
const asking = () =>
  drawn({ a: says('Do you have a pet?', 'b'), b: wait('c', untilText), c: says('I see', 'd', 'd'), d: end }, onOptIn);

describe('marketing to who wrote what looks like an opt-out', () => {
  it('is skipped with that reason, by an automation and by a broadcast', async () => {
    const document = asking();
    const automation = await automationOf(world.spine, world.tenant.businessId, document);
    await world.start();
    const phone = world.phone();
    const contactId = await world.tenant.subscriber(phone);
    await world.until(automation, document, contactId, 'waiting Wait');
    await hears(phone, 'I never signed up, who gave you my number');
    await world.until(automation, document, contactId, 'ended End completed');
    expect(world.atCarrier(phone)).toEqual(['Do you have a pet?']);
    expect(await world.notes(automation, contactId)).toEqual(['looks-opted-out']);
    const passing = setInterval(() => world.later(200), 50);
    try {
      const { leftOut, sums } = await untilOver(world.spine, await broadcast(world.spine, world.tenant, 'News'));
      expect([...leftOut.map(({ reason }) => reason), sums.delivered]).toEqual(['looks-opted-out', 0]);
    } finally {
      clearInterval(passing);
    }
  });

  it('goes on when a bare no is what an automation asked for', async () => {
    const document = asking();
    const automation = await automationOf(world.spine, world.tenant.businessId, document);
    await world.start();
    const phone = world.phone();
    const contactId = await world.tenant.subscriber(phone);
    await world.until(automation, document, contactId, 'waiting Wait');
    await hears(phone, 'No');
    await world.until(automation, document, contactId, 'ended End completed');
    expect(world.atCarrier(phone)).toEqual(['Do you have a pet?', 'I see']);
    const types = (await world.spine.store.read(streams.contact(contactId as never))).map(({ type }) => type);
    expect(types.slice(-2)).toEqual(['ContactOptOutSuspected', 'ContactOptOutDismissed']);
  });
});
