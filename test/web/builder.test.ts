// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import {
  initialPage,
  pageTemplates,
  plainOf,
  readPage,
  type RichText,
  type StoredSections,
  written,
} from '../../api/contract/page-model.ts';
import { recordAt } from '../../web/components/records.ts';
import { adopt, change, changedSections, redo, replace, startLog, undo } from '../../web/builder/log.ts';
import { hexFrom, linesOf, moved } from '../../web/screens/business/campaigns/builder/entry.ts';
import { keepPast, logWithPast } from '../../web/builder/past.ts';
import { fieldAt, type Picked, summaryOf } from '../../web/screens/business/campaigns/builder/pick.ts';
import { linkFrom, readRich, writeRich } from '../../web/screens/business/campaigns/builder/rich.ts';
import { contrastAt, warningsOf } from '../../web/screens/business/campaigns/builder/warnings.ts';

const page = initialPage('landing') as unknown as StoredSections;

describe('the command log', () => {
  it('takes back and does again, step by step, over words and looks alike', () => {
    const one = change(startLog(page), 'main', 'FontSize', 40, 0);
    const two = change(one, 'logo', 'Show', false, 5_000);
    expect(undo(two).page['logo']).toEqual(page['logo']);
    expect(undo(undo(two)).page).toEqual(page);
    expect(undo(undo(undo(two))).page).toEqual(page);
    expect(redo(redo(undo(undo(two)))).page).toEqual(two.page);
  });
  it('counts strokes that follow each other as one step, and other fields as their own', () => {
    let log = startLog(page);
    for (const [index, label] of ['J', 'Jo', 'Joi', 'Join'].entries())
      log = change(log, 'actionButton', 'Label', label, index * 100);
    log = change(log, 'actionButton', 'FontSize', 20, 450);
    expect(log.done).toHaveLength(2);
    expect(undo(log).page['actionButton']).toMatchObject({ Label: 'Join', FontSize: 28 });
    expect(undo(undo(log)).page['actionButton']).toEqual(page['actionButton']);
  });
  it('never joins what is switched, added or moved to what is typed, however quickly it follows', () => {
    const options = (...labels: readonly string[]) => labels.map((label) => ({ id: label[0], label, picture: null }));
    const steps = [options('a', 'b'), options('a', 'b', 'c'), options('a', 'b', 'cd'), options('a', 'b', 'cde')];
    let log = startLog({ 'votes.options': { Options: options('a') }, logo: { Show: true } });
    for (const [at, value] of steps.entries()) log = change(log, 'votes.options', 'Options', value, at);
    for (const [at, shown] of [false, true].entries()) log = change(log, 'logo', 'Show', shown, at + 10);
    expect(log.done).toHaveLength(5);
    const back = undo(undo(undo(log)));
    expect(back.page['votes.options']).toEqual({ Options: steps[1] });
    expect(undo(back).page['votes.options']).toEqual({ Options: steps[0] });
  });
  it('forgets the oldest steps, never what stands', () => {
    let log = startLog(page);
    for (let size = 0; size < 300; size += 1) log = change(log, 'main', 'FontSize', 10 + (size % 80), size * 1_000);
    expect(log.done).toHaveLength(200);
    expect(log.page['main']).toMatchObject({ FontSize: 10 + (299 % 80) });
  });
  it('outlives a reload, of the page as it was left only', () => {
    const log = undo(change(change(startLog(page), 'main', 'FontSize', 40, 0), 'logo', 'Show', false, 5));
    keepPast('p', 7, log);
    expect(logWithPast('p', 7, log.page)).toEqual(log);
    expect(redo(logWithPast('p', 7, log.page)).page['logo']).toMatchObject({ Show: false });
    // Somebody has changed the page since, or it is another one: what was done here does not fit it.
    expect(logWithPast('p', 8, log.page).done).toEqual([]);
    expect(logWithPast('q', 7, log.page).done).toEqual([]);
    sessionStorage.setItem('builder-past:p', '{');
    expect(logWithPast('p', 7, log.page).done).toEqual([]);
    keepPast('p', 7, startLog(page));
    expect(sessionStorage.getItem('builder-past:p')).toBeNull();
  });
  it('forgets what was taken back once something else is done; what is as it was is no step', () => {
    const log = change(undo(change(startLog(page), 'main', 'FontSize', 40, 0)), 'logo', 'Show', false, 10);
    expect(redo(log)).toBe(log);
    expect(change(log, 'logo', 'Show', false, 20)).toBe(log);
  });
  it('takes a whole template as one step, and sections of others as none', () => {
    const taken = replace(startLog(page), { styling: { BackgroundColor: '#000000' }, logo: { Show: false } }, 0);
    expect(undo(taken).page).toEqual(page);
    const adopted = adopt(taken, { logo: { Show: true } });
    expect(undo(adopted).page).toEqual(adopted.page);
    expect(Object.keys(changedSections(taken.page, page))).toEqual(['styling', 'logo']);
  });
});

