import { describe, expect, it } from 'vitest';
import { type AnswerField, readAnswer } from '../../../../domain/automations/runs/answer.ts';
import type { ContactField } from '../../../../domain/automations/document/document.ts';
import type { TriggerEventDetail } from '../../../../domain/automations/triggers/index.ts';
import { isAnswering, type RunningRun } from '../../../../domain/automations/runs/run.ts';
import { live, reply } from './live.ts';
import { after, ask, drawn, end, id, look, off, tag } from './make.ts';

/** Asks for a birthday, `tries` times in all, and waits an hour for each answer. */
function asked(tries = 2) {
  const run = live(drawn({ a: ask('b', { givenUp: 'c', tries }), b: end, c: tag(null) }));
  expect(run.look()).toEqual(['started a ask']);
  expect(run.done()).toEqual(['waiting a']);
  return run;
}
const understood = 'started a keep';
const givenUp = (why: string): string[] => [`completed a givenUp ${why}`, 'started c do'];

describe('a question', () => {
  it('keeps an answer that is understood', () => {
    const run = asked();
    expect(run.look({ now: after(5), happened: [reply(' 5/17 ', after(4))] })).toEqual([understood]);
    expect(run.effect()).toMatchObject({ act: 'keep', answer: '05-17', at: { visit: 1 } });
    expect(run.done()).toEqual(['completed a next done', 'ended b completed']);
  });

  it.each([1, 2, 3, 5])('is asked %i times in all, whether nobody answers or nobody is understood', (tries) => {
    const silent = asked(tries);
    const odd = asked(tries);
    const pizza = (round: number) => reply('pizza', after(60 * (round - 1) + 1));
    const said: TriggerEventDetail[] = [];
    for (let round = 1; round < tries; round += 1) {
      expect(silent.look({ now: after(60 * round - 1) })).toEqual([]);
      expect(silent.look({ now: after(60 * round) })).toEqual([`started a ask round ${round + 1}`]);
      expect(silent.effect()).toMatchObject({ act: 'ask', round: round + 1 });
      expect(silent.done({ now: after(60 * round) })).toEqual(['waiting a']);

      said.push(pizza(round));
      const now = after(60 * (round - 1) + 2);
      expect(odd.look({ now, happened: said })).toEqual([`started a ask round ${round + 1}`]);
      expect(odd.done({ now: after(60 * round), happened: said })).toEqual(['waiting a']);
    }
    expect(silent.look({ now: after(60 * tries - 1) })).toEqual([]);
    expect(silent.look({ now: after(60 * tries) })).toEqual(givenUp('no-answer'));
    const last = { now: after(60 * tries - 1), happened: [...said, pizza(tries)] };
    expect(odd.look(last)).toEqual(givenUp('not-understood'));
  });

  it('is not given up before all texts that came in time are known', () => {
    const run = asked(1);
    const [late, inTime] = [reply('5/17', after(61)), reply('6/18', after(59))];
    expect(run.look({ now: after(61), textsUpTo: after(59) })).toEqual([]);
    expect(run.look({ now: after(62), textsUpTo: after(61), happened: [late] })).toEqual(givenUp('no-answer'));
    const other = asked(1);
    expect(other.look({ now: after(61), textsUpTo: after(58) })).toEqual([]);
    expect(other.look({ now: after(62), textsUpTo: after(61), happened: [inTime, late] })).toEqual([understood]);
    expect(isAnswering(other.run() as RunningRun, after(62))).toBe(true);
  });

  it('is not answered by what was said before it was asked, or to the one before', () => {
    const run = live(drawn({ a: ask('b'), b: ask(null), c: tag(null) }));
    const early = reply('5/17', after(-1));
    run.look({ happened: [early] });
    expect(run.done({ happened: [early] })).toEqual(['waiting a']);
    expect(run.look({ now: after(1), happened: [early] })).toEqual([]);
    const first = reply('6/18', after(2));
    expect(run.look({ now: after(3), happened: [early, first] })).toEqual([understood]);
    expect(run.effect()).toMatchObject({ answer: '06-18' });
    const all = [early, first, reply('thanks', after(3.5))];
    expect(run.done({ now: after(4), happened: all })).toEqual(['completed a next done', 'started b ask']);
    expect(run.done({ now: after(5), happened: all })).toEqual(['waiting b']);
    expect(run.look({ now: after(6), happened: all })).toEqual([]);
    expect(run.look({ now: after(8), happened: [...all, reply('7/19', after(7))] })).toEqual(['started b keep']);
    expect(run.effect()).toMatchObject({ answer: '07-19' });
  });

  it('asked again is not answered by what was not understood', () => {
    const run = asked();
    const odd = reply('pizza', after(4));
    run.look({ now: after(5), happened: [odd] });
    expect(run.done({ now: after(6), happened: [odd] })).toEqual(['waiting a']);
    expect(run.look({ now: after(7), happened: [odd] })).toEqual([]);
    expect(run.look({ now: after(9), happened: [odd, reply('5/17', after(8))] })).toEqual([`${understood} round 2`]);
  });

  it('takes what comes in several texts, in any order, as one answer: the first that is understood', () => {
    const texts = [reply('hi', after(1)), reply('5/17', after(2)), reply('6/18', after(3))];
    for (const happened of [texts, texts.toReversed()]) {
      const run = asked();
      expect(run.look({ now: after(4), happened })).toEqual([understood]);
      expect(run.effect()).toMatchObject({ answer: '05-17' });
    }
    const run = asked();
    const odd = [reply('hi', after(1)), reply('pizza', after(2))];
    expect(run.look({ now: after(4), happened: odd })).toEqual(['started a ask round 2']);
  });

  it('has its answer if it came in time, however late it is seen, and none that came too late', () => {
    const late = asked();
    expect(late.look({ now: after(500), happened: [reply('5/17', after(60))] })).toEqual([understood]);
    const over = asked();
    expect(over.look({ now: after(500), happened: [reply('5/17', after(61))] })).toEqual(['started a ask round 2']);
  });

  it('waits for texts alone, and keeps an answer once', () => {
    const run = asked();
    const click: TriggerEventDetail = { kind: 'link-clicked', at: after(1), sourceId: id('a') };
    expect(run.look({ now: after(2), happened: [click] })).toEqual([]);
    const happened = [click, reply('5/17', after(3))];
    expect(run.look({ now: after(4), happened })).toEqual([understood]);
    expect(run.look({ now: after(5), happened })).toEqual([]);
  });

  it('that can not be asked is not waited for; switched off it is passed over', () => {
    const run = live(drawn({ a: ask('b', { failed: 'c' }), b: end, c: tag(null) }));
    run.look();
    expect(run.done({}, { kind: 'refused', reason: 'no-consent' })).toEqual([
      'completed a failed refused no-consent',
      'started c do',
    ]);
    expect(live(drawn({ a: off(ask('b')), b: end })).look()).toEqual(['completed a next off', 'ended b completed']);
  });

  it('is asked again as an answer to who has just texted, and not to who has been silent', () => {
    const odd = asked();
    odd.look({ now: after(5), happened: [reply('pizza', after(4))] });
    expect(isAnswering(odd.run() as RunningRun, after(6))).toBe(true);
    const silent = asked();
    silent.look({ now: after(60) });
    expect(isAnswering(silent.run() as RunningRun, after(61))).toBe(false);
  });

  it('by hand goes on without an answer, or is given up', () => {
    expect(asked().hand('go-on', 'a')).toEqual(['completed a next by-hand', 'ended b completed']);
    expect(asked().hand('skip', 'a')).toEqual(['completed a givenUp by-hand', 'started c do']);
  });

  it('for a picture takes the first of it, and no words', () => {
    const { field: _, ...question } = ask(null);
    const run = live(drawn({ a: { ...question, kind: 'ImageUpload', fieldId: null } }));
    run.look();
    run.done();
    expect(run.look({ now: after(2), happened: [reply('here', after(1))] })).toEqual(['started a ask round 2']);
    run.done({ now: after(2) });
    run.look({ now: after(4), happened: [reply('and here', after(3), 'media/1', 'media/2')] });
    expect(run.effect()).toMatchObject({ answer: 'media/1' });
  });
});

