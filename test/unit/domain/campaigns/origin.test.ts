import { describe, expect, it } from 'vitest';
import { originOf } from '../../../../domain/page-analytics/origin.ts';

const nowhere = { source: null, medium: null, campaign: null, referrer: null };

describe('where a visit came from', () => {
  it.each([
    [{}, ''],
    [{ source: ' Instagram ' }, 'instagram'],
    [{ referrer: 'www.Example.com:8080' }, 'example.com'],
    [{ referrer: 'l.facebook.com' }, 'facebook.com'],
    [{ source: 'newsletter', referrer: 'mail.google.com' }, 'newsletter'],
  ])('%j is %j', (given, source) => {
    expect(originOf({ ...nowhere, ...given }).source).toBe(source);
  });
  it('keeps nothing that looks like a person', () => {
    const told = { ...nowhere, source: 'ann@example.com', medium: 'sms-4155550132', campaign: 'ann%40example.com' };
    expect(originOf(told)).toEqual({ source: '…', medium: '…', campaign: '…' });
  });
});
