import { z } from 'zod';
import { type EventOf, event } from '../kernel/event.ts';
import { BusinessId, CampaignId, PageTestId } from '../kernel/ids.ts';
import { PageKind, StoredSections } from './model.ts';

const page = { campaignId: CampaignId, businessId: BusinessId };

/** A campaign got its page. `template`: what it began as, null: blank. */
export const PageCreated = event(
  'PageCreated',
  1,
  z.object({ ...page, kind: PageKind, template: z.string().max(60).nullable(), sections: StoredSections }),
);
/** Its draft changed: only the sections that did, each whole. */
export const PageEdited = event('PageEdited', 1, z.object({ ...page, sections: StoredSections }));
/** The draft went live. `hash`: SHA-256 of the sections, in hexadecimal: what a consent names. Versions count from 1. */
export const PagePublished = event(
  'PagePublished',
  1,
  z.object({ ...page, version: z.number().int().min(1), hash: z.string(), sections: StoredSections }),
);
/** Visitors are told that it is not there any more. */
export const PageUnpublished = event('PageUnpublished', 1, z.object(page));
/** The draft is what an earlier version was. What is live stays as it is. */
export const PageVersionRestored = event(
  'PageVersionRestored',
  1,
  z.object({ ...page, version: z.number().int().min(1) }),
);

const version = z.number().int().min(1);
/** Half of the visitors see the one version, half the other. One of the two is what is live. */
export const PageTestStarted = event(
  'PageTestStarted',
  1,
  z.object({ ...page, testId: PageTestId, versions: z.tuple([version, version]) }),
);
/** Everybody sees one version again: `kept` is live from now on. */
export const PageTestEnded = event('PageTestEnded', 1, z.object({ ...page, testId: PageTestId, kept: version }));

export const pageEvents = [
  PageCreated,
  PageEdited,
  PagePublished,
  PageUnpublished,
  PageVersionRestored,
  PageTestStarted,
  PageTestEnded,
] as const;
export type PageEvent = EventOf<(typeof pageEvents)[number]>;
