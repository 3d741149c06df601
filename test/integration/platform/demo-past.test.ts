import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import type { AskedReport } from '../../../api/routes/report-exports.ts';
import { AutomationRunEnded } from '../../../domain/automations/runs/run-events.ts';
import { BroadcastId, ContactId, MessageId } from '../../../domain/kernel/ids.ts';
import { TextScheduled } from '../../../domain/livechat/events.ts';
import { seedDemo } from '../../../main/demo/index.ts';
import { agencyId, businesses } from '../../../main/demo/tenants.ts';
import { id } from '../../../main/demo/names.ts';
import { broadcastNow, reportOf, worksFor } from '../../support/broadcasts.ts';
import { carrier, context } from '../../support/callers.ts';
import { eventually } from '../../support/eventually.ts';
import { createTestDatabase } from '../../support/postgres.ts';
import { quietLog } from '../../support/quiet.ts';
import { openSpine, type Spine } from '../../support/spine.ts';

const since = new Date('2026-03-14T15:09:26.000Z');

async function emptySystem() {
  const database = await createTestDatabase({ readModels: true });
  const spine = await openSpine(database.connectionString);
  await spine.runner.start();
  onTestFinished(async () => {
    await spine.close();
    await database.drop();
  });
  const asked: AskedReport[] = [];
  const start = (commandsWith = spine.commandsWith) =>
    seedDemo({
      ...spine,
      commandsWith,
      askReport: async (report) => asked.push(report),
      password: 'correct horse',
      past: true,
      now: () => since,
      sandbox: null,
      smsUrl: 'http://127.0.0.1',
      accountSid: 'AC1',
      log: quietLog,
    });
  return { spine, start, asked };
}

/** Everything that has happened, and when; contacts and secrets have other ids in every installation. */
async function chronicle({ store }: Spine): Promise<readonly string[]> {
  const told: string[] = [];
  let next = 0n;
  for (;;) {
    const page = await store.readAll(next, { limit: 1_000 });
    told.push(...page.events.map(({ type, metadata }) => `${metadata.occurredAt} ${type}`));
    if (page.next === next) return told.sort();
    next = page.next;
  }
}

/** How those came to an end who went through automations. */
async function endsOf({ store }: Spine): Promise<Readonly<Record<string, number>>> {
  const { events } = await store.readAll(0n, { filter: { types: [AutomationRunEnded.type] }, limit: 1_000 });
  const reasons = events.map(({ data }) => String(data['reason']));
  return Object.fromEntries([...Map.groupBy(reasons, String)].map(([reason, all]) => [reason, all.length]));
}

const broadcastOf = (key: string) => BroadcastId.parse(id('broadcast', 'bellas-pizzeria', key));

/** Two months of two businesses, and a dozen passwords to hash. */
const patience = 150_000;
const never = new AbortController().signal;

let told: readonly string[] = [];

test(
  'the businesses of a demo have lived until it was made, and a restart adds nothing',
  async () => {
    const { spine, start, asked } = await emptySystem();
    await (
      await start()
    ).past!(never);
    told = await chronicle(spine);
    expect(told.length).toBeGreaterThan(800);
    expect(told.at(-1)! < since.toISOString(), told.at(-1)).toBe(true);
    // Something of everything that a newcomer looks at first.
    const kinds = new Set(told.map((line) => line.slice(line.indexOf(' ') + 1)));
    const alive = ['PagePublished', 'PageSubmitted', 'VoteCast', 'VoteExcluded', 'MemberJoined', 'ReferralRejected'];
    for (const type of [...alive, 'RewardUnlocked', 'RewardClaimed', 'CouponRedeemed', 'AutomationPublished'])
      expect(kinds.has(type), type).toBe(true);
    for (const type of ['AutomationHookReceived', 'AutomationStepCompleted', 'AutomationRunEnded', 'MessageDeferred'])
      expect(kinds.has(type), type).toBe(true);
    expect(await endsOf(spine)).toEqual({ completed: 7, goal: 4, 'by-hand': 1, failed: 1, 'opted-out': 1 });
    // Everybody of an audience came to an end, and nobody was written to at night.
    for (const key of ['pasta-night', 'autumn-menu', 'two-for-one']) {
      const { status, recipients, leftOut, sums } = await reportOf(spine.store, broadcastOf(key));
      const { delivered, undelivered, suppressed, ...others } = sums;
      expect(status, key).toBe('completed');
      expect(delivered, key).toBeGreaterThan(15);
      expect(undelivered, key).toBeGreaterThan(0);
      expect(delivered + undelivered + suppressed, key).toBe(recipients);
      expect(Object.values(others), key).toEqual([0, 0, 0, 0, 0]);
      expect(leftOut.length, key).toBeGreaterThan(0);
    }
    for (const type of ['LinkClicked', 'LinkVisitsCounted']) expect(kinds.has(type), type).toBe(true);
    expect((await broadcastNow(spine.store, broadcastOf('wine-evening'))).status).toBe('scheduled');
    expect((await broadcastNow(spine.store, broadcastOf('holiday-catering'))).status).toBe('draft');
    // Views that they go back to, and reports that they want as files.
    const views = await Promise.all(
      [
        { agencyId, businessId: businesses[0].businessId },
        { agencyId, businessId: null },
      ].map((tenant) => spine.commands.reports.viewsOf(id('user', 'agency@demo.test'), tenant)),
    );
    expect(views.map((found) => found.map(({ name, query }) => [name, query]))).toEqual([
      [
        ['Failed texts', 'group_by=error&status=failed'],
        ['Opt-outs by source', 'group_by=source&status=optedOut'],
      ],
      [
        ['Costs by business', 'group_by=business'],
        ['Texts by business', 'group_by=business'],
      ],
    ]);
    const files = asked.map(({ wish, session: { role }, whose }) => [wish.report, role, whose]);
    expect(files).toEqual([
      ['sms-list', 'Business', "Bella's Pizzeria"],
      ['mdr-list', 'Agency', null],
    ]);
    expect((await start()).past).toBeNull();
    expect(asked).toHaveLength(2);
    expect(await chronicle(spine)).toEqual(told);
  },
  patience,
);

