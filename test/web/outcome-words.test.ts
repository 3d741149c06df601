import { describe, expect, it } from 'vitest';
import { noteText, outcomeText } from '../../api/contract/outcome-words.ts';

describe('what a run has noted', () => {
  it('is said in the words of reports: our own reasons, and the carrier’s codes', () => {
    expect(noteText('no-consent')).toBe(outcomeText('no-consent', 0));
    expect(noteText('30003')).toBe(outcomeText('failed', 30003));
    expect(noteText('30999')).toBe('The carrier couldn’t deliver it. (30999)');
  });

  it('says what another system answered, and leaves what it has no words for', () => {
    expect(noteText('answered-503')).toBe('The other system answered with 503.');
    expect(noteText('no-campaign')).toBe('Its campaign was deleted.');
    expect(noteText('of-tomorrow')).toBe('of-tomorrow');
  });
});
