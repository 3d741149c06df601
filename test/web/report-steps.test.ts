import { describe, expect, it } from 'vitest';
import { everyStep } from '../../web/screens/business/broadcasts/report/steps.ts';

const at = (minutes: number, sent = 1) => ({
  at: new Date(Date.UTC(2026, 10, 16, 12, minutes)).toISOString(),
  sent,
  delivered: sent,
  failed: 0,
});

describe('the steps of a report', () => {
  it('are as far apart as they were: an hour of silence is an hour wide', () => {
    const rows = everyStep([at(0), at(5), at(65)]);
    expect(rows).toHaveLength(14);
    expect(rows.map(({ sent }) => sent)).toEqual([1, 1, ...Array.from({ length: 11 }, () => 0), 1]);
    expect(rows[2]).toEqual(at(10, 0));
  });

  it('are as long as fits every point, whatever the answer’s step is', () => {
    expect(everyStep([at(0), at(30), at(75)]).map((row) => row.at)).toEqual(
      [0, 15, 30, 45, 60, 75].map((minutes) => at(minutes).at),
    );
  });

  it('are left as they are where there is one, or none, or too many to draw', () => {
    expect(everyStep([])).toEqual([]);
    expect(everyStep([at(0)])).toEqual([at(0)]);
    const far = [at(0), at(5), at(60 * 24 * 30)];
    expect(everyStep(far)).toBe(far);
  });
});
