import { describe, it } from 'vitest';
import { PageTestId } from '../../../../domain/kernel/ids.ts';
import {
  PageEdited,
  PagePublished,
  PageCreated,
  PageTestEnded,
  PageTestStarted,
  PageUnpublished,
} from '../../../../domain/pages/events.ts';
import { PageState, publishPage, unpublishPage } from '../../../../domain/pages/page.ts';
import { endTest, startTest } from '../../../../domain/pages/test.ts';
import { given } from '../../../support/given.ts';
import { businessId, campaignId } from '../fixtures.ts';

const ids = { campaignId, businessId };
const testId = PageTestId.parse('6f1c7a52-3b0e-4d8f-9a64-2c5d1e8b7f90');
const another = PageTestId.parse('6f1c7a52-3b0e-4d8f-9a64-2c5d1e8b7f91');
const started = PageCreated.create({ ...ids, kind: 'landing', template: null, sections: {} });
const published = (version: number, hash = `hash ${version}`) =>
  PagePublished.create({ ...ids, version, hash, sections: {} });
const two = [started, published(1), published(2)];
const begun = PageTestStarted.create({ ...ids, testId, versions: [1, 2] });
const start = (versions: [number, number]) => (page: PageState) => startTest({ testId, versions }, page);

describe('comparing two versions of a page', () => {
  it('begins once, with two published versions of which one is live', () => {
    given(PageState, two)
      .when(start([1, 2]))
      .then([begun]);
    given(PageState, [...two, begun])
      .when(start([1, 2]))
      .then([]);
  });
  it.each<[string, [number, number]]>([
    ['that are the same', [2, 2]],
    ['one of which is not there', [2, 3]],
  ])('is refused for two %s', (_, versions) => {
    given(PageState, two).when(start(versions)).thenRefused('validation_failed');
  });
  it('is refused for two that are not live, that look the same, and before anything is published', () => {
    given(PageState, [...two, published(3)])
      .when(start([1, 2]))
      .thenRefused('validation_failed');
    given(PageState, [started, published(1, 'x'), published(2, 'x')])
      .when(start([1, 2]))
      .thenRefused('validation_failed');
    given(PageState, [started, published(1)])
      .when(start([1, 1]))
      .thenRefused('validation_failed');
    given(PageState, [...two, PageUnpublished.create(ids)])
      .when(start([1, 2]))
      .thenRefused('validation_failed');
  });
  it('is refused while another one is under way', () => {
    given(PageState, [...two, begun])
      .when((page) => startTest({ testId: another, versions: [1, 2] }, page))
      .thenRefused('conflict');
  });
  it('ends with one of the two, once, and that one is live', () => {
    const ended = PageTestEnded.create({ ...ids, testId, kept: 1 });
    given(PageState, [...two, begun])
      .when((page) => endTest({ testId, keep: 1 }, page))
      .then([ended]);
    given(PageState, [...two, begun, ended])
      .when((page) => endTest({ testId, keep: 1 }, page))
      .then([]);
    given(PageState, [...two, begun, ended])
      .when((page) => endTest({ testId, keep: 2 }, page))
      .thenRefused('not_found');
    given(PageState, [...two, begun])
      .when((page) => endTest({ testId, keep: 3 }, page))
      .thenRefused('validation_failed');
    // The first is live now: it can be compared again, and publishing it anew is no news.
    given(PageState, [...two, begun, ended])
      .when((page) => publishPage({ hash: 'hash 1' }, page))
      .then([]);
  });
  it('holds publishing back, and ends with the page', () => {
    const edited = PageEdited.create({ ...ids, sections: { main: { FontSize: 30 } } });
    given(PageState, [...two, begun, edited])
      .when((page) => publishPage({ hash: 'hash 3' }, page))
      .thenRefused('conflict');
    given(PageState, [...two, begun])
      .when((page) => unpublishPage(null, page))
      .then([PageTestEnded.create({ ...ids, testId, kept: 2 }), PageUnpublished.create(ids)]);
  });
});
