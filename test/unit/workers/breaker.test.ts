import { describe, expect, it } from 'vitest';
import { createBreaker } from '../../../workers/engine/breaker.ts';

const create = () => createBreaker({ unsureFailures: 3, firstMs: 100, longestMs: 1_000 });

describe('the breaker before a carrier that is away', () => {
  it('opens at once when the connection is refused, and lets one through after the wait', () => {
    const breaker = create();
    breaker.failed(0, true);
    expect(breaker.admits(99)).toBe('none');
    expect(breaker.admits(100)).toBe('one');
  });

  it('bears a few requests without an answer', () => {
    const breaker = create();
    breaker.failed(0, false);
    breaker.failed(0, false);
    expect(breaker.admits(0)).toBe('all');
    breaker.failed(0, false);
    expect(breaker.admits(0)).toBe('none');
  });

  it('waits longer with each failed probe, not with each failure of what was under way', () => {
    const breaker = create();
    for (let i = 0; i < 64; i++) breaker.failed(0, true);
    expect(breaker.admits(100)).toBe('one');
    breaker.failed(100, true);
    expect(breaker.admits(299)).toBe('none');
    expect(breaker.admits(300)).toBe('one');
  });

  it('closes with the first answer', () => {
    const breaker = create();
    breaker.failed(0, true);
    breaker.answered();
    expect(breaker.admits(0)).toBe('all');
    expect(breaker.openUntil()).toBeNull();
  });
});
