import { expect, test } from 'vitest';
import { CallerTextedBack, CallSettingsChanged } from '../../domain/calls/events.ts';
import { startedMinutes } from '../../domain/calls/fields.ts';
import { BusinessId } from '../../domain/kernel/ids.ts';
import { streams } from '../../domain/streams.ts';
import { eventually } from '../support/eventually.ts';
import { said } from '../support/said.ts';
import { createTenant } from '../support/spine.ts';
import type { CallProcess, ToldCall } from './support/call-process.ts';
import { type Child, startChild } from './support/child.ts';
import { killedWorld } from './support/killed-workers.ts';
import { killsOr } from './support/kills.ts';

const kills = killsOr(2);
const number = '+14155550171';
const forwardTo = '+14155550111';
const textBack = 'Sorry we missed you. How can we help?';
const rings = 20;
const callers = 60;

const world = killedWorld(
  number,
  {
    create: { delayMs: 20, jitterMs: 40 },
    progress: { sentAfterMs: 100, deliveredAfterMs: 100, jitterMs: 500 },
    status: { duplicateRate: 0.1 },
    retry: { firstMs: 100, maxMs: 1_000 },
  },
  () => ({ sender: { retryFirstMs: 50, retryLongestMs: 500, askAfterMs: 3_000 } }),
);

test(`kill -9 of what takes calls and of what texts back, ${kills} times each: each caller once, each minute once`, async () => {
  const { spine, killing } = world;
  const tenant = await createTenant(spine, number);
  const businessId = BusinessId.parse(tenant.businessId);
  const settings = { businessId, forwardTo, callerId: 'caller', whisper: true, ringSeconds: 20, textBack } as const;
  const owner = { agencyId: null, businessId };
  const events = said([CallSettingsChanged.create(settings)], owner);
  await spine.store.append(streams.callSettings(businessId), 'any', events);
  // An answer waits for no quiet hours, and goes to numbers of the United States alone.
  const calls = Array.from({ length: callers }, (_, nth): ToldCall => {
    const sid = `CA${String(nth).padStart(32, '0')}`;
    const from = `+1415556${String(2000 + nth)}`;
    return { sid, from, seconds: nth % 3 === 0 ? 61 + nth : null };
  });
  const missed = calls.filter(({ seconds }) => seconds === null).map(({ from }) => from);

  const today = new Date();
  const day = (ahead: number) => new Date(today.getTime() + ahead * 86_400_000).toISOString().slice(0, 10);
  const none = { agency_id: null, business_id: null, contact_id: null, number: null, carrier_id: null };
  const asked = {
    days: { from: day(-1), to: day(1) },
    filters: { ...none, direction: null, status: null, reason: null },
  };
  const totals = () => spine.readModels.callTotals({ agencyId: null, businessId }, asked);

  // While those who text back are killed, those who take the calls are killed, too.
  const { connectionString } = world.server;
  const given: CallProcess = { connectionString, to: number, forwardTo, rings, calls, betweenMs: 200 };
  const taking = (more: Partial<CallProcess> = {}) =>
    startChild('./call-process.ts', { CALLS: JSON.stringify({ ...given, ...more }) });
  const takers: Child[] = [];
  const take = async (more?: Partial<CallProcess>): Promise<void> => {
    const child = await taking(more);
    takers.push(child);
    child.go();
  };
  // A kill comes while callers are texted back, and not while their texts are sent.
  let textedBack = 0;
  const counting = new AbortController();
  const counted = (async () => {
    const filter = { types: [CallerTextedBack.type] };
    while (!counting.signal.aborted)
      textedBack = (await spine.store.readAll(0n, { limit: 1_000, filter })).events.length;
  })();
  await take();
  const again: Promise<void>[] = [];
  await killing.through({
    kills,
    of: missed.length,
    progress: () => textedBack,
    // Not before: without calls that come in there is nothing to be cut off in.
    after: () => {
      const taker = takers.at(-1)!;
      again.push(taker.kill('SIGKILL').then(() => take()));
    },
  });
  await Promise.all(again);
  counting.abort();
  await counted;
  const ended = await eventually(totals, ({ calls: count, answered, missed: lost }) => {
    return count === callers && answered + lost === callers;
  });
  await eventually(killing.sent, (count) => count >= missed.length, 120_000);
  // Everything is told once more, after all was over.
  await take({ betweenMs: 0 });
  const headBefore = await spine.store.head();
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  await Promise.all(takers.map((child) => child.kill('SIGKILL')));

  const texts = killing.sandbox.carrier.messages({ direction: 'outbound' });
  expect(texts.map(({ to }) => to).toSorted()).toEqual(missed.toSorted());
  expect(new Set(texts.map(({ body }) => body))).toEqual(new Set([textBack]));
  const minutes = calls.reduce(
    (sum, { seconds }) => sum + startedMinutes(seconds ?? 0) + startedMinutes((seconds ?? 0) + rings),
    0,
  );
  expect(ended).toMatchObject({ answered: callers - missed.length, missed: missed.length });
  await spine.runner.waitFor(headBefore, { timeoutMs: 20_000 });
  expect((await totals()).minutes).toBe(minutes);
  expect((await spine.readModels.payerUsage({ kind: 'business', id: businessId })).minutes).toBe(minutes);
}, 600_000);
