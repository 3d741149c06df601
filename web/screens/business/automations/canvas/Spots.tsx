import {
  IconAlertTriangle,
  IconArrowDownRight,
  IconBolt,
  IconCornerDownRight,
  IconFlag,
  IconPlus,
} from '@tabler/icons-react';
import { Handle, type Node as FlowNode, type NodeProps, Position } from '@xyflow/react';
import { createContext, memo, type PointerEvent, type ReactNode, use } from 'react';
import { count } from '../../../../format/number.ts';
import { figureWords, type Tone } from '../figures.ts';
import { KindIcon } from '../steps/kinds.tsx';
import type { NodeKind } from '../model.ts';
import type { Place } from '../outline.ts';
import { plusBelow } from './layout.ts';
import type { Spot } from './spot.ts';
import { t } from './texts.ts';
import { type StepView, useView, type Views, type WayView } from './views.ts';

export type SpotNode = FlowNode<{ readonly spot: Spot; readonly kind: NodeKind | null }>;

/** What is pressed on the canvas. Never another object while it is open: a card is drawn for its own sake alone. */
export interface Acts {
  readonly open: (id: string, isMore: boolean) => void;
  readonly focus: (id: string) => void;
  readonly press: (event: PointerEvent, id: string) => void;
  readonly put: (place: Place) => void;
  readonly goTo: (step: string) => void;
}
/** What a button between steps says, and whether Tab comes to it from where the keyboard is. */
export interface PlusView {
  readonly label: string;
  readonly isNear: boolean;
  readonly isHere: boolean;
}
export interface Shown {
  readonly steps: Views<StepView>;
  readonly ways: Views<WayView>;
  readonly pluses: Views<PlusView>;
  readonly acts: Acts;
  /** Where spots lead to that go on elsewhere. */
  readonly jumps: ReadonlyMap<string, string>;
  readonly isEdited: boolean;
}
export const ShownContext = createContext<Shown | null>(null);
const useShown = (): Shown => use(ShownContext)!;

/** Cards are pressed and dragged with a mouse; a finger on them moves the canvas. */
const isFine = matchMedia('(pointer: fine)').matches;
const still = isFine ? 'nodrag nopan' : 'nodrag';

function Plus({ spot }: { readonly spot: Spot }) {
  const { acts, pluses, isEdited } = useShown();
  const view = useView(pluses, spot.id);
  const { place } = spot;
  if (place === null || !isEdited || view === undefined) return null;
  return (
    <button
      type="button"
      className={`au-plus nodrag nopan${view.isHere ? ' here' : ''}`}
      style={{ top: spot.height + plusBelow }}
      tabIndex={view.isNear ? 0 : -1}
      data-spot={spot.id}
      aria-label={view.label}
      title={view.label}
      onClick={() => {
        acts.put(place);
      }}
    >
      <IconPlus size={14} aria-hidden />
    </button>
  );
}

/** On either side of the line that leads on: who is here and went on, and what became of the others. */
function Figures({ view }: { readonly view: StepView }) {
  const all = figureWords(view);
  if (all.length === 0) return null;
  const side = (name: string, tones: ReadonlySet<string>) => (
    <span className={name}>
      {all
        .filter(({ tone }) => tones.has(tone))
        .map(({ words, tone }) => (
          <span key={words} className={`num ${tone}`}>
            {words}
          </span>
        ))}
    </span>
  );
  return (
    <span className="au-figures" title={view.whys === '' ? undefined : view.whys}>
      {side('went', wentOn)}
      {side('others', wentNot)}
    </span>
  );
}
const wentOn: ReadonlySet<string> = new Set<Tone>(['here', '']);
const wentNot: ReadonlySet<string> = new Set<Tone>(['less', 'bad']);

/** A step, or what starts it all: pressed to open, dragged to move. */
function Card({ id, icon }: { readonly id: string; readonly icon: ReactNode }) {
  const { acts, steps, isEdited } = useShown();
  const view = useView(steps, id);
  if (view === undefined) return null;
  const { isOpen, isChosen, isWrong, isOff, path } = view;
  const isMovable = isEdited && id !== 'start';
  const classes = [
    'au-node',
    still,
    isOpen && 'open',
    isChosen && 'chosen',
    isWrong && 'wrong',
    isOff && 'off',
    path !== null && `path-${path}`,
    isMovable && 'movable',
  ];
  return (
    <>
      <button
        type="button"
        data-step={id}
        className={classes.filter(Boolean).join(' ')}
        aria-pressed={isOpen}
        tabIndex={view.isCurrent ? 0 : -1}
        onClick={(event) => {
          acts.open(id, event.shiftKey);
        }}
        onFocus={() => {
          acts.focus(id);
        }}
        onPointerDown={(event) => {
          if (isMovable) acts.press(event, id);
        }}
      >
        {icon}
        <span className="words">
          <b dir="auto">{view.name}</b>
          {view.isUnset ?
            <span className="muted sum unset">{t('au.b.unset')}</span>
          : view.summary !== '' ?
            <span className="muted sum" dir="auto">
              {view.summary}
            </span>
          : view.kindWord !== '' && <span className="faint sum">{view.kindWord}</span>}
        </span>
        {isOff && <span className="tag">{t('au.b.isOff')}</span>}
        {isWrong && (
          <span className="warn">
            <IconAlertTriangle size={16} aria-hidden />
            <span className="sr-only">{t('au.b.wrong')}</span>
          </span>
        )}
      </button>
      <Figures view={view} />
    </>
  );
}

