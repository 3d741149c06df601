import { describe, expect, it } from 'vitest';
import { emailAilment, emailTrouble } from '../../../domain/broadcasts/health.ts';
import { emailFailureOf } from '../../../domain/emails/failure.ts';
import { linksOfEmail, linkValues, withLinks } from '../../../domain/emails/links.ts';
import { fill } from '../../../domain/personalization/template.ts';

describe('how emails to many fare', () => {
  it('pauses a broadcast from 8 in a hundred of a hundred that came back, and from five complaints on', () => {
    const of = (delivered: number, failed: number, complained = 0) => emailAilment({ delivered, failed, complained });
    expect(of(0, 99)).toBeNull();
    expect(of(92, 8)).toBe('bounces');
    expect(of(93, 7)).toBeNull();
    expect(of(10, 0, 4)).toBeNull();
    expect(of(10, 0, 5)).toBe('complaints');
    expect(of(1_666, 0, 5)).toBe('complaints');
    expect(of(1_667, 0, 5)).toBeNull();
    // What is reported is graver.
    expect(of(90, 10, 5)).toBe('complaints');
  });

  it('keeps a business from sending more above what providers stop at, with what to do', () => {
    const of = (sent: number, bounced: number, complained = 0) => emailTrouble({ sent, bounced, complained });
    expect(of(199, 199, 199)).toBeNull();
    expect(of(1_000, 50, 3)).toBeNull();
    expect(of(1_000, 51)).toMatchObject({
      by: 'bounces',
      note: expect.stringMatching(/5\.1 % came back.*then resume it/u),
    });
    expect(of(1_000, 51, 5)).toMatchObject({ by: 'complaints', note: expect.stringContaining('0.5 % were reported') });
    expect(of(245, 0, 1)).toBeNull();
    for (const trouble of [of(999_999_999, 999_999_999), of(999_999_999, 0, 999_999_999)])
      expect(trouble!.note.length).toBeLessThanOrEqual(500);
  });
});

describe('the links of an email', () => {
  const page = 'https://shop.test/menu?a=1&b=2';
  const words = {
    html: [
      '<body><a href="https://shop.test/menu?a=1&amp;b=2">Menu</a> <a href="',
      { field: 'link', fallback: '', as: 'address' as const },
      '">Yours</a> <a href="https://other.test/">Other</a></body>',
    ],
    text: [`Menu: ${page} and https://shop.test/of/`, { field: 'first_name', fallback: 'you' }, ' Bye'],
  };

  it('are those that are the same for everybody, each once', () => {
    expect(linksOfEmail(words)).toEqual([page, 'https://other.test/']);
  });

  it('become fields where they have a number; the others, and those of one person alone, stay', () => {
    const linked = withLinks(words, new Map([[page, 7]]), null);
    const values = linkValues(linked, (number) => `https://go.test/l/${number}`);
    expect(values).toEqual({ 'link:7': 'https://go.test/l/7' });
    const html = fill(linked.html, { ...values, link: 'https://mine.test/' }, 'html');
    expect(html).toBe(
      '<body><a href="https://go.test/l/7">Menu</a> <a href="https://mine.test/">Yours</a> ' +
        '<a href="https://other.test/">Other</a></body>',
    );
    expect(fill(linked.text, { ...values, first_name: 'Ann' })).toBe(
      'Menu: https://go.test/l/7 and https://shop.test/of/Ann Bye',
    );
    expect(withLinks(words, new Map(), null)).toEqual(words);
  });

  it('have one at the end that no person sees', () => {
    const linked = withLinks(words, new Map([[page, 7]]), 9);
    const html = fill(linked.html, { 'link:7': 'https://go.test/7', 'link:9': 'https://go.test/9' }, 'html');
    expect(html.indexOf('https://go.test/9')).toBeGreaterThan(html.indexOf('https://other.test/'));
    expect(html.endsWith('</body>')).toBe(true);
    expect(fill(linked.text, {})).not.toContain('go.test/9');
    // What is no whole page has no end to put it at.
    expect(withLinks({ html: ['<p>Hi</p>'], text: [] }, new Map(), 9).html).toEqual(['<p>Hi</p>']);
  });
});

describe('why an email did not arrive', () => {
  it.each([
    ['550 5.1.1 <ann@x.test>: user unknown', 'no-mailbox'],
    ['5.1.10', 'no-domain'],
    ['5.1.2 bad destination', 'no-domain'],
    ['552 5.2.2 over quota', 'mailbox-full'],
    ['5.2.1 disabled', 'mailbox-closed'],
    ['5.3.4 too big', 'too-large'],
    ['4.4.1 no answer', 'not-reached'],
    ['4.4.7 expired', 'not-reached'],
    ['554 5.7.1 denied', 'refused-as-spam'],
    ['550 5.7.26 unauthenticated', 'refused-as-spam'],
    ['Message blocked: poor reputation', 'refused-as-spam'],
    ['mailbox is full', 'mailbox-full'],
    ['550 go away', 'no-mailbox'],
    ['No such user here', 'no-mailbox'],
    ['something else', 'refused'],
    [null, 'refused'],
  ] as const)('%s', (said, failure) => {
    expect(emailFailureOf(said)).toBe(failure);
  });

  it('takes what came back for good for an address that is none, unless something was said', () => {
    expect(emailFailureOf(null, 'hard')).toBe('no-mailbox');
    expect(emailFailureOf('5.7.1', 'hard')).toBe('refused-as-spam');
  });
});
