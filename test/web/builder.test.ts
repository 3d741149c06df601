// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { initialPage, type RichText, type StoredSections } from '../../api/contract/page-model.ts';
import {
  adopt,
  change,
  changedSections,
  redo,
  replace,
  startLog,
  undo,
} from '../../web/screens/business/campaigns/builder/log.ts';
import { readRich, writeRich } from '../../web/screens/business/campaigns/builder/rich.ts';
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
});
