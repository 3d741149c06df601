import { describe, expect, it } from 'vitest';
import { approve, reject } from '../../../domain/broadcasts/approval.ts';
import { Broadcast } from '../../../domain/broadcasts/broadcast.ts';
import { contentProblems } from '../../../domain/broadcasts/check.ts';
import * as decide from '../../../domain/broadcasts/decide.ts';
import type { BroadcastEvent } from '../../../domain/broadcasts/events.ts';
import { emptySetup, Schedule, type Setup } from '../../../domain/broadcasts/fields.ts';
import { emailTrouble } from '../../../domain/broadcasts/health.ts';
import { noWord, recipientState } from '../../../domain/broadcasts/report.ts';
import { dueFor, nextOccurrence, startOf } from '../../../domain/broadcasts/schedule.ts';
import { fold } from '../../../domain/kernel/decider.ts';
import { BroadcastId, BusinessId } from '../../../domain/kernel/ids.ts';
import { E164 } from '../../../domain/sms/values.ts';

const broadcastId = BroadcastId.parse('00000000-0000-4000-8000-000000000001');
const businessId = BusinessId.parse('00000000-0000-4000-8000-000000000002');
const now = new Date('2026-11-22T18:00:00.000Z');
const standing: decide.BroadcastProgress = {
  number: E164.parse('+14155550100'),
  works: true,
  hasAddress: true,
  couponProblem: null,
  pictures: true,
  approvalLimit: null,
  customFields: [],
  recipients: 10,
  credit: null,
};
/** Whatever is there is decided on. */
const look = { saw: null, is: 2 };
const text = (body: string): Setup => ({
  ...emptySetup('Autumn', 'sms'),
  contents: [{ kind: 'text', body, media: [] }],
});
const after = (...steps: ((state: Broadcast) => readonly BroadcastEvent[])[]) =>
  steps.reduce<Broadcast>((state, step) => fold(Broadcast, step(state), state), Broadcast.initial);
const drafted =
  (body = 'Hello {{first_name|there}}') =>
  (state: Broadcast) =>
    decide.draft({ broadcastId, businessId, setup: text(body), from: null }, state);
const scheduled =
  (over: Partial<decide.BroadcastProgress> = {}) =>
  (state: Broadcast) =>
    decide.schedule({ startAt: now.toISOString(), now, versions: [], standing: { ...standing, ...over } }, state);
const started = (state: Broadcast) =>
  decide.start({ now, position: 7n, standing, links: [], versions: [], trouble: null }, state);
const types = (events: readonly BroadcastEvent[]) => events.map(({ type }) => type);

