import { describe, expect, it } from 'vitest';
import { winnerOf } from '../../../domain/broadcasts/winner.ts';

const figure = (sent: number, did: number) => ({ sent, did });

describe('the winner of a test', () => {
  it('is who did best by rate, not by number', () => {
    expect(winnerOf([figure(1_000, 60), figure(400, 40)])).toEqual({ variant: 1, honest: true });
  });
  it('is only ahead where chance may have done it', () => {
    expect(winnerOf([figure(500, 50), figure(500, 55)])).toEqual({ variant: 1, honest: false });
  });
  it('is only ahead in a small test, whatever it looks like', () => {
    expect(winnerOf([figure(40, 0), figure(40, 20)])).toEqual({ variant: 1, honest: false });
  });
  it('must be beyond each of the others', () => {
    expect(winnerOf([figure(1_000, 100), figure(1_000, 99), figure(1_000, 10)]).honest).toBe(false);
  });
  it('is the first where nobody did anything', () => {
    expect(winnerOf([figure(0, 0), figure(0, 0)])).toEqual({ variant: 0, honest: false });
  });
});
