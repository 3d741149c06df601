import { IconArrowDownRight, IconCornerDownRight, IconFlag } from '@tabler/icons-react';
import { type ReactNode, useMemo } from 'react';
import type { Names } from '../../../components/contact-filter/labels.ts';
import { KindIcon } from './steps/kinds.tsx';
import { automationModel, type Document, type Node } from './model.ts';
import { type Line, outlineOf, type Place } from './outline.ts';
import { t } from './texts.ts';
import { called, exitWord, kindWord, summaryOf } from './labels.ts';

export interface OutlineParts {
  readonly document: Document;
  readonly names: Names;
  /** A step as it is shown instead of plainly: what stands in the row, and what it can be pressed for. */
  readonly row?: (id: string, node: Node, plain: ReactNode) => ReactNode;
  /** Brings one to a step that stands elsewhere. */
  readonly goTo?: (id: string) => void;
  /** Stands between the steps. */
  readonly between?: (place: Place, of: Line) => ReactNode;
}

/** The steps in their order, ways indented below the step at which they part. */
export function Outline(parts: OutlineParts) {
  const { document, between } = parts;
  const outline = useMemo(() => outlineOf(document), [document]);
  const apart = (title: string, text: string | null, lines: readonly Line[]) =>
    lines.length > 0 && (
      <section className="au-apart">
        <h3>{title}</h3>
        {text !== null && <p className="muted">{text}</p>}
        <Lines lines={lines} parts={between === undefined ? parts : { ...parts, between: insideOf(between) }} />
      </section>
    );
  return (
    <>
      <Lines lines={outline.lines} parts={parts} />
      {apart(t('au.b.goals'), t('au.b.goalsText'), outline.goals)}
      {apart(t('au.b.jumped'), t('au.b.jumpedText'), outline.jumped)}
      {apart(t('au.b.loose'), null, outline.loose)}
    </>
  );
}
/** What stands apart has no step before its first. */
const insideOf =
  (between: NonNullable<OutlineParts['between']>): NonNullable<OutlineParts['between']> =>
  (place, of) =>
    place.kind === 'start' ? null : between(place, of);

function Lines({ lines, parts }: { readonly lines: readonly Line[]; readonly parts: OutlineParts }) {
  return (
    <ol className="au-lines">
      {lines.map((line, at) => (
        <li key={line.kind === 'step' ? line.id : `${line.kind}${at}`} className={line.kind}>
          {parts.between?.(line.place, line)}
          {line.kind === 'step' ?
            <Step line={line} parts={parts} />
          : <Rest line={line} parts={parts} />}
        </li>
      ))}
    </ol>
  );
}

function Step({ line, parts }: { readonly line: Line & { kind: 'step' }; readonly parts: OutlineParts }) {
  const { id, node, ways } = line;
  const { row, document } = parts;
  const summary =
    node.kind === 'GoTo' && node.to.next !== null && parts.goTo === undefined ?
      t('au.b.goesTo', { name: called(automationModel.nodeOf(document, node.to.next)) })
    : summaryOf(node, parts.names);
  const plain = (
    <>
      <KindIcon kind={node.kind} />
      <span className="words">
        <b dir="auto">{called(node)}</b>
        {node.name !== null && node.name !== '' && node.kind !== 'Wait' && (
          <span className="faint kind">{kindWord(node.kind)}</span>
        )}
        {summary !== '' && (
          <span className="muted sum" dir="auto">
            {summary}
          </span>
        )}
      </span>
    </>
  );
  return (
    <>
      {row === undefined ?
        <div className="au-row">{plain}</div>
      : row(id, node, plain)}
      {node.kind === 'GoTo' && node.to.next !== null && parts.goTo !== undefined && (
        <GoesOn to={node.to.next} parts={parts} />
      )}
      {ways.length > 0 && (
        <ul className="au-ways">
          {ways.map((way) => (
            <li key={way.exit}>
              <span className="au-way">{exitWord(node, way.exit)}</span>
              <Lines lines={way.lines} parts={parts} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function GoesOn({ to, parts }: { readonly to: string; readonly parts: OutlineParts }) {
  const words = (
    <>
      <IconCornerDownRight size={14} aria-hidden />
      {t('au.b.goesTo', { name: called(automationModel.nodeOf(parts.document, to)) })}
    </>
  );
  const { goTo } = parts;
  return goTo === undefined ?
      <span className="au-rest faint">{words}</span>
    : <button
        type="button"
        className="au-rest goes"
        onClick={() => {
          goTo(to);
        }}
      >
        {words}
      </button>;
}

function Rest({ line, parts }: { readonly line: Exclude<Line, { kind: 'step' }>; readonly parts: OutlineParts }) {
  if (line.kind === 'goes' && !line.meets) return <GoesOn to={line.to} parts={parts} />;
  const Icon = line.kind === 'end' ? IconFlag : IconArrowDownRight;
  return (
    <span className="au-rest faint">
      <Icon size={14} aria-hidden />
      {t(line.kind === 'end' ? 'au.b.ends' : 'au.b.joins')}
    </span>
  );
}