test(
  'cut off they go on where they were, and leave nothing for workers to answer',
  async () => {
    // Killed in the middle of an answer, and once more a little later.
    const { spine, start } = await emptySystem();
    for (const after of [60, 30]) {
      let left = after;
      const dying: typeof spine.commandsWith = (given) => {
        const commands = spine.commandsWith(given);
        const { text } = commands.delivery;
        const hear: typeof text.hear = (...call) =>
          (left -= 1) > 0 ? text.hear(...call) : Promise.reject(new Error('killed'));
        return { ...commands, delivery: { ...commands.delivery, text: { ...text, hear } } };
      };
      await expect((await start(dying)).past!(never)).rejects.toThrow('killed');
    }
    expect((await chronicle(spine)).length).toBeLessThan(told.length);
    await (
      await start()
    ).past!(never);
    expect(await chronicle(spine)).toEqual(told);
    // For the workers here its day is long over.
    await spine.commands.broadcasts.unschedule(context(worksFor(businesses[0].businessId)), {
      broadcastId: broadcastOf('wine-evening'),
    });
    // So are the texts that were scheduled then.
    const { events: scheduled } = await spine.store.readAll(0n, {
      filter: { types: [TextScheduled.type] },
      limit: 1_000,
    });
    for (const { data, metadata } of scheduled)
      await spine.commands.livechat.takeBackScheduled(context(worksFor(metadata.tenant.businessId!)), {
        contactId: ContactId.parse(data['contactId']),
        messageId: MessageId.parse(data['messageId']),
      });
    const before = await spine.store.head();

    // Nobody answers the texts of last week today. That a number is unreachable is what a worker reads from a failed text.
    const workers = spine.workers({ baseUrl: 'http://127.0.0.1:9', publicUrl: 'http://127.0.0.1:9' });
    await workers.start();
    onTestFinished(() => workers.stop());
    // When somebody who texts now has been dealt with, so has everything before.
    await spine.commands.messages.receive(context(carrier), {
      provider: 'twilio',
      providerMessageId: `SM${'9'.repeat(32)}`,
      from: '+14155550110',
      to: '+14155550100',
      body: 'Are you still there?',
      media: [],
      receivedAt: new Date().toISOString(),
    });
    const ofThatText = ['MessageRoutedToInbox', 'MessageReceived', 'NotificationRaised'];
    const added = await eventually(
      async () => {
        const { events } = await spine.store.readAll(before, { limit: 1_000 });
        // Automations go on with those who have waited since then; no text that failed then is sent again.
        const others = events.filter(
          ({ type, data, position }) =>
            position > before && !/^Automation(Run|Step)/.test(type) && (data['automation'] ?? null) === null,
        );
        return others.map(({ type }) => type);
      },
      (types) => ofThatText.every((type) => types.includes(type)) && types.includes('ContactMarkedUnreachable'),
    );
    expect(added.toSorted()).toEqual(['ContactMarkedUnreachable', ...ofThatText].toSorted());
    // Rows of what is long over are made and ended page by page of the log, behind whoever answers.
    await eventually(
      async () => (await workers.status()).sender.pending,
      (pending) => pending === 0,
    );
    // And no text that failed then is sent again.
    await eventually(
      () => sql`select 1 from ops.timers where kind = 'resend-message'`.execute(spine.db),
      ({ rows }) => rows.length === 0,
    );
    const { events: after } = await spine.store.readAll(before, { limit: 1_000 });
    const again = after.filter(({ metadata: { actor } }) => actor.kind === 'system' && actor.name === 'resend');
    expect(again.map(({ type }) => type)).toEqual([]);
  },
  patience,
);
