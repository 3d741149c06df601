import { describe, expect, it } from 'vitest';
import { DomainError } from '../../../../domain/kernel/errors.ts';
import {
  PageEdited,
  PagePublished,
  PageCreated,
  PageUnpublished,
  PageVersionRestored,
} from '../../../../domain/pages/events.ts';
import {
  checkSections,
  fieldsOf,
  flat,
  initialPage,
  nested,
  pageKinds,
  readPage,
} from '../../../../domain/pages/model.ts';
import {
  editPage,
  liveVersion,
  PageState,
  publishPage,
  restoreVersion,
  startPage,
  unpublishPage,
  wholeDraft,
} from '../../../../domain/pages/page.ts';
import { fold } from '../../../../domain/kernel/decider.ts';
import { given } from '../../../support/given.ts';
import { businessId, campaignId } from '../fixtures.ts';

const ids = { campaignId, businessId };
const started = PageCreated.create({ ...ids, kind: 'landing', template: null, sections: {} });
const refusal = (run: () => unknown): DomainError => {
  try {
    run();
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
  throw new Error('Nothing was refused.');
};

describe('the page model', () => {
  it('begins with the specification’s defaults', () => {
    const { styling, inputs, actionButton } = initialPage('landing');
    expect(styling).toMatchObject({ MaxWidth: 600, Roudness: 8 });
    expect(initialPage('vote').styling.MaxWidth).toBe(800);
    expect(initialPage('coupon').styling).toMatchObject({ MaxWidth: 320, Roudness: 8 });
    expect(actionButton).toMatchObject({ FontSize: 28, Padding: 10, Roudness: 8 });
    expect(inputs).toMatchObject({ ShowName: true, ShowPhone: true, ShowBirthday: true, ShowEmail: false });
    expect(inputs).toMatchObject({ NameRequired: true, EmailRequired: true, PhoneRequired: true });
    expect(initialPage('vote').inputs).toMatchObject({ ShowName: true, ShowEmail: true, ShowPhone: true });
    expect(initialPage('popup').settings).toMatchObject({
      Timeout: 10,
      Duration: 5,
      ExitDuration: 1,
      ScheduleFrom: '09:00',
      ScheduleTo: '17:00',
    });
    const { HeaderLabel1, HeaderLabel2, HeaderLabel3, HeaderLabel4 } = initialPage('loop')['loops.main'];
    expect([HeaderLabel1, HeaderLabel2, HeaderLabel3, HeaderLabel4]).toEqual([
      'Your Points',
      'Your Referrals',
      'Your Ranking',
      'Rewards Unlocked',
    ]);
  });

  it.each(pageKinds)('%s: what a field begins with is allowed, and comes back as it was', (kind) => {
    for (const [name, fields] of Object.entries(fieldsOf(kind)))
      for (const [field, { schema, initial }] of Object.entries(fields))
        expect(schema.safeParse(initial), `${name}.${field}`).toEqual({ success: true, data: initial });
    const page = initialPage(kind) as unknown as Record<string, Record<string, unknown>>;
    expect(readPage(kind, checkSections(kind, page))).toEqual(page);
    expect(flat(kind, nested(page))).toEqual(page);
  });

  it('reads what is missing, unknown or not allowed any more as it is at first', () => {
    const page = readPage('landing', { styling: { MaxWidth: 900, Roudness: 'very', Gone: 1 }, other: {} });
    expect(page.styling).toEqual({ ...initialPage('landing').styling, MaxWidth: 900 });
  });

  it.each([
    [{ styling: { BackgroundColor: 'red' } }, 'sections.styling.BackgroundColor'],
    [{ styling: { MaxWidth: 5 } }, 'sections.styling.MaxWidth'],
    [{ logo: { Link: 'javascript:alert(1)' } }, 'sections.logo.Link'],
    [{ logo: { Image: { url: 'https://elsewhere.test/a.png' } } }, 'sections.logo.Image.url'],
    [
      { main: { Content: [{ kind: 'paragraph', runs: [{ text: 'a', link: 'data:text/html,x' }] }] } },
      'sections.main.Content.0.runs.0.link',
    ],
    [{ nothing: {} }, 'sections.nothing'],
    [{ styling: { Unknown: 1 } }, 'sections.styling'],
    [{ __proto__: null, constructor: {} }, 'sections.constructor'],
  ])('refuses %j at its field', (wanted, field) => {
    const refused = refusal(() => checkSections('landing', wanted as Record<string, unknown>));
    expect(refused.code).toBe('validation_failed');
    expect(Object.keys(refused.fields)).toContain(field);
  });

  it('takes markup as text, and plain text where emphasis is possible', () => {
    const { main } = checkSections('landing', { main: { Content: '<script>alert(1)</script>\n\nTwo' } });
    expect(main!['Content']).toEqual([
      { kind: 'paragraph', runs: [{ text: '<script>alert(1)</script>' }] },
      { kind: 'paragraph', runs: [{ text: 'Two' }] },
    ]);
  });
});

describe('a page', () => {
  const blue = { styling: { BackgroundColor: '#0000ff' } };
  const edited = PageEdited.create({ ...ids, sections: checkSections('landing', blue) });
  const whole = wholeDraft('landing', checkSections('landing', blue));
  const published = PagePublished.create({ ...ids, version: 1, hash: 'one', sections: whole });

  it('is started once', () => {
    const command = { ...ids, kind: 'landing' as const, template: null, sections: {} };
    given(PageState)
      .when((page) => startPage(command, page))
      .then([started]);
    given(PageState, [started])
      .when((page) => startPage(command, page))
      .thenRefused('conflict');
  });

  it('is edited section by section; what is as it was is no news', () => {
    given(PageState, [started])
      .when((page) => editPage({ sections: blue }, page))
      .then([edited]);
    given(PageState, [started, edited])
      .when((page) => editPage({ sections: blue }, page))
      .then([]);
    given(PageState, [started])
      .when((page) => editPage({ sections: { styling: initialPage('landing').styling } }, page))
      .then([]);
  });

  it('is published as versions that stay; publishing what is live already is no news', () => {
    given(PageState, [started, edited])
      .when((page) => publishPage({ hash: 'one' }, page))
      .then([published]);
    given(PageState, [started, edited, published])
      .when((page) => publishPage({ hash: 'one' }, page))
      .then([]);
    given(PageState, [started, edited, published])
      .when((page) => publishPage({ hash: 'two' }, page))
      .then([PagePublished.create({ ...ids, version: 2, hash: 'two', sections: whole })]);
  });

  it('goes on being what visitors saw, whatever is edited or restored meanwhile', () => {
    const red = PageEdited.create({
      ...ids,
      sections: checkSections('landing', { styling: { BackgroundColor: '#ff0000' } }),
    });
    const state = fold(PageState, [started, edited, published, red]);
    expect(liveVersion(state)?.sections['styling']!['BackgroundColor']).toBe('#0000ff');
    given(PageState, [started, edited, published, red])
      .when((page) => restoreVersion({ version: 1 }, page))
      .then([PageVersionRestored.create({ ...ids, version: 1 })]);
    given(PageState, [started])
      .when((page) => restoreVersion({ version: 1 }, page))
      .thenRefused('not_found');
  });

  it('is taken down once, and can be published again', () => {
    const down = PageUnpublished.create(ids);
    given(PageState, [started, published])
      .when((page) => unpublishPage(null, page))
      .then([down]);
    given(PageState, [started, published, down])
      .when((page) => unpublishPage(null, page))
      .then([]);
    expect(liveVersion(fold(PageState, [started, published, down]))).toBeNull();
    given(PageState, [started, edited, published, down])
      .when((page) => publishPage({ hash: 'one' }, page))
      .then([PagePublished.create({ ...ids, version: 2, hash: 'one', sections: whole })]);
  });
});
