import { readPage, type StoredSections } from '../../../../../api/contract/page-model.ts';
import { t } from '../texts.ts';

const listed = new Intl.ListFormat('en-US', { type: 'disjunction' });

/** When a popup opens, how often and to whom, in one sentence that somebody can agree with or not. */
export function whenOf(page: StoredSections): string {
  const { settings, triggerButton } = readPage('popup', page);
  const triggers = [
    settings.ShowAfterTimeout ? t('popup.afterTimeout', { seconds: settings.Timeout }) : null,
    settings.ShowAfterScroll ? t('popup.afterScroll', { percent: settings.ScrollPercent }) : null,
    settings.ShowOnExit ? t('popup.onExit') : null,
  ].filter((one) => one !== null);
  const button = triggerButton.Show && triggerButton.When === 'always';
  const parts =
    triggers.length === 0 ?
      [button ? t('popup.byButton') : t('popup.never')]
    : [
        t('popup.opens', { when: listed.format(triggers) }),
        settings.MostTimes === 0 ? t('popup.noLimit') : t('popup.most', { times: settings.MostTimes }),
        settings.Duration === 0 ? t('popup.everyPage') : t('popup.again', { days: settings.Duration }),
      ];
  if (settings.UseSchedule && settings.ScheduleFrom !== settings.ScheduleTo)
    parts.push(t('popup.between', { from: settings.ScheduleFrom, to: settings.ScheduleTo }));
  return `${parts.join(', ')}. ${t('popup.done')}`;
}
