import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ChatAnsweringChanged, ChatReplyTimeChanged } from '../../../domain/livechat/team/events.ts';
import { chatTeamFields } from '../../../domain/livechat/team/fields.ts';
import { ChatTeam, choose, setAway } from '../../../domain/livechat/team/team.ts';
import { type Given, inTurn, type Load, withGiven } from '../../../domain/livechat/team/turns.ts';
import { Conversation } from '../../../domain/livechat/conversation.ts';
import { giveBack, autoAssign } from '../../../domain/livechat/decide.ts';
import { ConversationAssigned, ConversationClosed, ConversationOpened } from '../../../domain/livechat/events.ts';
import { UserId } from '../../../domain/kernel/ids.ts';
import { given } from '../../support/given.ts';
import { businessId, contactId } from './fixtures.ts';

const [ann, ben, cy] = ['a', 'b', 'c'].map((digit) => UserId.parse(`00000000-0000-4000-8000-00000000000${digit}`)) as [
  UserId,
  UserId,
  UserId,
];
const people = [ann, ben, cy];

/** Gives out so many conversations, one after another, as the worker does that remembers what it gave. */
function gives(mode: 'round-robin' | 'least-busy', loads: readonly Load[], count: number): string[] {
  const done: Given[] = [];
  for (let position = 100n; done.length < count; position += 1n) {
    const now = loads.map((load) => withGiven(load, done));
    done.push({ userId: inTurn(mode, people, now)[0]!, position });
  }
  return done.map(({ userId }) => userId);
}
const idle = people.map((userId): Load => ({ userId, open: 0, givenAt: null }));

