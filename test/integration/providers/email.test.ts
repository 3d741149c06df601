import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import { streams } from '../../../domain/streams.ts';
import type { Mail } from '../../../sandbox/index.ts';
import { eventually } from '../../support/eventually.ts';
import { context, createProvidersWorld, type ProvidersWorld, type WorldOptions } from './world.ts';
import { emails } from '../../support/outbox.ts';

/** Account emails, from the command that asks for one to the mailbox. */
let world: ProvidersWorld;
const open = async (options: WorldOptions = {}) => {
  world = await createProvidersWorld({
    mail: { retryFirstMs: 20, retryLongestMs: 50, unknownMs: 50, noProviderMs: 50 },
    ...options,
  });
};
afterEach(() => world.close());

const askReset = (email: string) =>
  world.commands.users.requestPasswordReset(world.system(), { email, ipAddress: null });
const rows = () =>
  emails.rows(world.db, ['id', 'state', 'provider', 'attempts', 'unknowns', 'note', 'tokenRef', 'recordedAt'], {
    by: 'position',
  });
const ended = () => eventually(rows, (all) => all.length > 0 && all.every(({ recordedAt }) => recordedAt !== null));
const outcomes = async (emailId: string) =>
  (await world.store.read(streams.accountEmail(emailId))).map(({ type }) => type);
const tokenIn = (email: Mail): string => /token=([\w-]+)/.exec(email.text)![1]!;
const secrets = async (): Promise<number> =>
  (
    await sql<{ count: number }>`select count(*)::int as count from ops.vault where ref like 'account-mail/%'`.execute(
      world.db,
    )
  ).rows[0]!.count;

describe('a password link', () => {
  test("arrives in the agency's brand through the agency's own provider, works, and its secret is gone from the vault", async () => {
    await open();
    const { agency, agencyId, business } = await world.addAgency('North');
    await world.commands.whitelabels.edit(context(agency.caller), {
      agencyId,
      name: 'North & Sons',
      color: '#0f766e',
      subdomain: 'north',
    });
    await world.call(agency.token, 'PUT', '/agencies/sendgrid-config', {
      api_key: 'SG.abcdefghijklmnop',
      from_email: 'hello@north.test',
      from_name: 'North team',
    });
    await world.runner.waitFor(await world.raw.head(), { timeoutMs: 10_000 });
    await askReset(business.email);
    const email = await world.sandbox.inbox.waitFor(business.email);
    expect(email).toMatchObject({
      subject: 'Choose a new password for North & Sons',
      from: 'North team <hello@north.test>',
      envelope: { user: 'sendgrid' },
    });
    const port = new URL(world.publicUrl).port;
    expect(email.text).toContain(`http://north.localhost:${port}/passwords/reset?token=`);
    expect(email.html).toContain('#0f766e');
    for (const part of [email.subject, email.text, email.html!, JSON.stringify(email.headers)])
      expect(part).not.toMatch(/beckon|127\.0\.0\.1/i);
    const [row] = await ended();
    expect(row).toMatchObject({ state: 'sent', provider: 'sendgrid', attempts: 1 });
    expect([await outcomes(row!.id), await secrets()]).toEqual([['AccountEmailRequested', 'AccountEmailSent'], 0]);
    await world.commands.users.resetPassword(world.system(), {
      token: tokenIn(email),
      password: 'a-new-password-12',
      ipAddress: null,
    });
    expect(
      JSON.stringify(await world.store.read(streams.accountEmail(row!.id)), (_key, value: unknown) =>
        typeof value === 'bigint' ? '' : value,
      ),
    ).not.toContain(tokenIn(email));
    // It tells that it was changed, without a link.
    const told = await world.sandbox.inbox.waitFor(
      business.email,
      ({ subject }) => subject === 'Your North & Sons password was changed',
    );
    expect(told.text).not.toContain('token=');
  });

  test("of somebody without an agency's brand comes from the platform, into the sandbox's inbox over SMTP", async () => {
    await open();
    const admin = await world.addUser('Admin', null, null);
    await askReset(admin.email);
    const email = await world.sandbox.inbox.waitFor(admin.email);
    expect(email).toMatchObject({
      subject: 'Choose a new password for Beckon',
      envelope: { user: null, from: 'no-reply@127.0.0.1' },
    });
    expect(email.text).toContain(`${world.publicUrl}/passwords/reset?token=`);
  });

  test('is not sent when it has expired, was used, or nobody reads email there', async () => {
    await open({ workers: false });
    const [late, used] = [await world.addUser('Admin', null, null), await world.addUser('Admin', null, null)];
    await askReset(late.email);
    await askReset(used.email);
    await askReset(used.email);
    // Its owner changes the password meanwhile: the link is worth nothing.
    await world.commands.users.changePassword(context(used.caller), {
      userId: used.userId,
      currentPassword: 'correct-horse-battery',
      password: 'another-horse-battery',
    });
    await world.workers.start();
    await sql`select 1`.execute(world.db);
    const all = await eventually(
      rows,
      (found) => found.length >= 4 && found.every(({ recordedAt }) => recordedAt !== null),
    );
    expect(all.filter(({ state }) => state === 'failed').map(({ note }) => note)).toEqual([
      'its link can not be used any more',
      'its link can not be used any more',
    ]);
    expect(await world.sandbox.inbox.messages({ to: used.email })).toMatchObject([
      { subject: 'Your Beckon password was changed' },
    ]);
    expect(await secrets()).toBe(0);
  });
});