/** The graph asks for where its lines begin and end, though we draw them ourselves. */
const ends = (
  <>
    <Handle type="target" position={Position.Top} isConnectable={false} />
    <Handle type="source" position={Position.Bottom} isConnectable={false} />
  </>
);

const StartSpot = memo(function StartSpot({ data: { spot } }: NodeProps<SpotNode>) {
  const icon = (
    <span className="au-icon start">
      <IconBolt size={18} aria-hidden />
    </span>
  );
  return (
    <>
      {ends}
      <Card id="start" icon={icon} />
      <Plus spot={spot} />
    </>
  );
});
const StepSpot = memo(function StepSpot({ data: { spot, kind } }: NodeProps<SpotNode>) {
  const { acts, jumps } = useShown();
  const to = kind === 'GoTo' ? jumps.get(spot.id) : undefined;
  return (
    <>
      {ends}
      <Card id={spot.id} icon={kind === null ? null : <KindIcon kind={kind} />} />
      {to !== undefined && (
        <button
          type="button"
          className="au-jump nodrag nopan"
          tabIndex={-1}
          aria-label={t('au.c.showWhere')}
          title={t('au.c.showWhere')}
          onClick={() => {
            acts.goTo(to);
          }}
        >
          <IconCornerDownRight size={15} aria-hidden />
        </button>
      )}
      <Plus spot={spot} />
    </>
  );
});
const WaySpot = memo(function WaySpot({ data: { spot } }: NodeProps<SpotNode>) {
  const { ways } = useShown();
  const view = useView(ways, spot.id);
  return (
    <>
      {ends}
      <span className={`au-waymark${view?.path === 'off' ? ' path-off' : ''}${view?.path === 'on' ? ' path-on' : ''}`}>
        <span className="clip">{view?.words}</span>
        {view !== undefined && view.taken !== null && <span className="num">{count(view.taken)}</span>}
      </span>
      <Plus spot={spot} />
    </>
  );
});
const JoinSpot = memo(function JoinSpot({ data: { spot } }: NodeProps<SpotNode>) {
  return (
    <>
      {ends}
      <span className="au-join">
        <IconArrowDownRight size={10} aria-hidden />
      </span>
      <Plus spot={spot} />
    </>
  );
});
const EndSpot = memo(function EndSpot() {
  return (
    <>
      {ends}
      <span className="au-endmark">
        <IconFlag size={13} aria-hidden />
        {t('au.c.endMark')}
      </span>
    </>
  );
});
const GoesSpot = memo(function GoesSpot({ data: { spot } }: NodeProps<SpotNode>) {
  const { acts, steps } = useShown();
  const step = spot.kind === 'goes' ? spot.step : '';
  const view = useView(steps, step);
  const name = view?.name ?? t('au.gone');
  return (
    <>
      {ends}
      <button
        type="button"
        className="au-goesmark nodrag nopan"
        tabIndex={-1}
        onClick={() => {
          acts.goTo(step);
        }}
      >
        <IconCornerDownRight size={14} aria-hidden />
        <span className="clip">{t('au.c.goesTo', { name })}</span>
      </button>
    </>
  );
});
const LaneSpot = memo(function LaneSpot({ data: { spot } }: NodeProps<SpotNode>) {
  const of = spot.kind === 'lane' ? spot.of : 'loose';
  return (
    <div className="au-lane">
      <b>{t(`au.b.${of}`)}</b>
      {of !== 'loose' && <span className="muted">{t(`au.b.${of}Text`)}</span>}
    </div>
  );
});

/** By kind. Outside of every component: another object would draw every card again. */
export const spotTypes = {
  start: StartSpot,
  step: StepSpot,
  way: WaySpot,
  join: JoinSpot,
  end: EndSpot,
  goes: GoesSpot,
  lane: LaneSpot,
};
