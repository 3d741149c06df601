import { type Aggregate, unchanged } from '../kernel/decider.ts';
import type { EventOf } from '../kernel/event.ts';
import { LinkClicked, type LinkEvent, LinkCreated, LinkVisitsCounted } from './events.ts';

type Registered = EventOf<typeof LinkCreated>['data'];

/** A number and what it leads to. It never changes: what was sent out leads there for good. */
export type Link = { readonly status: 'none' } | (Registered & { readonly status: 'registered' });
export const Link: Aggregate<Link, LinkEvent> = {
  initial: { status: 'none' },
  evolve: (link, event) => {
    switch (event.type) {
      case 'LinkCreated':
        return link.status === 'none' ? { ...event.data, status: 'registered' } : link;
      case 'LinkClicked':
      case 'LinkVisitsCounted':
        return link;
      default:
        return unchanged(link, event);
    }
  },
};

/** Whether a number is that of this address in this message. */
export const isThis = (
  link: Link,
  { businessId, source, url, trap }: Pick<Registered, 'businessId' | 'source' | 'url' | 'trap'>,
): boolean =>
  link.status === 'registered' &&
  link.businessId === businessId &&
  link.source.kind === source.kind &&
  link.source.id === source.id &&
  link.source.variant === source.variant &&
  link.url === url &&
  link.trap === trap;

/** The first to ask has the number. */
export const register = (wanted: Registered, link: Link): readonly LinkEvent[] =>
  link.status === 'none' ? [LinkCreated.create(wanted)] : [];

/** What one contact did with one link, or one count of visits: said once. */
export type Once = { readonly said: boolean };
export const Once: Aggregate<Once, LinkEvent> = { initial: { said: false }, evolve: () => ({ said: true }) };

export const click = (what: EventOf<typeof LinkClicked>['data'], { said }: Once): readonly LinkEvent[] =>
  said ? [] : [LinkClicked.create(what)];
export const countVisits = (what: EventOf<typeof LinkVisitsCounted>['data'], { said }: Once): readonly LinkEvent[] =>
  said || what.people + what.scanners.length === 0 ? [] : [LinkVisitsCounted.create(what)];