const unseen = { seen: null, figures: null };
describe('a broadcast', () => {
  it('goes from draft to its end', () => {
    const running = after(drafted(), scheduled(), started);
    expect(running).toMatchObject({
      status: 'running',
      run: { position: '7', sender: '+14155550100', expiresAt: '2026-11-23T18:00:00.000Z' },
    });
    const size = { recipients: 2, leftOut: { 'opted-out': 1 }, waiting: 0 };
    const frozen = fold(Broadcast, decide.completeAudience(size, running), running);
    expect(decide.completeAudience(size, frozen)).toEqual([]);
    expect(types(decide.complete({}, running))).toEqual([]);
    expect(types(decide.complete({}, frozen))).toEqual(['BroadcastCompleted']);
  });

  it('is changed as a draft alone', () => {
    const draft = after(drafted());
    expect(decide.change({ name: 'Autumn' }, draft)).toEqual([]);
    expect(types(decide.change({ name: 'Winter' }, draft))).toEqual(['BroadcastChanged']);
    expect(() => decide.change({ name: 'Winter' }, after(drafted(), scheduled()))).toThrow('Take it off the schedule');
    expect(() => decide.change({ name: 'Winter' }, after(drafted(), scheduled(), started))).toThrow('Duplicate it');
  });

  it('is not scheduled empty, to nobody, without a number, or by a business that is switched off', () => {
    expect(() => after(drafted(' '), scheduled())).toThrow('Write a message.');
    expect(() => after(drafted('{{coupon_code}}'), scheduled())).toThrow('needs a campaign');
    expect(() => after(drafted('{{nonsense}}'), scheduled())).toThrow('can’t be used in a broadcast');
    expect(() => after(drafted(), scheduled({ couponProblem: 'This campaign gives no coupon.' }))).toThrow('no coupon');
    expect(() => after(drafted(), scheduled({ recipients: 0 }))).toThrow('No one would get');
    expect(() => after(drafted(), scheduled({ number: null }))).toThrow('no number');
    expect(() => after(drafted(), scheduled({ works: false }))).toThrow('switched off');
    expect(() => after(drafted(), scheduled({ credit: 9 }))).toThrow('credit');
  });

  it('waits for the agency above its size, when it is scheduled and when it starts', () => {
    const asked = after(drafted(), scheduled({ approvalLimit: 9 }));
    expect(asked.status).toBe('approval');
    expect(decide.start({ now, position: 1n, standing, links: [], versions: [], trouble: null }, asked)).toEqual([]);
    const approved = after(drafted(), scheduled({ approvalLimit: 9 }), (state) => approve({ now, look }, state));
    expect(approved.status).toBe('scheduled');
    const large = { ...standing, approvalLimit: 9, recipients: 1_000 };
    expect(
      types(decide.start({ now, position: 1n, standing: large, links: [], versions: [], trouble: null }, approved)),
    ).toEqual(['BroadcastStarted']);
    const grown = after(drafted(), scheduled({ approvalLimit: 10 }));
    expect(
      types(
        decide.start(
          { now, position: 1n, standing: { ...large, approvalLimit: 10 }, links: [], versions: [], trouble: null },
          grown,
        ),
      ),
    ).toEqual(['BroadcastApprovalRequested']);
    // What is changed after it was approved is asked of again.
    const changed = after(
      drafted(),
      scheduled({ approvalLimit: 9 }),
      (state) => approve({ now, look }, state),
      (state) => decide.unschedule({}, state),
      (state) => decide.change({ name: 'Other' }, state),
      scheduled({ approvalLimit: 9 }),
    );
    expect(changed.status).toBe('approval');
  });

  it('is decided on once, as it was looked at', () => {
    const asked = after(drafted(), scheduled({ approvalLimit: 9 }));
    const approving = (state: Broadcast) => approve({ now, look }, state);
    const turned = (state: Broadcast) => reject({ note: 'Too soon.', look }, state);
    expect(() => approve({ now, look: { saw: 1, is: 2 } }, asked)).toThrow('has changed this broadcast since');
    expect(() => reject({ note: 'No', look: { saw: 1, is: 2 } }, asked)).toThrow('has changed this broadcast since');
    expect(types(approve({ now, look: { saw: 2, is: 2 } }, asked))).toEqual([
      ...['BroadcastApproved', 'BroadcastScheduled'],
    ]);
    const approved = fold(Broadcast, approving(asked), asked);
    expect(approving(approved)).toEqual([]);
    expect(() => turned(approved)).toThrow('has been approved already');
    const rejected = fold(Broadcast, turned(asked), asked);
    expect(rejected).toMatchObject({ status: 'draft', rejection: 'Too soon.' });
    expect(() => turned(rejected)).toThrow('given back to the business already');
    expect(() => approving(rejected)).toThrow('given back to the business already');
    const withdrawn = fold(Broadcast, decide.unschedule({}, asked), asked);
    expect(() => approving(withdrawn)).toThrow('has taken it back');
    expect(() => turned(fold(Broadcast, decide.remove({}, asked), asked))).toThrow('does not exist');
  });

  it('does not start before its time, twice, or deleted; what stands in its way pauses it', () => {
    const early = { now: new Date(now.getTime() - 1), position: 1n, standing, links: [], versions: [], trouble: null };
    expect(decide.start(early, after(drafted(), scheduled()))).toEqual([]);
    expect(started(after(drafted(), scheduled(), started))).toEqual([]);
    expect(started(after(drafted(), scheduled(), (state) => decide.remove({}, state)))).toEqual([]);
    const off = { now, position: 1n, standing: { ...standing, number: null }, links: [], versions: [], trouble: null };
    const paused = after(drafted(), scheduled(), (state) => decide.start(off, state));
    expect(paused).toMatchObject({ status: 'paused', run: null });
    expect(fold(Broadcast, decide.resume(unseen, paused), paused).status).toBe('scheduled');
  });

  it('is paused, resumed and stopped while it goes out, and deleted afterwards', () => {
    const running = after(drafted(), scheduled(), started);
    const paused = fold(Broadcast, decide.pause({ by: 'filtering', note: 'x' }, running), running);
    expect(decide.pause({ by: 'person', note: '' }, paused)).toEqual([]);
    expect(fold(Broadcast, decide.resume(unseen, paused), paused).status).toBe('running');
    expect(() => decide.remove({}, paused)).toThrow('Stop this broadcast');
    const stopped = fold(Broadcast, decide.stop({}, paused), paused);
    expect(stopped.status).toBe('stopped');
    expect(decide.complete({}, stopped)).toEqual([]);
    expect(decide.pause({ by: 'failures', note: '' }, stopped)).toEqual([]);
    expect(types(decide.remove({}, stopped))).toEqual(['BroadcastDeleted']);
    expect(() => decide.resume(unseen, stopped)).toThrow('not paused');
  });
});

