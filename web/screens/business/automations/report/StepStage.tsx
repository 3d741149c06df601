import { IconArrowDown, IconBolt, IconFlag } from '@tabler/icons-react';
import type { AutomationDeed } from '../../../../../api/contract/automations.ts';
import type { Names } from '../../../../components/contact-filter/labels.ts';
import { Instant } from '../../../../components/Instant.tsx';
import { shortTime } from '../../../../format/date.ts';
import { useDateStyle } from '../../../../session/profile.tsx';
import { KindIcon } from '../steps/kinds.tsx';
import { automationModel, type Document } from '../model.ts';
import { shownExits } from '../outline.ts';
import { t } from '../texts.ts';
import { called, exitWord, kindWord, named, startsWords, summaryOf } from '../labels.ts';
import { DeedWords, exitOf, stepWord } from './run-words.tsx';

/** One thing that happened, large: the step it happened at, what came of it, and where it went on. For who has no room for a drawing. */
export function StepStage({
  deed,
  document,
  names,
}: {
  readonly deed: AutomationDeed;
  readonly document: Document;
  readonly names: Names;
}) {
  const style = useDateStyle();
  const node = deed.node === null ? null : automationModel.nodeOf(document, deed.node);
  const Mark = deed.kind === 'ended' ? IconFlag : IconBolt;
  const exits = node === null || deed.kind !== 'passed' ? [] : shownExits(node);
  const taken = exitOf(deed);
  return (
    <article className="au-onedeed" aria-live="polite">
      <header>
        {node === null ?
          <span className={`au-icon ${deed.kind === 'ended' ? 'over' : 'start'}`}>
            <Mark size={20} aria-hidden />
          </span>
        : <KindIcon kind={node.kind} size={20} />}
        <span className="words">
          <b dir="auto">{node === null ? t(deed.kind === 'ended' ? 'au.r.ended' : 'au.b.starts') : called(node)}</b>
          <span className="muted" dir="auto">
            {node === null ?
              deed.kind === 'started' && startsWords(document.triggers, names)
            : summaryOf(node, names) || (named(node) && kindWord(node.kind))}
          </span>
        </span>
      </header>
      <DeedWords deed={deed} document={document} names={names} />
      {exits.length > 1 && (
        <ul className="exits">
          {exits.map((exit) => (
            <li key={exit} className={exit === taken ? 'taken' : ''}>
              {exitWord(node!, exit)}
              {exit === taken && <span className="sr-only"> {t('au.r.taken')}</span>}
            </li>
          ))}
        </ul>
      )}
      {deed.to !== null && (
        <p className="muted on">
          <IconArrowDown size={15} aria-hidden />
          {t('au.b.goesTo', { name: stepWord(document, deed.to, names) })}
        </p>
      )}
      <p className="faint num">
        <Instant at={deed.at}>{shortTime(deed.at, style)}</Instant>
      </p>
    </article>
  );
}
