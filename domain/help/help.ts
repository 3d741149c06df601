import { type Aggregate, unchanged } from '../kernel/decider.ts';
import { DomainError } from '../kernel/errors.ts';
import type { NewsId } from '../kernel/ids.ts';
import { type HelpEvent, NewsPublished, NewsRemoved, SupportDetailsChanged } from './events.ts';

interface Support {
  readonly text: string;
  readonly email: string | null;
  readonly phone: string | null;
  readonly link: string | null;
}
/** What the operator tells agencies: how to get help, and what is new. `news`: by id; false: removed. */
export interface Help {
  readonly support: Support;
  readonly news: ReadonlyMap<NewsId, boolean>;
}

export const Help: Aggregate<Help, HelpEvent> = {
  initial: { support: { text: '', email: null, phone: null, link: null }, news: new Map() },
  evolve: (help, event) => {
    switch (event.type) {
      case 'SupportDetailsChanged':
        return { ...help, support: event.data };
      case 'NewsPublished':
        return { ...help, news: new Map(help.news).set(event.data.newsId, true) };
      case 'NewsRemoved':
        return { ...help, news: new Map(help.news).set(event.data.newsId, false) };
      default:
        return unchanged(help, event);
    }
  },
};

export function chooseSupport({ text, email, phone, link }: Support, { support }: Help): readonly HelpEvent[] {
  const isSame = support.text === text && support.email === email && support.phone === phone && support.link === link;
  return isSame ? [] : [SupportDetailsChanged.create({ text, email, phone, link })];
}

export const publishNews = (
  news: { readonly newsId: NewsId; readonly title: string; readonly body: string },
  help: Help,
): readonly HelpEvent[] => (help.news.has(news.newsId) ? [] : [NewsPublished.create(news)]);

export function removeNews({ newsId }: { readonly newsId: NewsId }, { news }: Help): readonly HelpEvent[] {
  const isThere = news.get(newsId);
  if (isThere === undefined) throw new DomainError('not_found', 'This entry does not exist.');
  return isThere ? [NewsRemoved.create({ newsId })] : [];
}