describe('rich text', () => {
  const text: RichText = [
    { kind: 'heading', runs: [{ text: 'Hello ' }, { text: 'you', bold: true }] },
    { kind: 'paragraph', align: 'center', runs: [{ text: 'a\nb', italic: true, underline: true }] },
    { kind: 'bullet', runs: [{ text: 'one' }] },
    { kind: 'bullet', runs: [{ text: 'two', link: 'https://example.com' }] },
    { kind: 'number', runs: [{ text: 'first' }] },
  ];
  it('comes out of the editor as it went in', () => {
    const box = document.createElement('div');
    writeRich(box, text);
    expect(box.querySelectorAll('ul li')).toHaveLength(2);
    expect(readRich(box)).toEqual([
      text[0],
      // A line break stands as a run of its own between what it parts, with the same marks: it meets them.
      expect.objectContaining({ kind: 'paragraph', align: 'center' }),
      ...text.slice(2),
    ]);
    expect(
      readRich(box)[1]!
        .runs.map((run) => run.text)
        .join(''),
    ).toBe('a\nb');
  });
  it('is data: markup in it is shown, what is pasted loses everything that is not ours', () => {
    const box = document.createElement('div');
    writeRich(box, [{ kind: 'paragraph', runs: [{ text: '<img src=x onerror=alert(1)>' }] }]);
    expect(box.querySelector('img')).toBeNull();
    box.innerHTML =
      '<p style="color:red" onclick="x()"><span class="a">plain</span> <a href="javascript:x()">bad</a></p>';
    expect(readRich(box)).toEqual([{ kind: 'paragraph', runs: [{ text: 'plain bad' }] }]);
  });
});

describe('what is typed', () => {
  it('is a link with the scheme that goes without saying, and of no other scheme', () => {
    expect(['example.com', ' HTTPS://example.com/a?b ', 'http://example.com:8080'].map(linkFrom)).toEqual([
      'https://example.com',
      'https://example.com/a?b',
      'http://example.com:8080',
    ]);
    for (const bad of ['javascript:alert(1).x', 'mailto:a@b.test', 'data:text/html,x.y', 'word', 'a b.test', ''])
      expect(linkFrom(bad), bad).toBeNull();
  });
  it('is a colour once it is one, lines without what is empty, and a list in another order', () => {
    expect(['#12', '#A1b2C3', 'a1b2c3', '#a1b2c380', '#a1b2cz'].map(hexFrom)).toEqual([
      null,
      '#a1b2c3',
      '#a1b2c3',
      '#a1b2c380',
      null,
    ]);
    expect(linesOf(' one \n\n two', 30)).toEqual(['one', 'two']);
    expect(linesOf('a\nb\nc', 2)).toEqual(['a', 'b']);
    const list = ['a', 'b', 'c'];
    expect([moved(list, 0, 2), moved(list, 2, 0)].map((one) => one.join(''))).toEqual(['bca', 'cab']);
    for (const [from, to] of [
      [0, -1],
      [2, 3],
      [3, 0],
      [1, 1],
    ] as const)
      expect(moved(list, from, to)).toBe(list);
  });
});

