import { describe, expect, it } from 'vitest';
import { NewsPublished, NewsRemoved, SupportDetailsChanged } from '../../../domain/help/events.ts';
import { chooseSupport, Help, publishNews, removeNews } from '../../../domain/help/help.ts';
import { newsFields, supportFields } from '../../../domain/help/fields.ts';
import { NewsId } from '../../../domain/kernel/ids.ts';

const newsId = NewsId.parse('00000000-0000-4000-8000-000000000001');
const support = { text: 'Weekdays', email: 'help@x.test', phone: null, link: null };
const after = (...events: readonly { readonly type: string }[]) =>
  (events as readonly Parameters<typeof Help.evolve>[1][]).reduce(
    (help, event) => Help.evolve(help, event),
    Help.initial,
  );

describe('help for agencies', () => {
  it('is what was chosen last; the same again is no news', () => {
    expect(chooseSupport(support, Help.initial)).toEqual([SupportDetailsChanged.create(support)]);
    expect(chooseSupport(support, after(SupportDetailsChanged.create(support)))).toEqual([]);
  });

  it('tells an entry once, and removes it once', () => {
    const entry = { newsId, title: 'New', body: 'Coupons' };
    const told = after(NewsPublished.create(entry));
    expect(publishNews(entry, told)).toEqual([]);
    expect(removeNews({ newsId }, told)).toEqual([NewsRemoved.create({ newsId })]);
    const removed = Help.evolve(told, NewsRemoved.create({ newsId }));
    expect(removeNews({ newsId }, removed)).toEqual([]);
    expect(publishNews(entry, removed)).toEqual([]);
    expect(() => removeNews({ newsId }, Help.initial)).toThrow('does not exist');
  });

  it('takes links of the web alone, and nothing empty as news', () => {
    for (const link of ['javascript:alert(1)', 'x.test', 'data:text/html,x', 'http://'])
      expect(supportFields.link.safeParse(link).success, link).toBe(false);
    expect(supportFields.link.parse('https://help.example.com')).toBe('https://help.example.com');
    expect(supportFields.link.parse(' ')).toBeNull();
    expect(newsFields.body.safeParse(' ').success).toBe(false);
  });
});
