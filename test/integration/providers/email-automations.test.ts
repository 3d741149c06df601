import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Document, Node } from '../../../domain/automations/document/document.ts';
import type { RunEvent } from '../../../domain/automations/runs/run-events.ts';
import { runIdOf } from '../../../domain/automations/runs/run.ts';
import { AutomationId } from '../../../domain/kernel/ids.ts';
import { streams } from '../../../domain/streams.ts';
import { told } from '../../support/automations.ts';
import { eventually } from '../../support/eventually.ts';
import type { EmailDesign } from '../../../domain/email-design/model.ts';
import { everyBlock } from '../../support/email-designs.ts';
import { designFor, giveAddress, subscribeByEmail } from '../../support/email-broadcasts.ts';
import { drawn, end, id } from '../../unit/domain/automations/make.ts';
import { context, createProvidersWorld, type ProvidersWorld } from './world.ts';

let world: ProvidersWorld;
beforeAll(async () => {
  world = await createProvidersWorld({ mail: { attempts: 3, retryFirstMs: 20, retryLongestMs: 50, noProviderMs: 50 } });
});
afterAll(() => world.close());

test('a step emails what was designed when it was published, as often as one person may get in a day', async () => {
  const tenant = await world.addAgency('Flows');
  const { businessId } = tenant;
  const me = () => context(tenant.business.caller);
  await giveAddress(world, businessId);
  const designId = await designFor(world, businessId);
  const email = (subject: string, next: string): Node => ({
    kind: 'SendEmail',
    name: null,
    off: false,
    subject,
    preheader: '',
    designId,
    campaignId: null,
    to: { next: id(next), failed: null },
  });
  const nodes = {
    a: email('One for {{first_name|you}}', 'b'),
    b: email('Two', 'c'),
    c: email('Three', 'd'),
    d: email('Four', 'z'),
  };
  const document: Document = drawn({ ...nodes, z: end });
  const automationId = AutomationId.parse(randomUUID());
  const { automations } = world.commands;
  const origin = { kind: 'blank' as const, id: null };
  await automations.create(me(), { automationId, name: 'Mails', origin, document });
  await automations.publish(me(), { automationId, revision: null });
  // What is designed afterwards changes nothing that runs.
  await world.commands.emailTemplates.delete(me(), { templateId: designId as never });
  const [ann, bob] = await subscribeByEmail(world, businessId, ['ann@flows.test', 'bob@flows.test']);
  await world.commands.contacts.updatePreferences(me(), { contactId: bob!, mailId: null, pause: true });
  const story = async (contactId: string) =>
    told(
      document,
      (await world.store.read(
        streams.automationRun(runIdOf(automationId, contactId as never, 1)),
      )) as unknown as readonly RunEvent[],
    );
  for (const contactId of [ann!, bob!]) await automations.start(me(), { automationId, contactId });
  for (const contactId of [ann!, bob!])
    await eventually(
      () => story(contactId),
      (events) => events.at(-1) === 'ended End completed',
    );
  const passed = async (contactId: string) => (await story(contactId)).filter((event) => event.startsWith('completed'));
  expect(await passed(ann!)).toEqual([
    ...Array.from({ length: 3 }, () => 'completed SendEmail next done'),
    'completed SendEmail failed refused',
  ]);
  expect(new Set(await passed(bob!))).toEqual(new Set(['completed SendEmail failed refused']));
  const subjects = async (to: string) => (await world.sandbox.inbox.messages({ to })).map(({ subject }) => subject);
  expect((await subjects('ann@flows.test')).sort()).toEqual(['One for you', 'Three', 'Two']);
  expect(await subjects('bob@flows.test')).toEqual([]);
  const notes = (await world.store.read(streams.automationRun(runIdOf(automationId, ann!, 1)))).flatMap(
    ({ data }) => data['note'] ?? [],
  );
  expect(notes).toEqual(['daily-limit']);
});

test('a step whose email has a link that leads nowhere is not published', async () => {
  const tenant = await world.addAgency('Links');
  const { businessId } = tenant;
  const me = () => context(tenant.business.caller);
  await giveAddress(world, businessId);
  const withButton = (link: string): EmailDesign =>
    JSON.parse(JSON.stringify(everyBlock(['button'])).replace('https://bellas.example/book?who={{first_name}}', link));
  const publish = async (link: string) => {
    const designId = await designFor(world, businessId, withButton(link));
    const document: Document = drawn({
      a: {
        kind: 'SendEmail',
        name: null,
        off: false,
        subject: 'Hi',
        preheader: '',
        designId,
        campaignId: null,
        to: { next: id('z'), failed: null },
      } as Node,
      z: end,
    });
    const automationId = AutomationId.parse(randomUUID());
    const origin = { kind: 'blank' as const, id: null };
    await world.commands.automations.create(me(), { automationId, name: 'Mails', origin, document });
    return world.commands.automations.publish(me(), { automationId, revision: null }).then(
      () => null,
      (error: { message: string }) => error.message,
    );
  };
  for (const link of ['', 'https://example.com/x', '{{business_website}}'])
    expect(await publish(link)).toContain('1 link leads nowhere: button “Book a table”');
  expect(await publish('https://bellas.example')).toBeNull();
});
