import { describe, expect, it } from 'vitest';
import { targetOf } from '../../../../domain/links/fields.ts';
import { judge, type LinkVisit } from '../../../../domain/links/judge.ts';
import {
  htmlLinksIn,
  linksIn,
  linkUrl,
  sampleLink,
  shortenHtmlLinks,
  shortenLinks,
} from '../../../../domain/links/shorten.ts';

describe('an address that a link may lead to', () => {
  it('is of the web, without a password, on a host with a dot', () => {
    expect(targetOf('https://bella.test/menu?a=1#top')).toBe('https://bella.test/menu?a=1#top');
    expect(targetOf('HTTP://Bella.test')).toBe('http://bella.test/');
    for (const refused of [
      'javascript:alert(1)',
      'data:text/html,x',
      'vbscript:x',
      'file:///etc/passwd',
      '//evil.test/x',
      '/redemption',
      'https://ann:secret@bella.test/',
      'https://bella.test\\@evil.test/{{x}}',
      'https://localhost/x',
      'https://bella.test/{{coupon_code}}',
      'https://bella.test/a b',
      'https://bella.test/\u0000',
      `https://bella.test/${'a'.repeat(2_000)}`,
      'https://',
    ])
      expect(targetOf(refused), refused).toBeNull();
  });
});

describe('shortening a text', () => {
  const short = (url: string) => `<${new URL(url).pathname}>`;

  it('exchanges addresses and leaves the sentence around them', () => {
    expect(
      shortenLinks('See https://bella.test/menu. Or (https://bella.test/a_(b)), https://bella.test/c!', short),
    ).toBe('See </menu>. Or (</a_(b)>), </c>!');
  });
  it('leaves what differs from recipient to recipient, and what nobody registered', () => {
    const text = 'Hi {{first_name|https}}: https://bella.test/?c={{coupon_code|my code}} and https://bella.test/x';
    expect(linksIn(text)).toEqual(['https://bella.test/x']);
    expect(shortenLinks(text, () => null)).toBe(text);
  });
  it('tells each address once, in order', () => {
    expect(linksIn('https://b.test/2 https://b.test/1 https://b.test/2')).toEqual([
      'https://b.test/2',
      'https://b.test/1',
    ]);
  });
  it('knows the addresses of an email, and only those that can be followed', () => {
    const html =
      '<link href="https://fonts.test/a.css"><a class="x" href="https://bella.test/?a=1&amp;b=2">x</a>' +
      "<a href='mailto:a@b.test'>y</a><v:roundrect href='https://bella.test/buy' arcsize='10%'>" +
      '<a href="{{unsubscribe_link}}">z</a><img src="https://bella.test/p.png">';
    expect(htmlLinksIn(html)).toEqual(['https://bella.test/?a=1&b=2', 'https://bella.test/buy']);
    expect(shortenHtmlLinks(html, () => 'https://s.test/l/A?"&')).toContain(
      '<a class="x" href="https://s.test/l/A?&quot;&amp;">',
    );
  });
  it('says how long a link will be before there is one', () => {
    const base = 'https://links.bella.test';
    expect(sampleLink(base)).toHaveLength(linkUrl(base, 'A'.repeat(12)).length);
  });
});

describe('who has followed a link', () => {
  let ids = 0;
  const visit = (over: Partial<LinkVisit> = {}): LinkVisit => ({
    id: String((ids += 1)),
    number: 1,
    sourceId: 'broadcast',
    contactId: 'ann',
    at: 0,
    client: 'phone',
    trap: false,
    scanner: null,
    ...over,
  });
  const judged = (...visits: readonly LinkVisit[]) => {
    const verdicts = judge(visits);
    expect(judge(visits.toReversed())).toEqual(verdicts);
    return visits.map(({ id }) => verdicts.get(id));
  };

  it('is a person who follows one, or several one after another', () => {
    expect(judged(visit(), visit({ number: 2, at: 6_000 }), visit({ number: 3, at: 12_000 }))).toEqual([
      null,
      null,
      null,
    ]);
    expect(judged(visit(), visit({ at: 100 }), visit({ at: 200 }))).toEqual([null, null, null]);
  });
  it('is a program where two links are opened at once, or three in a moment', () => {
    expect(judged(visit(), visit({ number: 2, at: 1_500 }))).toEqual(['many-links', 'many-links']);
    expect(judged(visit(), visit({ number: 2, at: 4_000 }), visit({ number: 3, at: 8_000 }))).toContain('many-links');
    // Of two messages, or two people, that says nothing.
    expect(judged(visit(), visit({ number: 2, sourceId: 'other', at: 100 }))).toEqual([null, null]);
    expect(judged(visit(), visit({ number: 2, contactId: 'bob', at: 100 }))).toEqual([null, null]);
  });
  it('is a program where the link that nobody sees was opened', () => {
    expect(judged(visit(), visit({ number: 9, trap: true, at: 30_000 }))).toEqual(['trap', 'trap']);
  });
  it('is a program where many people’s links are opened from one place at once', () => {
    const many = (count: number, client: string) =>
      Array.from({ length: count }, (_, index) => visit({ contactId: `c${index}`, client, at: index * 10 }));
    expect(judged(...many(30, 'data centre')).every((reason) => reason === 'burst')).toBe(true);
    expect(judged(...many(10, 'carrier')).every((reason) => reason === null)).toBe(true);
  });
  it('is what it said at once', () => {
    expect(judged(visit({ scanner: 'robot' }))).toEqual(['robot']);
  });
});