describe('an answer', () => {
  const choices = ['Small', 'Large'];
  const fields: readonly AnswerField[] = [
    { id: id('choice'), name: 'Size', kind: 'choice', choices },
    ...(['number', 'date', 'checkbox', 'text'] as const).map((kind) => ({
      id: id(kind),
      name: kind,
      kind,
      choices: [],
    })),
  ];
  const answer = (field: ContactField, said: string) =>
    readAnswer(
      { of: 'field', field },
      reply(said, look().now) as Extract<TriggerEventDetail, { kind: 'text-received' }>,
      fields,
    );

  it.each([
    ...['5/17', '05-17', '5.17', '5/17/1990', '5-17-90', '1990-05-17', 'May 17', 'may 17th', 'MAY 17TH!'].map(
      (said) => [said, '05-17'],
    ),
    ...['It’s the 17th of May 1990!', '17 may', 'May the 17th', 'My birthday is on May 17, thanks'].map((said) => [
      said,
      '05-17',
    ]),
    ['Feb 29', '02-29'],
    ['2/29', '02-29'],
    ['Sept 3', '09-03'],
    ['12/31', '12-31'],
    ...['Feb 30', '2/30', '13/13', '17/5', '0/5', '4/31', '5/0', 'soon', 'May', '17', '', '  ', 'yesterday'].map(
      (said) => [said, null],
    ),
    // No month, more than one day, or neither for sure.
    ...['maybe 5 of us', 'decide on 3', 'I may come at 5', 'not May 5 but June 6', '12 May 13', 'Marked 3'].map(
      (said) => [said, null],
    ),
  ])('of a birthday, “%s” is %s', (said, kept) => {
    expect(answer({ of: 'contact', name: 'birthday' }, said!)).toBe(kept);
    expect(answer({ of: 'contact', name: 'anniversary' }, said!)).toBe(kept);
  });

  it.each([
    ['date', '2027-05-17', '2027-05-17'],
    ['date', '5/17/2027', '2027-05-17'],
    ['date', 'May 17th, 2027', '2027-05-17'],
    ['date', 'the 17th of May 2027 please', '2027-05-17'],
    ['date', 'Feb 29 2028', '2028-02-29'],
    ['date', 'Feb 29 2027', null],
    ['date', 'May 17', null],
    ['date', '5/17/27', null],
    ['date', '17/5/2027', null],
    ['date', 'May 17 2027 or 2028', null],
    ['date', 'soon', null],
    ['number', '42', '42'],
    ['number', '1,042', '1042'],
    ['number', '-3.50', '-3.5'],
    ['number', 'We are 42.', '42'],
    ['number', '$1,042.50 in all', '1042.5'],
    ['number', '2 or 3', null],
    ['number', '10-12', null],
    ['number', '1e9', null],
    ['number', '.5', null],
    ['number', '1.042,5', null],
    ['number', '12:30', null],
    ['number', 'a dozen', null],
    ['number', '9'.repeat(16), null],
    ['choice', 'LARGE', 'Large'],
    ['choice', ' small ', 'Small'],
    ['choice', 'huge', null],
    ['checkbox', 'Yes', 'yes'],
    ['checkbox', 'n', 'no'],
    ['checkbox', 'perhaps', null],
    ['text', 'as it is', 'as it is'],
    ['text', ' ', null],
    ['text', 'x'.repeat(2_001), null],
    // The field is gone: what was said is kept.
    ['gone', 'May 5', 'May 5'],
  ])('of a field of kind %s, “%s” is %s', (kind, said, kept) => {
    expect(answer({ of: 'custom', id: id(kind) }, said)).toBe(kept);
  });

  it.each([
    ['email', 'it’s ann@example.com, thanks', 'ann@example.com'],
    ['email', 'ann@example.com.', 'ann@example.com'],
    ['email', 'ann at example', null],
    ['first_name', ' Ann ', 'Ann'],
    ['first_name', '   ', null],
    ['last_name', 'x'.repeat(500), null],
    ['website', 'miller.example', 'miller.example'],
    ['website', 'no idea', null],
    ['state', 'california', 'CA'],
    ['state', 'Ontario', null],
    ['zip', 'It’s 94110, in the Mission', '94110'],
    ['zip', '94110-1234', '94110-1234'],
    ['zip', '94110 or 94103', null],
    ['zip', '4155550123', null],
  ] as const)('of %s, “%s” is %s', (name, said, kept) => {
    expect(answer({ of: 'contact', name }, said)).toBe(kept);
  });
});
