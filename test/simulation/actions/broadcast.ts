import { messageIdOf } from '../../../domain/broadcasts/recipient.ts';
import { dueFor } from '../../../domain/broadcasts/schedule.ts';
import type { BroadcastId, BusinessId, ContactId } from '../../../domain/kernel/ids.ts';
import { action } from '../action.ts';
import { bringUp } from '../read-models.ts';
import type { World } from '../world.ts';
import { blacklist } from './blacklist.ts';

const second = 1_000;

/** As soon as so many of a broadcast have left: someone watches its report. `then` is given the phones that are left. */
function whenGone(
  world: World,
  of: { readonly businessId: string; readonly broadcastId: string; readonly count: number },
  then: (left: readonly string[]) => void,
): void {
  const { phones, strangers, crowd } = world.cast;
  const left = new Map<string, string>(
    [...phones, ...strangers, ...crowd].map((phone) => [
      messageIdOf(
        of.businessId as BusinessId,
        of.broadcastId as BroadcastId,
        world.contactOf(of.businessId, phone) as ContactId,
      ),
      phone,
    ]),
  );
  const before = left.size;
  world.onTaken.push((id) => {
    if (left.delete(id) && left.size === before - of.count) world.timeline.later(0, () => then([...left.values()]));
  });
}

/**
 * A business writes to everybody: at once, or to each at nine in the morning, in one way or as a test of two. Somebody
 * may pause it and go on, stop it, press twice, or send it again to those whom it has not reached. Who is to get it in
 * the morning may be put on the blacklist until then, and so may people while it goes out to others; a pause or a stop may
 * come in the moment in which it goes.
 */
export const broadcast = action({
  name: 'broadcast',
  weight: 4,
  plan: (chance, cast) => ({
    shop: chance.is(0.75) ? 0 : chance.int(0, cast.shops.length - 1),
    body: chance.one(['Half price today, {{first_name|you}}!', 'We are open on Sunday.', 'https://example.test/menu']),
    byEmail: chance.is(0.35),
    isTest: chance.is(0.25),
    morning: chance.is(0.3),
    windowHours: chance.one([null, null, 24]),
    validHours: chance.one([3, 24, 30]),
    pressedTwice: chance.is(0.3),
    then: chance.one(['nothing', 'pause', 'stop'] as const),
    /** When the order comes: so long after the draft, ms, or once so many have been written to. */
    after: chance.one([chance.between(0, 3), chance.between(0, 40)]) * second,
    onceGone: chance.is(0.75) ? chance.int(1, 5) : null,
    pausedFor: chance.one([chance.between(1, 600), chance.between(1, 12) * 3_600]) * second,
    /** Of the morning: whose turn it is when the order comes, and how long before, ms; who is listed meanwhile. */
    turnOf: chance.one(cast.phones),
    ahead: chance.is(0.6) ? chance.between(-50, 300) : null,
    listed: chance.is(0.4) ? chance.one(cast.phones) : null,
    /** While it goes out: once so many have it, some of the others are listed, for good or for so many seconds. */
    listedOnceGone: chance.is(0.5) ? chance.int(1, 5) : null,
    listedFor: chance.is(0.5) ? chance.between(20, 900) : null,
    againAfter: chance.is(0.25) ? chance.between(5, 4_000) * second : null,
  }),
  run(world, planned) {
    const {
      shop: nth,
      body,
      byEmail,
      isTest,
      morning,
      windowHours,
      validHours,
      pressedTwice,
      then,
      againAfter,
    } = planned;
    const { after, onceGone, pausedFor, turnOf, ahead, listed, listedOnceGone, listedFor } = planned;
    const { businessId, person, name, designId, zone } = world.cast.shops[nth]!;
    const broadcastId = world.uuid();
    const now = world.timeline.now().getTime();
    const nine = { at: `${new Date(now + 24 * 3_600_000).toISOString().slice(0, 10)}T09:00` };
    /** Until nine in the morning where that phone is, ms; null: it goes out by no clock of theirs. */
    const turn = (phone: string) => (morning && !byEmail ? Date.parse(dueFor(nine, phone, zone)) - now : null);
    world.tell(
      `${name} ${byEmail ? 'mails' : 'writes to'} everybody: ${JSON.stringify(body)}${isTest ? ', a test of two' : ''}`,
    );
    const contents = isTest ? [body, `${body} See you!`] : [body];
    const schedule = (id: string) =>
      world.ask('schedule a broadcast', person, ({ broadcasts }, context) =>
        broadcasts.schedule(context, { broadcastId: id, recipients: null }),
      );
    const order = (what: 'pause' | 'resume' | 'stop') => {
      world.tell(`${what} the broadcast of ${name}`);
      return world.ask(
        `${what} a broadcast`,
        person,
        ({ broadcasts }, context) => broadcasts[what](context, { broadcastId }),
        { tries: 20 },
      );
    };
    const drafted = world.ask('draft a broadcast', person, ({ broadcasts }, context) =>
      broadcasts.create(context, {
        broadcastId,
        name: 'News',
        type: byEmail ? 'email' : 'sms',
        contents: contents.map((words) =>
          byEmail ?
            { kind: 'mail' as const, subject: words, preheader: null, designId }
          : { kind: 'text' as const, body: words, media: [] },
        ),
        test: isTest ? { share: 50, by: byEmail ? 'clicks' : 'replies', hours: 1 } : null,
        schedule: morning && !byEmail ? { kind: 'recipient', ...nine } : { kind: 'now' },
        windowHours,
        validHours,
      }),
    );
    void drafted.then((ended) => {
      if (ended !== 'done') return;
      for (let press = pressedTwice ? 2 : 1; press > 0; press -= 1) void schedule(broadcastId);
      // Whom it is to is asked of the read models: they come up to date now and then.
      for (const soon of [2, 5, 20, 100]) world.timeline.later(soon * second, () => bringUp(world));
      const turnAt = turn(turnOf);
      if (then !== 'nothing') {
        const say = (): void =>
          void order(then).then(() => {
            if (then === 'pause') world.timeline.later(pausedFor, () => void order('resume'));
          });
        if (turnAt !== null && ahead !== null) world.timeline.later(turnAt - ahead, say);
        else if (onceGone === null) world.timeline.later(after, say);
        else whenGone(world, { businessId, broadcastId, count: onceGone }, say);
      }
      const listedBefore = listed === null ? null : turn(listed);
      if (listed !== null && listedBefore !== null)
        world.timeline.later(listedBefore - world.chance.between(1, 9_000) * second, () =>
          blacklist.run(world, { shop: nth, phone: listed, forSeconds: null }),
        );
      if (listedOnceGone !== null)
        whenGone(world, { businessId, broadcastId, count: listedOnceGone }, (left) => {
          // Some of a crowd may never have come in, and some are about to leave in this moment.
          for (const phone of left.filter((_, place) => place % 3 === 0))
            void blacklist.run(world, { shop: nth, phone, forSeconds: listedFor });
        });
      if (againAfter === null) return;
      const resentId = world.uuid();
      world.timeline.later(againAfter, () => {
        world.tell(`${name} sends it again to those whom it has not reached`);
        void world
          .ask('resend a broadcast', person, ({ broadcasts }, context) =>
            broadcasts.resend(context, { broadcastId: resentId, of: broadcastId, name: 'Again' }),
          )
          .then((copied) => {
            if (copied === 'done') void schedule(resentId);
          });
      });
    });
  },
});
