import { DomainError } from '../kernel/errors.ts';
import type { PageTestId } from '../kernel/ids.ts';
import { type PageEvent, PageTestEnded, PageTestStarted } from './events.ts';
import { existingPage, liveVersion, type PageState, versionOf } from './page.ts';

/**
 * Two published versions are compared: from now on half of the visitors see the one, half the other. One of them is the
 * version that is live, so that nothing is shown that nobody has published.
 */
export function startTest(
  { testId, versions }: { readonly testId: PageTestId; readonly versions: readonly [number, number] },
  state: PageState,
): readonly PageEvent[] {
  const page = existingPage(state);
  if (page.test?.testId === testId) return [];
  const refuse = (message: string): DomainError =>
    new DomainError('validation_failed', message, { versions: [message] });
  if (page.test !== null) throw new DomainError('conflict', 'Two versions are being compared already. End that first.');
  const live = liveVersion(page);
  if (live === null) throw refuse('Publish the page first.');
  const [one, other] = versions;
  if (one === other) throw refuse('Choose two different versions.');
  if (versions.some((version) => versionOf(page, version) === null)) throw refuse('This version does not exist.');
  if (!versions.includes(live.version)) throw refuse('One of the two has to be the version that is live.');
  if (versionOf(page, one)!.hash === versionOf(page, other)!.hash) throw refuse('These two versions are the same.');
  const { campaignId, businessId } = page;
  return [PageTestStarted.create({ campaignId, businessId, testId, versions: [one, other] })];
}

/** Everybody sees the version that is kept. Which it is is a person's to say: no test ends by itself. */
export function endTest(
  { testId, keep }: { readonly testId: PageTestId; readonly keep: number },
  state: PageState,
): readonly PageEvent[] {
  const page = existingPage(state);
  if (page.test === null && page.ended.get(testId) === keep) return [];
  if (page.test?.testId !== testId) throw new DomainError('not_found', 'This comparison is not under way.');
  if (!page.test.versions.includes(keep)) {
    const message = 'Keep one of the two versions.';
    throw new DomainError('validation_failed', message, { keep: [message] });
  }
  const { campaignId, businessId } = page;
  return [PageTestEnded.create({ campaignId, businessId, testId, kept: keep })];
}
