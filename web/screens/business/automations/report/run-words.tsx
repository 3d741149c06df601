import type { AutomationDeed } from '../../../../../api/contract/automations.ts';
import { noteText } from '../../../../../api/contract/outcome-words.ts';
import { IconCheck, IconX } from '@tabler/icons-react';
import type { Names } from '../../../../components/contact-filter/labels.ts';
import { type DateStyle, shortTime } from '../../../../format/date.ts';
import { useDateStyle } from '../../../../session/profile.tsx';
import { automationModel, type Document } from '../model.ts';
import { maybe, t } from '../texts.ts';
import { called, endWord, exitWord, told } from '../labels.ts';
import { seenWords } from './condition-trace.ts';

export const stepWord = (document: Document, node: string | null, names: Names): string =>
  node === null ? t('au.b.ends') : told(automationModel.nodeOf(document, node), names);

/** An exit as the document calls it. */
export const exitOf = ({ exit }: AutomationDeed): string | null => (exit === 'given_up' ? 'givenUp' : exit);

/** What is told: that something was begun is not, where what came of it follows, which then tells what was said. */
export const toldOf = (deeds: readonly AutomationDeed[]): readonly AutomationDeed[] => {
  const isOver = (one: AutomationDeed | undefined, next: AutomationDeed | undefined): boolean =>
    one?.kind === 'begun' && next?.kind === 'passed' && next.node === one.node && next.visit === one.visit;
  return deeds.flatMap((deed, at) =>
    isOver(deed, deeds[at + 1]) ? []
    : isOver(deeds[at - 1], deed) ? [{ ...deed, said: deeds[at - 1]!.said }]
    : [deed],
  );
};

/** One thing that happened to somebody, in words. */
export function deedWords(deed: AutomationDeed, document: Document, names: Names, style: DateStyle): string {
  const node = deed.node === null ? null : automationModel.nodeOf(document, deed.node);
  // What was said, or looked at, stands below in full.
  const step = deed.said !== null || deed.seen !== null ? called(node) : told(node, names);
  const until = deed.until === null ? '' : shortTime(deed.until, style);
  switch (deed.kind) {
    case 'started':
      return t('au.deed.started');
    case 'begun':
      return t('au.deed.begun', { step });
    case 'held':
      return deed.until === null ? t('au.deed.heldOpen', { step }) : t('au.deed.held', { step, until });
    case 'put-off':
      return t('au.deed.put-off', { step, until });
    case 'waiting':
      return deed.until === null ? t('au.deed.waitingOpen', { step }) : t('au.deed.waiting', { step, until });
    case 'forced':
      return t('au.deed.forced', { step, act: maybe(`au.deed.act.${deed.act ?? ''}`) ?? deed.act ?? '' });
    case 'passed': {
      const exit = exitOf(deed);
      if (node !== null && exit !== null && exit !== 'next' && exit !== 'failed')
        return t('au.deed.passed', { step, exit: exitWord(node, exit) });
      return maybe(`au.deed.passed.${deed.because ?? ''}`, { step }) ?? t('au.deed.passedOn', { step });
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
export function DeedWords({
  deed,
  document,
  names,
}: {
  readonly deed: AutomationDeed;
  readonly document: Document;
  readonly names: Names;
}) {
  const style = useDateStyle();
  return (
    <span className="au-deed">
      <b dir="auto">{deedWords(deed, document, names, style)}</b>
      {deed.said !== null && (
        <q className={`said ${deed.said.kind}`} dir="auto">
          {deed.said.words}
        </q>
      )}
      {deed.note !== null && <span className="muted">{noteText(deed.note)}</span>}
      {seenWords(deed, document, names, style).map(({ asked, found, holds }, one) => (
        <span key={one} className="muted seen" dir="auto">
          {holds ?
            <IconCheck size={14} className="good" aria-hidden />
          : <IconX size={14} aria-hidden />}
          {t(holds ? 'au.deed.holds' : 'au.deed.holdsNot', { asked })}
          {found !== null && ` ${t('au.deed.saw', { found })}`}
        </span>
      ))}
    </span>
  );
}