const seen = { seen: { bounced: 60, complained: 0 }, figures: null };
describe('a time that does not exist', () => {
  const schedules = (at: string) => [
    { kind: 'at', at, zone: 'UTC' },
    { kind: 'recipient', at },
    { kind: 'recurring', at, zone: 'UTC', every: 'month', until: null },
  ];
  it.each(['2026-02-31T10:00', '2026-02-29T10:00', '2026-11-22T25:61', '2026-13-01T10:00', '2026-00-00T00:00'])(
    'as %s is refused, and never begins in an old draft',
    (at) => {
      for (const schedule of schedules(at)) {
        expect(Schedule.safeParse(schedule).success).toBe(false);
        expect(startOf(schedule as Schedule, 'UTC', now)).toBeNull();
      }
    },
  );
  it.each(['2026-02-28T23:59', '2028-02-29T00:00', '2026-03-08T02:30'])('as %s is not', (at) => {
    for (const schedule of schedules(at)) expect(Schedule.safeParse(schedule).success).toBe(true);
  });
});

describe('emails of a business that fares badly', () => {
  const trouble = emailTrouble({ sent: 1_000, bounced: 60, complained: 0 })!;
  const email: Setup = {
    ...emptySetup('Autumn', 'email'),
    contents: [{ kind: 'mail', subject: 'Hi', preheader: null, designId: '00000000-0000-4000-8000-000000000003' }],
  };
  const draft = (state: Broadcast) => decide.draft({ broadcastId, businessId, setup: email, from: null }, state);
  const startIn = (state: Broadcast) =>
    decide.start({ now, position: 1n, standing, links: [], versions: [], trouble }, state);

  it('do not start, and stand still, until somebody lets each go on', () => {
    const held = after(draft, scheduled(), startIn);
    expect(held).toMatchObject({ status: 'paused', run: null, paused: { by: 'bounces', note: trouble.note } });
    const resumed = fold(Broadcast, decide.resume(seen, held), held);
    expect(types(startIn(resumed))).toEqual(['BroadcastStarted']);
    expect(decide.holdEmails(trouble, fold(Broadcast, startIn(resumed), resumed))).toEqual([]);

    const running = after(draft, scheduled(), started);
    const stopped = fold(Broadcast, decide.holdEmails(trouble, running), running);
    expect(stopped.status).toBe('paused');
    expect(decide.holdEmails(trouble, fold(Broadcast, decide.resume(seen, stopped), stopped))).toEqual([]);
    // What somebody paused and resumed for a reason of their own says nothing of this.
    const paused = fold(Broadcast, decide.pause({ by: 'person', note: '' }, running), running);
    expect(types(decide.holdEmails(trouble, fold(Broadcast, decide.resume(unseen, paused), paused)))).toEqual([
      'BroadcastPaused',
    ]);
    // What comes of itself stops it all the same.
    expect(types(decide.pause(trouble, fold(Broadcast, decide.resume(seen, stopped), stopped)))).toEqual([
      'BroadcastPaused',
    ]);
  });

  it('go on for who has seen how many, and only while there are no more', () => {
    const held = after(draft, scheduled(), startIn);
    expect(() => decide.resume(unseen, held)).toThrow('Look at its report');
    const now = { sent: 1_000, bounced: 60, complained: 1 };
    const resume = (bounced: number, complained: number) =>
      types(decide.resume({ seen: { bounced, complained }, figures: now }, held));
    expect(() => resume(59, 1)).toThrow('Look at the figures again');
    expect(() => resume(60, 0)).toThrow('Look at the figures again');
    expect(resume(60, 1)).toEqual(['BroadcastResumed']);
  });

  it('say nothing of texts', () => {
    expect(types(startIn(after(drafted(), scheduled())))).toEqual(['BroadcastStarted']);
    expect(decide.holdEmails(trouble, after(drafted(), scheduled(), started))).toEqual([]);
  });
});

