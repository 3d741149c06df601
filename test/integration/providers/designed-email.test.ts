import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { createEmailCompiler } from '../../../adapters/mjml/index.ts';
import { is } from '../../../domain/kernel/event.ts';
import { EmailQueued, EmailVersionCreated } from '../../../domain/emails/events.ts';
import { renderVersion } from '../../../domain/emails/version.ts';
import { eventually } from '../../support/eventually.ts';
import { everyBlock } from '../../support/email-designs.ts';
import { vectors } from '../../support/xss.ts';
import { context, createProvidersWorld, type ProvidersWorld } from './world.ts';
import { emails } from '../../support/outbox.ts';

/** Designed emails, from the editor to the mailbox. */
let world: ProvidersWorld;
let tenant: Awaited<ReturnType<ProvidersWorld['addAgency']>>;
const open = async () => {
  world = await createProvidersWorld({ mail: { attempts: 3, retryFirstMs: 20, retryLongestMs: 50 } });
  tenant = await world.addAgency('North');
};
afterEach(() => world.close());

const test_ = { subject: '{{first_name|Friend}}, a table is free', design: everyBlock(), email: 'me@example.test' };
const stored = async (types: string[]) => (await world.store.readAll(0n, { limit: 500, filter: { types } })).events;

describe('a test email', () => {
  test('arrives as HTML and text, merged, with its number in the subject; sent again the number is the next', async () => {
    await open();
    const person = context(tenant.business.caller);
    const { result } = await world.commands.emails.sendTest(person, test_);
    expect(result.number).toBe(1);
    const email = await world.sandbox.inbox.waitFor('me@example.test');
    expect(email.subject).toBe('[Test 1] Ann, a table is free');
    expect(email.html).toContain('Hello Ann</h1>');
    expect(email.html).toContain('Shop of North');
    expect(email.text).toContain('Two for one until Sunday, Ann.');
    expect(email.text).not.toMatch(/<|\{\{/);
    // The same command again is the same test: nothing more is sent.
    expect((await world.commands.emails.sendTest(person, test_)).result).toEqual(result);
    await world.commands.emails.sendTest(context(tenant.business.caller), test_);
    const all = await eventually(
      () => Promise.resolve(world.sandbox.inbox.messages({ to: 'me@example.test' })),
      (emails) => emails.length >= 2,
    );
    expect(all.map(({ subject }) => subject).sort()).toEqual([
      '[Test 1] Ann, a table is free',
      '[Test 2] Ann, a table is free',
    ]);
  });

  test('is small in the log: one version for the same design, and of the person only what the design asks for', async () => {
    await open();
    for (let count = 0; count < 3; count += 1)
      await world.commands.emails.sendTest(context(tenant.business.caller), test_);
    expect(await stored(['EmailVersionCreated'])).toHaveLength(1);
    const queued = (await stored(['EmailQueued'])).filter((event) => is(event, EmailQueued));
    expect(queued).toHaveLength(3);
    for (const { data } of queued) {
      expect(Object.keys(data.content!.values).sort()).toEqual(
        [
          'business_name',
          'coupon_code',
          'coupon_link',
          'first_name',
          ...('business_address' in data.content!.values ? ['business_address'] : []),
        ].sort(),
      );
      expect(JSON.stringify(data).length).toBeLessThan(1_000);
    }
  });

  test('can be made again from the log as it was sent, to the letter', async () => {
    await open();
    await world.commands.emails.sendTest(context(tenant.business.caller), test_);
    const email = await world.sandbox.inbox.waitFor('me@example.test');
    const [queued] = (await stored(['EmailQueued'])).filter((event) => is(event, EmailQueued));
    const [version] = (await stored(['EmailVersionCreated'])).filter((event) => is(event, EmailVersionCreated));
    expect(queued!.data.content!.versionId).toBe(version!.data.versionId);
    const again = renderVersion(version!.data as never, queued!.data.content!.values);
    const lines = (text: string) => text.replace(/\r\n/g, '\n').trim();
    expect(lines(email.html!)).toBe(lines(again.html));
    expect(lines(email.text)).toBe(lines(again.text));
  });

  test('for a contact says what that contact is called; for another business’s contact there is nothing', async () => {
    await open();
    const other = await world.addAgency('South');
    await expect(
      world.commands.emails.sendTest(context(tenant.business.caller), { ...test_, contactId: randomUUID() }),
    ).rejects.toMatchObject({ code: 'not_found' });
    await expect(world.commands.emails.sendTest(context(tenant.agency.caller), test_)).rejects.toMatchObject({
      code: 'forbidden',
    });
    const { body } = await world.call<{ code: string }>(tenant.business.token, 'POST', '/businesses/send-test-email', {
      email: 'me@example.test',
      block: everyBlock(),
      business: other.businessId,
    });
    expect(body.code).toBe('not_found');
    expect(await stored(['EmailQueued'])).toHaveLength(0);
  });

  test('refuses what would be cut off, and merge fields that do not exist', async () => {
    await open();
    const long = everyBlock(['text']);
    const section = long.sections[0]!;
    const [block] = section.columns[0]!.blocks;
    const content = Array.from({ length: 130 }, (_, index) => ({
      type: 'paragraph',
      content: [{ type: 'text', text: `${index} ${'many words '.repeat(12)}` }],
    }));
    const columns = section.columns.map((column, at) => ({
      ...column,
      blocks: Array.from({ length: 5 }, (_, index) => ({
        ...block,
        id: `b${at}${index}`,
        doc: { type: 'doc', content },
      })),
    }));
    const design = { ...long, sections: [{ ...section, columns }] };
    await expect(
      world.commands.emails.sendTest(context(tenant.business.caller), { ...test_, design }),
    ).rejects.toMatchObject({ code: 'validation_failed', message: expect.stringContaining('KB') });
    await expect(
      world.commands.emails.sendTest(context(tenant.business.caller), { ...test_, subject: '{{frist_name}}' }),
    ).rejects.toMatchObject({ message: '{{frist_name}} is not a merge field.' });
    expect(await stored(['EmailQueued', 'EmailVersionCreated'])).toHaveLength(0);
  });

  test('carries nothing that ends a header or a subject', async () => {
    await open();
    for (const word of vectors) {
      const subject = `${word}\r\nBcc: victim@example.test`.replaceAll('{{', '');
      await world.commands.emails.sendTest(context(tenant.business.caller), {
        ...test_,
        subject: subject.replaceAll('}}', ''),
      });
    }
    const emails = await eventually(
      () => Promise.resolve(world.sandbox.inbox.messages({ to: 'me@example.test' })),
      (all) => all.length >= vectors.length,
    );
    expect(emails.every(({ headers }) => headers.every(({ name }) => name.toLowerCase() !== 'bcc'))).toBe(true);
  });
});

describe('a preview', () => {
  test('is the very email that would be sent, and says what is missing, unknown, and how large it is', async () => {
    await open();
    const { body } = await world.call<{ data: Record<string, unknown> }>(
      tenant.business.token,
      'POST',
      '/email-designs/preview',
      { subject: 'Hi {{first_name}} {{nope}}', design: everyBlock() },
    );
    expect(body.data).toMatchObject({ subject: 'Hi Ann', unknown: ['nope'], missing: ['business_address'] });
    const html = String(body.data['html']);
    expect(html).toContain('Hello Ann</h1>');
    expect(body.data['bytes']).toBe(Buffer.byteLength(html));
    expect(await emails.count(world.db, {}, { businessId: null })).toBe(0);
  });
  test('is compiled once for the same design', async () => {
    const compiler = createEmailCompiler();
    const email = { design: everyBlock(), subject: 'Hello', base: '' };
    expect(await compiler.compile(email)).toBe(await compiler.compile(structuredClone(email)));
    expect(await compiler.compile({ ...email, base: 'https://a.example' })).not.toBe(await compiler.compile(email));
    await open();
  });
});