describe('what is pressed in the preview', () => {
  const voting = initialPage('vote') as unknown as StoredSections;
  const pressed: Omit<Picked, 'section'> = { words: '', answer: null, picture: false };
  const at = (kind: 'landing' | 'vote', section: string, given: Partial<typeof pressed>) =>
    fieldAt(kind, kind === 'vote' ? voting : page, { ...pressed, section, ...given });
  it('is the field that its words come from', () => {
    expect(at('landing', 'main', { words: 'Join our list' })).toBe('Content');
    expect(at('landing', 'main', { words: ' Be the first to hear of offers  and news. ' })).toBe('Description');
    expect(at('landing', 'actionButton', { words: 'Sign me up' })).toBe('Label');
    expect(at('vote', 'votes.options', { words: 'Second choice' })).toBe('Options');
  });
  it('is the field that asks for it, else the section as a whole', () => {
    expect(at('landing', 'inputs', { words: 'Mobile number', answer: 'phone' })).toBe('ShowPhone');
    expect(at('landing', 'inputs', { answer: 'custom.o1' })).toBe('CustomFields');
    expect(at('landing', 'actionButton', { words: 'I agree', answer: 'consent' })).toBe('Disclaimer');
    expect(at('landing', 'main', { words: 'nowhere said' })).toBeNull();
    expect(at('landing', 'main', {})).toBeNull();
    expect(at('landing', 'nowhere', { words: 'x' })).toBeNull();
  });
  it('in a list without a preview each section says what it holds', () => {
    const sum = (section: string, of = page) => summaryOf('landing', of, section, (field) => field);
    expect([sum('main'), sum('inputs'), sum('scripts')]).toEqual(['Join our list', 'Name, Phone, Birthday', null]);
    expect(sum('logo', { ...page, logo: { ...page['logo'], Show: false } })).toBeNull();
  });
});

describe('warnings', () => {
  const kinds = (given: StoredSections, kind: 'landing' | 'vote' = 'landing') =>
    warningsOf(kind, given).map((one) => `${one.kind} ${one.section}`);
  const with_ = (section: string, values: object, of = page): StoredSections => ({
    ...of,
    [section]: { ...of[section], ...values },
  });
  it('say what is hard to read, by a figure', () => {
    expect(warningsOf('landing', page)).toEqual([]);
    const pale = with_('main', { HeadingColor: '#cccccc' });
    expect(kinds(pale)).toEqual(['contrast main']);
    expect(contrastAt(pale, 'main', 'HeadingColor')).toBe(1.6);
    expect(contrastAt(page, 'styling', 'BackgroundColor')).toBeNull();
  });
  it('say where consent is missing, nothing is asked, and nothing can be chosen', () => {
    expect(kinds(with_('actionButton', { ShowDisclaimerCheckBox: false }))).toEqual(['noConsent actionButton']);
    expect(kinds(with_('inputs', { ShowPhone: false }))).toEqual(['noContact inputs']);
    const voting = initialPage('vote') as unknown as StoredSections;
    expect(kinds(with_('votes.options', { Options: [] }, voting), 'vote')).toEqual(['noOptions votes.options']);
  });
  it('say that the coupon still promises what the template did, once the headline is the business’s own', () => {
    const template = pageTemplates.find(({ kind }) => kind === 'landing')!;
    const promised = plainOf(template.sections['main']!['Content'] as RichText).trim();
    const begun = readPage('landing', template.sections) as unknown as StoredSections;
    const own = with_('main', { Content: written('Lunch for two') }, begun);
    const of = (given: StoredSections, offer: string) =>
      warningsOf('landing', given, { template: template.id, offer })
        .filter(({ kind }) => kind === 'staleOffer')
        .map(({ said }) => said);
    expect(of(begun, promised)).toEqual([]);
    expect(of(own, promised)).toEqual([promised]);
    expect(of(own, 'Lunch for two')).toEqual([]);
    expect(of(own, '')).toEqual([]);
  });
});

describe('a record that is not there', () => {
  const id = '00000000-0000-4000-8000-00000000c001';
  it('is named by its address, with the list that it stood in', () => {
    expect(recordAt(`/business/broadcasts/${id}/report`)).toEqual({ kind: 'broadcast', list: '/business/broadcasts' });
    expect(recordAt(`/business/campaigns/landings/${id}/edit`)).toMatchObject({ kind: 'page' });
    expect(recordAt(`/business/campaigns/popup/${id}/edit`)).toEqual({ kind: 'popup', list: '/business/campaigns' });
    expect(recordAt(`/business/campaigns/${id}`)).toMatchObject({ kind: 'campaign' });
    expect(recordAt('/business/broadcasts')).toBeNull();
    expect(recordAt('/business/campaigns/create')).toBeNull();
    expect(recordAt('/business/dashboard')).toBeNull();
  });
});