describe('what keeps a broadcast from going out', () => {
  it('is said at each field', () => {
    const picture = { url: 'https://example.test/a.png', contentType: 'image/png' };
    const of = (setup: Partial<Setup>) => Object.keys(contentProblems({ ...text('Hi'), ...setup }));
    expect(of({})).toEqual([]);
    expect(of({ type: 'mms' })).toEqual(['contents.0.media']);
    expect(of({ contents: [{ kind: 'text', body: '', media: [picture] }] })).toEqual([
      'contents.0.body',
      'contents.0.media',
    ]);
    expect(of({ type: 'mms', contents: [{ kind: 'text', body: '', media: [picture] }] })).toEqual([]);
    expect(of({ type: 'email' })).toEqual(['contents.0.kind']);
    expect(of({ contents: [...text('A').contents, ...text('B').contents] })).toEqual(['test']);
    expect(of({ test: { share: 20, by: 'clicks', hours: 4 } })).toEqual(['contents']);
    const two = { contents: [...text('A').contents, ...text('B').contents], validHours: 4 };
    expect(of({ ...two, test: { share: 20, by: 'clicks', hours: 4 } })).toEqual(['test']);
    expect(of({ ...two, test: { share: 100, by: 'clicks', hours: 4 } })).toEqual([]);
    expect(of({ contents: text('{{first_name').contents })).toEqual(['contents.0.body']);
  });
});

describe('when a broadcast begins', () => {
  const at = (day: string) => ({ kind: 'at' as const, at: day, zone: 'America/New_York' });
  it('by the business’s clock, on days that clocks change as well', () => {
    expect(startOf(at('2026-12-01T18:30'), 'UTC', now)).toBe('2026-12-01T23:30:00.000Z');
    // Clocks leap over 02:30 that day, and show 01:30 twice on the other.
    expect(startOf(at('2027-03-14T02:30'), 'UTC', now)).toBe('2027-03-14T07:30:00.000Z');
    expect(startOf(at('2026-11-01T01:30'), 'UTC', now)).toBe('2026-11-01T05:30:00.000Z');
  });

  it('by each recipient’s own clock', () => {
    const schedule = { kind: 'recipient' as const, at: '2026-12-01T18:30' };
    const starts = startOf(schedule, 'America/New_York', now)!;
    const due = (phone: string | null) => dueFor(schedule, phone, 'America/New_York');
    expect(due('+12125550100')).toBe('2026-12-01T23:30:00.000Z');
    expect(due('+14155550100')).toBe('2026-12-02T02:30:00.000Z');
    expect(due(null)).toBe('2026-12-01T23:30:00.000Z');
    for (const phone of ['+12125550100', '+19025550100', '+17095550100']) expect(due(phone) >= starts).toBe(true);
  });

  it('again and again, at the same hour, on days that are there', () => {
    const weekly = {
      kind: 'recurring' as const,
      at: '2026-10-25T09:00',
      zone: 'America/New_York',
      every: 'week' as const,
      until: '2026-11-10',
    };
    expect(nextOccurrence(weekly, new Date('2026-10-01T00:00Z'))).toEqual({
      day: '2026-10-25',
      startAt: '2026-10-25T13:00:00.000Z',
    });
    expect(nextOccurrence(weekly, new Date('2026-10-25T13:00Z'))?.startAt).toBe('2026-11-01T14:00:00.000Z');
    expect(nextOccurrence(weekly, new Date('2026-11-08T14:00Z'))).toBeNull();
    const monthly = { ...weekly, at: '2026-01-31T09:00', every: 'month' as const, until: null };
    expect(nextOccurrence(monthly, new Date('2026-02-01T00:00Z'))?.day).toBe('2026-02-28');
    expect(nextOccurrence(monthly, new Date('2026-03-01T00:00Z'))?.day).toBe('2026-03-31');
  });
});

describe('where a recipient is', () => {
  it('is what their message says, and where nothing was said, what became of the broadcast', () => {
    expect(recipientState(noWord, 'running')).toBe('waiting');
    expect(recipientState(noWord, 'stopped')).toBe('stopped');
    expect(recipientState(noWord, 'completed')).toBe('expired');
    expect(recipientState({ status: 'accepted', reason: null }, 'stopped')).toBe('sent');
    expect(recipientState({ status: 'delivered', reason: null }, 'stopped')).toBe('delivered');
    expect(recipientState({ status: 'failed', reason: null }, 'completed')).toBe('undelivered');
    expect(recipientState({ status: 'suppressed', reason: 'opted-out' }, 'completed')).toBe('suppressed');
    expect(recipientState({ status: 'suppressed', reason: 'expired' }, 'completed')).toBe('expired');
  });
});