describe('what goes wrong', () => {
  test('an expired link is never sent, however long the provider was away', async () => {
    await open({ noEmail: true });
    const admin = await world.addUser('Admin', null, null);
    await askReset(admin.email);
    await eventually(rows, ([row]) => row?.note === 'no email provider is set up (SMTP_URL)');
    expect((await world.workers.status()).watchdog).toEqual([]); // Not a minute yet.
    await emails.change(world.db, {
      expiresAt: sql`now() - interval '1 second'`,
      requestedAt: sql`now() - interval '2 minutes'`,
    });
    const [row] = await ended();
    expect(row).toMatchObject({ state: 'failed', note: 'its link has expired' });
    expect([await outcomes(row!.id), await secrets()]).toEqual([['AccountEmailRequested', 'AccountEmailFailed'], 0]);
  });

  test('without a provider an email waits, is not counted as tried, and the health says why; with one it goes out', async () => {
    await open({ noEmail: true });
    const { agency } = await world.addAgency('Later');
    await askReset(agency.email);
    await eventually(rows, ([row]) => row?.state === 'pending' && row.note !== null);
    await emails.change(world.db, { requestedAt: sql`now() - interval '2 minutes'` });
    await eventually(
      async () => (await world.workers.status()).watchdog.join(' '),
      (words) => words.includes('emails wait: no email provider is set up (SMTP_URL)'),
    );
    await world.call(agency.token, 'PUT', '/agencies/mailgun-config', {
      api_key: 'key-abcdefghijklmnop',
      domain: 'mg.later.test',
      from_email: 'hello@later.test',
    });
    await world.sandbox.inbox.waitFor(agency.email);
    expect(await ended()).toMatchObject([{ state: 'sent', provider: 'mailgun', attempts: 1 }]);
  });

  test.each([
    ['refused@example.test', { state: 'failed', attempts: 1 }, 0],
    ['busy@example.test', { state: 'failed', attempts: 3 }, 0],
    // Taken, but nobody heard so: the same email goes out again, under the same Message-ID.
    ['lost@example.test', { state: 'failed', attempts: 3, unknowns: 2 }, 3],
  ] as const)('%s: tried as often as makes sense, then told', async (email, expected, arrived) => {
    await open({ mail: { attempts: 3, retryFirstMs: 20, retryLongestMs: 50, unknownMs: 20 } });
    const { agencyId, agency } = await world.addAgency('Trouble');
    await world.call(agency.token, 'PUT', '/agencies/sendgrid-config', {
      api_key: 'SG.abcdefghijklmnop',
      from_email: 'hello@north.test',
    });
    await world.addUser('Agency', agencyId, null, email);
    await askReset(email);
    const [row] = await ended();
    expect(row).toMatchObject(expected);
    expect(await outcomes(row!.id)).toEqual(['AccountEmailRequested', 'AccountEmailFailed']);
    const emails = await world.sandbox.inbox.messages({ to: email });
    expect([
      emails.length,
      new Set(emails.map(({ headers }) => headers.find(({ name }) => name.toLowerCase() === 'message-id')?.value)).size,
    ]).toEqual([arrived, Math.min(arrived, 1)]);
    expect(await secrets()).toBe(0);
  });

  test('what a dead process left in the middle goes out once more, after the wait', async () => {
    await open({ workers: false });
    const admin = await world.addUser('Admin', null, null);
    await askReset(admin.email);
    const emailId = (await world.store.readAll(0n, { limit: 500, filter: { types: ['AccountEmailRequested'] } }))
      .events[0]!.data['mailId'] as string;
    await emails.put(world.db, {
      id: emailId,
      userId: admin.userId,
      kind: 'password-reset',
      position: 1,
      state: 'sending',
      dueAt: sql`now()`,
      holder: randomUUID(),
      attempts: 1,
      sendingAt: sql`now()`,
      tokenRef: `account-mail/${emailId}`,
    });
    await world.workers.start();
    await world.sandbox.inbox.waitFor(admin.email);
    expect(await ended()).toMatchObject([{ state: 'sent', attempts: 2, unknowns: 1 }]);
    expect(await world.sandbox.inbox.messages({ to: admin.email })).toHaveLength(1);
  });

  test('sent, but the process died before it was told: told later, not sent again', async () => {
    await open({ workers: false });
    const admin = await world.addUser('Admin', null, null);
    await askReset(admin.email);
    const emailId = (await world.store.readAll(0n, { limit: 500, filter: { types: ['AccountEmailRequested'] } }))
      .events[0]!.data['mailId'] as string;
    await emails.put(world.db, {
      id: emailId,
      userId: admin.userId,
      kind: 'password-reset',
      position: 1,
      state: 'sent',
      dueAt: sql`now()`,
      attempts: 1,
      provider: 'smtp',
      providerMessageId: '<x@y>',
      doneAt: sql`now()`,
    });
    await world.workers.start();
    await ended();
    expect([await outcomes(emailId), await secrets(), (await world.sandbox.inbox.messages()).length]).toEqual([
      ['AccountEmailRequested', 'AccountEmailSent'],
      0,
      0,
    ]);
  });
});