describe('the turn of a team', () => {
  it('goes round as they were chosen, whatever each has', () => {
    expect(gives('round-robin', idle, 5)).toEqual([ann, ben, cy, ann, ben]);
    const busy = [
      { ...idle[0]!, open: 9, givenAt: 5n },
      { ...idle[1]!, givenAt: 7n },
      { ...idle[2]!, givenAt: 6n },
    ];
    expect(gives('round-robin', busy, 4)).toEqual([ann, cy, ben, ann]);
  });

  it('is theirs who have the fewest, and among equals goes round', () => {
    const loads = [
      { ...idle[0]!, open: 2 },
      { ...idle[1]!, open: 0 },
      { ...idle[2]!, open: 1 },
    ];
    expect(gives('least-busy', loads, 4)).toEqual([ben, cy, ben, ann]);
  });

  it('does not count what is known already a second time', () => {
    const known: Load = { userId: ann, open: 3, givenAt: 10n };
    expect(
      withGiven(known, [
        { userId: ann, position: 10n },
        { userId: ben, position: 12n },
      ]),
    ).toEqual(known);
    expect(withGiven(known, [{ userId: ann, position: 11n }])).toEqual({ userId: ann, open: 4, givenAt: 11n });
  });

  it('leaves nobody more than one behind, however much is given out', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), fc.constantFrom('round-robin', 'least-busy'), (count, mode) => {
        const tally = people.map((id) => gives(mode, idle, count).filter((to) => to === id).length);
        expect(Math.max(...tally) - Math.min(...tally)).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe('a conversation that goes to somebody by itself', () => {
  const of = { contactId, businessId, receivedPosition: '50', people: [ben, cy], gone: null };
  const whose = (assigneeId: UserId | null) =>
    ConversationAssigned.create({ contactId, businessId, assigneeId, why: 'by-hand' });
  const itself = (assigneeId: UserId | null) =>
    ConversationAssigned.create({ contactId, businessId, assigneeId, why: 'automatic' });
  const closed = (upToPosition: string) =>
    ConversationClosed.create({ contactId, businessId, userId: ann, upToPosition });

  it('goes to who comes first, and only when nobody has it', () => {
    given(Conversation)
      .when((state) => autoAssign(of, state))
      .then([itself(ben)]);
    given(Conversation, [whose(ann)])
      .when((state) => autoAssign(of, state))
      .thenNothing();
    given(Conversation)
      .when((state) => autoAssign({ ...of, people: [] }, state))
      .thenNothing();
  });

  it('stays where it is when it was closed with the text seen', () => {
    given(Conversation, [closed('50')])
      .when((state) => autoAssign(of, state))
      .thenNothing();
    given(Conversation, [closed('49')])
      .when((state) => autoAssign(of, state))
      .then([itself(ben)]);
  });

  it('leaves who is gone, for somebody who is here or for nobody', () => {
    const opened = ConversationOpened.create({ contactId, businessId, userId: null });
    given(Conversation, [whose(ann), closed('10'), opened])
      .when((state) => autoAssign({ ...of, gone: ann }, state))
      .then([itself(ben)]);
    given(Conversation, [whose(ann), closed('10'), opened])
      .when((state) => autoAssign({ ...of, people: [], gone: ann }, state))
      .then([itself(null)]);
    // Somebody took it a moment before.
    given(Conversation, [whose(ann), closed('10'), opened, whose(cy)])
      .when((state) => autoAssign({ ...of, gone: ann }, state))
      .thenNothing();
  });

  it('is given back by who has it alone', () => {
    given(Conversation, [whose(ann)])
      .when((state) => giveBack({ contactId, businessId, userId: ann }, state))
      .then([ConversationAssigned.create({ contactId, businessId, assigneeId: null, why: 'given-back' })]);
    given(Conversation, [whose(ben)])
      .when((state) => giveBack({ contactId, businessId, userId: ann }, state))
      .thenNothing();
  });
});

describe('how a team shares its chat', () => {
  const wanted = { businessId, mode: 'round-robin', people, replyMinutes: 15, hours: null } as const;

  it('is said once, each part when it changes', () => {
    const said = choose(wanted, ChatTeam.initial);
    expect(said.map(({ type }) => type)).toEqual(['ChatAssignmentChanged', 'ChatReplyTimeChanged']);
    given(ChatTeam, said)
      .when((state) => choose(wanted, state))
      .thenNothing();
    given(ChatTeam, said)
      .when((state) => choose({ ...wanted, replyMinutes: 30 }, state))
      .then([ChatReplyTimeChanged.create({ businessId, minutes: 30, hours: null })]);
  });

  it('says who answers, and leaves that alone where nobody speaks of it', () => {
    const chosen = ChatAnsweringChanged.create({ businessId, answerOwns: true, assigneeOnly: false });
    const said = choose(wanted, ChatTeam.initial);
    given(ChatTeam, said)
      .when((state) => choose({ ...wanted, answerOwns: true }, state))
      .then([chosen]);
    given(ChatTeam, [...said, chosen])
      .when((state) => choose(wanted, state))
      .thenNothing();
    given(ChatTeam, [...said, chosen])
      .when((state) => choose({ ...wanted, answerOwns: false }, state))
      .then([ChatAnsweringChanged.create({ businessId, answerOwns: false, assigneeOnly: false })]);
  });

  it('needs somebody who takes conversations, a day that is open, and days that end after they begin', () => {
    expect(() => choose({ ...wanted, people: [] }, ChatTeam.initial)).toThrow('at least one person');
    const week = (day: { opens: number; closes: number } | null) => chatTeamFields.hours.safeParse(Array(7).fill(day));
    expect([week(null).success, week({ opens: 600, closes: 600 }).success]).toEqual([false, false]);
    expect(week({ opens: 0, closes: 1440 }).success).toBe(true);
  });

  it('knows who is away', () => {
    const away = { businessId, userId: ann, away: true };
    given(ChatTeam)
      .when((state) => setAway(away, state))
      .then([{ type: 'ChatTeammateWentAway' }]);
    given(ChatTeam, setAway(away, ChatTeam.initial))
      .when((state) => setAway(away, state))
      .thenNothing();
    given(ChatTeam, setAway(away, ChatTeam.initial))
      .when((state) => setAway({ ...away, away: false }, state))
      .then([{ type: 'ChatTeammateReturned' }]);
  });
});
