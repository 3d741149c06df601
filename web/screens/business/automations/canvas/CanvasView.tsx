import { Component, lazy, type ReactNode, Suspense } from 'react';
import type { AutomationCount } from '../../../../../api/contract/automations.ts';
import type { Names } from '../../../../components/contact-filter/labels.ts';
import { figuresOf, listed, noFigures, whysOf } from '../figures.ts';
import { automationModel } from '../model.ts';
import { t } from '../texts.ts';
import { StepsGhost } from '../../../../components/Ghosts.tsx';
import { called, exitWord, kindWord, startsWords, summaryOf } from '../labels.ts';
import type { CanvasProps } from './Canvas.tsx';
import type { RunPath } from './run-path.ts';

const Canvas = lazy(() => import('./Canvas.tsx'));
const nothing: ReadonlySet<string> = new Set();

export interface CanvasViewProps extends Omit<CanvasProps, 'stepOf' | 'wayOf' | 'wire'> {
  readonly names: Names;
  /** Of the version that is shown. */
  readonly counts: readonly AutomationCount[];
  /** Steps that need attention; `start`: what starts it. */
  readonly wrong?: ReadonlySet<string>;
  /** Of those that are not wrong: what is still to be said. */
  readonly unset?: ReadonlySet<string>;
  /** The way of one run. */
  readonly run?: RunPath;
  /** Stands in its place where it can not be shown. */
  readonly instead: ReactNode;
}

/** The canvas with what its cards say. It comes when it is asked for; where it does not come, the list is there. */
export function CanvasView({
  names,
  counts,
  wrong = nothing,
  unset = nothing,
  run,
  instead,
  ...canvas
}: CanvasViewProps) {
  const { document } = canvas;
  const of = (id: string) => ({ ...figuresOf(counts, id), whys: whysOf(counts, id).join(' · ') });
  return (
    <Guard instead={instead}>
      <Suspense fallback={<StepsGhost />}>
        <Canvas
          {...canvas}
          wire={run?.wire}
          stepOf={(id) => {
            const path = run === undefined ? null : run.stepOf(id);
            const rest = { isWrong: wrong.has(id), isUnset: !wrong.has(id) && unset.has(id), path };
            if (id === 'start')
              return {
                ...rest,
                name: t('au.b.starts'),
                kindWord: '',
                isOff: false,
                ...noFigures,
                whys: '',
                isUnset: false,
                summary: startsWords(document.triggers, names) || t('au.b.startsNone'),
              };
            const node = automationModel.nodeOf(document, id);
            return {
              ...rest,
              ...of(id),
              name: called(node),
              kindWord: '',
              isOff: node !== null && automationModel.isOff(node),
              summary:
                node === null ? ''
                : node.kind === 'GoTo' ?
                  t('au.b.goesTo', { name: called(automationModel.nodeOf(document, node.to.next ?? '')) })
                : summaryOf(node, names) || (node.name === null ? '' : kindWord(node.kind)),
            };
          }}
          wayOf={(step, exit) => {
            const node = automationModel.nodeOf(document, step);
            const taken = listed(counts, step, 'exit').find(([name]) => name === exit || name === underscored(exit));
            return {
              words: node === null ? '' : exitWord(node, exit),
              taken: run === undefined && figuresOf(counts, step).passed > 0 ? (taken?.[1] ?? 0) : null,
              path: run === undefined ? null : run.wayOf(step, exit),
            };
          }}
        />
      </Suspense>
    </Guard>
  );
}
const underscored = (exit: string): string => exit.replace(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`);

class Guard extends Component<
  { readonly children: ReactNode; readonly instead: ReactNode },
  { readonly failed: boolean }
> {
  override state = { failed: false };
  static getDerivedStateFromError() {
    return { failed: true };
  }
  override componentDidCatch(error: unknown) {
    console.error(error);
  }
  override render() {
    return this.state.failed ? this.props.instead : this.props.children;
  }
}
