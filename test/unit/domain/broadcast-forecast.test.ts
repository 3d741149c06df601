import { describe, expect, it } from 'vitest';
import { creditsOf, forecast, groupsOf } from '../../../domain/broadcasts/forecast.ts';

const california = '+14155550101';
const newYork = '+12125550101';
const zone = 'America/Los_Angeles';
const ask = { perMinute: 10, validHours: 24, channel: 'text', zone } as const;
/** 14:00 in California, 17:00 in New York. */
const afternoon = new Date('2026-11-23T22:00:00.000Z');
const only = (people: number, phone: string | null = california) => [{ people, phone }];

describe('when a broadcast is done', () => {
  it('is people by rate where nothing holds it up', () => {
    expect(forecast({ ...ask, groups: only(600), startAt: afternoon })).toEqual({
      doneAt: new Date('2026-11-23T23:00:00.000Z'),
      inTime: 600,
      waits: false,
    });
    expect(forecast({ ...ask, groups: only(3, null), startAt: afternoon }).inTime).toBe(3);
    expect(forecast({ ...ask, groups: only(0), startAt: afternoon })).toEqual({
      doneAt: null,
      inTime: 0,
      waits: false,
    });
  });

  it('waits for the next day at T-Mobile where that of the brand is full, with how many', () => {
    const day = { most: 400, left: 100 };
    // A hundred until 22:10 UTC; T-Mobile’s next day begins at 08:00 UTC, and the morning there at 16:00 UTC.
    expect(forecast({ ...ask, groups: only(600), startAt: afternoon, validHours: 72, day })).toEqual({
      doneAt: new Date('2026-11-25T16:10:00.000Z'),
      inTime: 600,
      waits: true,
      held: { count: 500, until: new Date('2026-11-24T08:00:00.000Z') },
    });
    // What is not through when it is too old is not reached.
    expect(forecast({ ...ask, groups: only(600), startAt: afternoon, day })).toMatchObject({ inTime: 500 });
    expect(forecast({ ...ask, groups: only(100), startAt: afternoon, day })).toEqual({
      doneAt: new Date('2026-11-23T22:10:00.000Z'),
      inTime: 100,
      waits: false,
    });
    expect(forecast({ ...ask, groups: only(10), startAt: afternoon, day: { most: 400, left: 0 } })).toMatchObject({
      held: { count: 10 },
    });
  });

  it('goes on in the morning where the evening was too short', () => {
    // Seven hours until 21:00 there take 4,200; the other 300 wait for eight o’clock.
    expect(forecast({ ...ask, groups: only(4_500), startAt: afternoon })).toEqual({
      doneAt: new Date('2026-11-24T16:30:00.000Z'),
      inTime: 4_500,
      waits: true,
    });
  });

  it('heeds the hours where each is, not those of the business', () => {
    const late = new Date('2026-11-24T03:00:00.000Z'); // 19:00 in California, 22:00 in New York
    const groups = [...only(50), ...only(50, newYork)];
    const found = forecast({ ...ask, groups, startAt: late });
    expect(found).toMatchObject({ inTime: 100, waits: true });
    expect(found.doneAt?.toISOString()).toBe('2026-11-24T13:05:00.000Z');
    expect(forecast({ ...ask, groups, startAt: late, channel: 'mail' }).doneAt?.toISOString()).toBe(
      '2026-11-24T03:10:00.000Z',
    );
  });

  it('says who is not reached before it is too old', () => {
    expect(forecast({ ...ask, groups: only(4_500), startAt: afternoon, validHours: 4 })).toMatchObject({
      inTime: 2_400,
    });
    const night = new Date('2026-11-24T06:00:00.000Z');
    expect(forecast({ ...ask, groups: only(5), startAt: night, validHours: 2 })).toEqual({
      doneAt: null,
      inTime: 0,
      waits: true,
    });
  });

  it('waits for everybody’s own clock', () => {
    const schedule = { kind: 'recipient', at: '2026-11-23T18:00' } as const;
    const groups = [...only(10), ...only(10, newYork)];
    const startAt = new Date('2026-11-23T22:30:00.000Z');
    // 18:00 in California is three hours after 18:00 in New York.
    expect(forecast({ ...ask, groups, startAt, schedule })).toEqual({
      doneAt: new Date('2026-11-24T02:01:00.000Z'),
      inTime: 20,
      waits: false,
    });
  });
});

it('takes some of an audience for all of it', () => {
  expect(groupsOf([california, '+14155550102', newYork, null], 4_000)).toEqual([
    { phone: california, people: 2_000 },
    { phone: newYork, people: 1_000 },
    { phone: null, people: 1_000 },
  ]);
  expect(groupsOf([], 7)).toEqual([{ phone: null, people: 7 }]);
});

it('costs what usage will count', () => {
  expect(creditsOf({ body: 'Hi', media: [] })).toBe(1);
  expect(creditsOf({ body: `${'x'.repeat(160)}…`, media: [] })).toBe(3);
  expect(creditsOf({ body: 'x'.repeat(700), media: [{}, {}] })).toBe(1);
});
