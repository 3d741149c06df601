import type { AutomationDeed } from '../../../../../api/contract/automations.ts';
import { noteText } from '../../../../../api/contract/outcome-words.ts';
import { IconCheck, IconX } from '@tabler/icons-react';
import { type DateStyle, shortTime } from '../../../../format/date.ts';
import { useDateStyle } from '../../../../session/profile.tsx';
import { automationModel, type Document } from '../model.ts';
import { maybe, t } from '../texts.ts';
import { called, endWord, exitWord } from '../words.ts';

export const stepWord = (document: Document, node: string | null): string =>
  node === null ? t('au.b.ends') : called(automationModel.nodeOf(document, node));

/** An exit as the document calls it. */
export const exitOf = ({ exit }: AutomationDeed): string | null => (exit === 'given_up' ? 'givenUp' : exit);

/** One thing that happened to somebody, in words. */
export function deedWords(deed: AutomationDeed, document: Document, style: DateStyle): string {
  const step = stepWord(document, deed.node);
  const until = deed.until === null ? '' : shortTime(deed.until, style);
  switch (deed.kind) {
    case 'started':
      return t('au.deed.started');
    case 'begun':
      return t('au.deed.begun', { step });
    case 'put-off':
      return t('au.deed.put-off', { step, until });
    case 'waiting':
      return deed.until === null ? t('au.deed.waitingOpen', { step }) : t('au.deed.waiting', { step, until });
    case 'forced':
      return t('au.deed.forced', { step, act: maybe(`au.deed.act.${deed.act ?? ''}`) ?? deed.act ?? '' });
    case 'passed': {
      const node = deed.node === null ? null : automationModel.nodeOf(document, deed.node);
      const exit = exitOf(deed);
      return node === null || exit === null || exit === 'next' ?
          t('au.deed.passedOn', { step })
        : t('au.deed.passed', { step, exit: exitWord(node, exit) });
    }
    case 'moved':
      return t('au.deed.moved', { version: deed.version ?? 0 });
    case 'ended':
      return t('au.deed.ended', { reason: endWord(deed.because) });
    default:
      return deed.kind satisfies never;
  }
}

/** What happened, why, and what was looked at. */
export function DeedWords({ deed, document }: { readonly deed: AutomationDeed; readonly document: Document }) {
  const style = useDateStyle();
  return (
    <span className="au-deed">
      <b dir="auto">{deedWords(deed, document, style)}</b>
      {deed.note !== null && <span className="muted">{noteText(deed.note)}</span>}
      {deed.seen?.map(({ what, saw, holds }, one) => (
        <span key={one} className="muted seen">
          {holds ?
            <IconCheck size={14} className="good" aria-hidden />
          : <IconX size={14} aria-hidden />}
          {t('au.deed.saw', { what, saw: saw ?? t('au.deed.sawNothing') })} –{' '}
          {t(holds ? 'au.deed.holds' : 'au.deed.holdsNot')}
        </span>
      ))}
    </span>
  );
}
