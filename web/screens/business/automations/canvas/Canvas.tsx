import '@xyflow/react/dist/base.css';
import './canvas.css';
import { ActionIcon, Tooltip } from '@mantine/core';
import { IconKeyboard, IconMaximize, IconMinus, IconPlus } from '@tabler/icons-react';
import {
  Background,
  MiniMap,
  ReactFlow,
  type ReactFlowInstance,
  ReactFlowProvider,
  useReactFlow,
  useViewport,
  ViewportPortal,
} from '@xyflow/react';
import {
  type KeyboardEvent,
  memo,
  type PointerEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { percent } from '../../../../format/number.ts';
import type { automationModel, Document } from '../model.ts';
import type { Place } from '../outline.ts';
import { type Layout, layoutOf, shapeOf } from './layout.ts';
import { type Acts, type PlusView, type Shown, ShownContext, type SpotNode, spotTypes } from './Spots.tsx';
import { t } from './texts.ts';
import { type StepView, Views, type WayView } from './views.ts';
import { walk, walkToWay, type Way } from './walk.ts';

/** What is shown of a step, where nothing of the canvas itself decides it. */
export type StepWords = Omit<StepView, 'isOpen' | 'isChosen' | 'isCurrent'>;
export interface CanvasEdit {
  readonly add: (place: Place) => void;
  readonly remove: (steps: readonly string[]) => void;
  readonly turn: (step: string) => void;
  /** Steps go to another place; as copies, or themselves. */
  readonly put: (steps: readonly string[], place: Place, as: 'move' | 'copy') => void;
  readonly copy: (steps: readonly string[]) => void;
  readonly paste: (place: Place) => void;
  readonly addLabel: (place: Place) => string;
}
export interface CanvasProps {
  /** Of the whole, for who does not see it. */
  readonly label: string;
  readonly document: Document;
  readonly stepOf: (id: string) => StepWords;
  readonly wayOf: (step: string, exit: string) => WayView;
  /** What is open at the side. */
  readonly open: string | null;
  readonly onOpen: (id: string) => void;
  /** What can be changed; none: it is looked at. */
  readonly edit?: CanvasEdit;
  /** Pixels at each side that something else covers. */
  readonly covered?: { readonly left: number; readonly right: number; readonly top: number };
  /** Steps whose place is being chosen. */
  readonly placing?: Placing | null;
  readonly onPlacing?: (placing: Placing | null) => void;
  /** Of one run: whether it went from a spot to the next. */
  readonly wire?: ((from: string, to: string) => boolean) | undefined;
  /** Beside the zoom. */
  readonly tools?: ReactNode;
}
export interface Placing {
  readonly steps: readonly string[];
  readonly as: 'move' | 'copy';
}

const isCalm = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;
const glide = (): { duration: number } => ({ duration: isCalm() ? 0 : 180 });
const noNodes: ReadonlySet<string> = new Set();
/** How far a mouse goes before a press is a drag, px. */
const dragFrom = 6;

/** An automation as it is drawn: a second view of what the list shows. Where things stand follows from the structure. */
export default function Canvas(props: CanvasProps) {
  const { document, open, placing: asked = null } = props;
  const shape = shapeOf(document);
  const latest = useRef(props);
  useLayoutEffect(() => {
    latest.current = props;
  });
  // eslint-disable-next-line react-hooks/exhaustive-deps -- by its shape alone: words move nothing
  const layout = useMemo(() => layoutOf(document), [shape]);
  const [chosen, choose] = useState(noNodes);
  const [current, setCurrent] = useState('start');
  const [dragged, setDragged] = useState<readonly string[] | null>(null);
  const placing = dragged === null ? asked : { steps: dragged, as: 'move' as const };
  const isAt = layout.spots.some(({ id }) => id === current) ? current : 'start';

  const [views] = useState(() => ({
    steps: new Views<StepView>(),
    ways: new Views<WayView>(),
    pluses: new Views<PlusView>(),
  }));
  useLayoutEffect(() => {
    put(views, layout, props, { open, chosen, current: isAt, isPlacing: placing !== null });
  });
  return (
    <ReactFlowProvider>
      <Frame
        {...{ layout, latest, views, chosen, choose, setCurrent, placing, setDragged }}
        isDragged={dragged !== null}
        tools={props.tools}
        current={isAt}
        isEdited={props.edit !== undefined}
        label={props.label}
        open={open}
        wire={props.wire}
        top={props.covered?.top ?? 0}
        left={props.covered?.left ?? 0}
        kinds={useKinds(document, shape)}
      />
    </ReactFlowProvider>
  );
}

/** The kinds of the steps: part of what the graph itself knows. */
function useKinds(document: Document, shape: string): ReadonlyMap<string, automationModel.NodeKind> {
  return useMemo(
    () => new Map(Object.entries(document.nodes).map(([id, { kind }]) => [id, kind])),
    // eslint-disable-next-line react-hooks/exhaustive-deps -- a step never becomes one of another kind
    [shape],
  );
}

/** Tells the cards what they show now. */
function put(
  views: Pick<Shown, 'steps' | 'ways' | 'pluses'>,
  { spots, wires }: Layout,
  { stepOf, wayOf, edit }: CanvasProps,
  at: {
    readonly open: string | null;
    readonly chosen: ReadonlySet<string>;
    readonly current: string;
    readonly isPlacing: boolean;
  },
): void {
  const steps = new Map<string, StepView>();
  const ways = new Map<string, WayView>();
  const pluses = new Map<string, PlusView>();
  const follows = new Set(wires.flatMap(({ from, to }) => (from === at.current ? [to] : [])));
  for (const spot of spots) {
    const { id, kind, place } = spot;
    if (kind === 'step' || kind === 'start')
      steps.set(id, {
        ...stepOf(id),
        isOpen: at.open === id,
        isChosen: at.chosen.has(id),
        isCurrent: at.current === id,
      });
    else if (kind === 'way') ways.set(id, wayOf(spot.step, spot.exit));
    if (place !== null && edit !== undefined)
      pluses.set(id, {
        label: at.isPlacing ? t('au.b.putHere') : edit.addLabel(place),
        isNear: id === at.current || follows.has(id),
        isHere: at.isPlacing,
      });
  }
  views.steps.put(steps);
  views.ways.put(ways);
  views.pluses.put(pluses);
}

interface FrameProps {
  readonly layout: Layout;
  readonly latest: { readonly current: CanvasProps };
  readonly views: Pick<Shown, 'steps' | 'ways' | 'pluses'>;
  readonly chosen: ReadonlySet<string>;
  readonly choose: (steps: ReadonlySet<string>) => void;
  readonly current: string;
  readonly setCurrent: (id: string) => void;
  readonly placing: Placing | null;
  readonly isDragged: boolean;
  readonly tools: ReactNode;
  readonly setDragged: (steps: readonly string[] | null) => void;
  readonly isEdited: boolean;
  readonly label: string;
  readonly open: string | null;
  readonly wire: CanvasProps['wire'];
  readonly top: number;
  readonly left: number;
  readonly kinds: ReadonlyMap<string, automationModel.NodeKind>;
}

/** What is done on the canvas: keys, drags, and where one looks at. */
function Frame(props: FrameProps) {
  const { layout, latest, views, isEdited, placing, label, open, kinds } = props;
  const frame = useRef<HTMLDivElement>(null);
  const stage = useRef<HTMLDivElement>(null);
  const ghost = useRef<HTMLDivElement>(null);
  const flow = useReactFlow();
  const now = useRef(props);
  useLayoutEffect(() => {
    now.current = props;
  });
  const [size, setSize] = useState<{ readonly width: number; readonly height: number } | null>(null);
  useLayoutEffect(() => {
    const box = stage.current!.getBoundingClientRect();
    setSize({ width: box.width, height: box.height });
  }, []);

  /** Moves the canvas where a card can not be seen. */
  const reveal = useCallback(
    (id: string) => {
      const spot = now.current.layout.spots.find((one) => one.id === id);
      const box = stage.current?.getBoundingClientRect();
      if (spot === undefined || box === undefined) return null;
      const view = flow.getViewport();
      const covered = latest.current.covered ?? { left: 0, right: 0, top: 0 };
      const margin = 16;
      const from = covered.left + margin;
      const to = box.width - covered.right - margin;
      // In a narrow place it is seen whole, and smaller.
      const zoom = Math.max(0.5, Math.min(view.zoom, (to - from) / spot.width));
      const left = spot.x * view.zoom + view.x;
      const top = spot.y * view.zoom + view.y;
      const isSeen =
        left >= from &&
        top >= covered.top + margin &&
        left + spot.width * view.zoom <= to &&
        top + spot.height * view.zoom <= box.height - margin;
      if (isSeen) return null;
      const next = {
        x: (from + to) / 2 - (spot.x + spot.width / 2) * zoom,
        // Of a path it is of interest where it came from.
        y: box.height * (latest.current.wire === undefined ? 0.42 : 0.64) - (spot.y + spot.height / 2) * zoom,
        zoom,
      };
      void flow.setViewport(next, glide());
      return { from: view, to: next };
    },
    [flow, latest],
  );
  const focus = useCallback((id: string) => {
    const name = CSS.escape(id);
    const card = frame.current?.querySelector<HTMLElement>(`[data-step="${name}"]`);
    (card ?? frame.current?.querySelector<HTMLElement>(`[data-spot="${name}"]`))?.focus({ preventScroll: true });
  }, []);
  /** Shows where one has been brought to. */
  const point = useCallback((id: string) => {
    if (isCalm()) return;
    const card = frame.current?.querySelector(`[data-step="${CSS.escape(id)}"]`);
    card?.animate([{ outline: '3px solid var(--brand)', outlineOffset: '2px' }, { outline: '3px solid transparent' }], {
      duration: 1_200,
      easing: 'ease-in',
    });
  }, []);
  const fit = useCallback(() => {
    void flow.fitView({ padding: 0.08, maxZoom: 1, ...glide() });
  }, [flow]);
  /** What was looked at before the side opened over it; that it was moved since is somebody's own choice. */
  const aside = useRef<ReturnType<typeof reveal>>(null);
  useEffect(() => {
    const was = aside.current;
    if (open !== null) {
      const moved = reveal(open);
      if (moved !== null) aside.current = was === null ? moved : { from: was.from, to: moved.to };
      return;
    }
    aside.current = null;
    const at = flow.getViewport();
    const isThere = was !== null && Math.abs(at.x - was.to.x) < 1 && Math.abs(at.y - was.to.y) < 1;
    if (isThere) void flow.setViewport(was.from, glide());
  }, [flow, open, reveal]);

  /** `steps`: what is dragged, once it is a drag. */
  const drag = useRef<{ id: string; x: number; y: number; steps: readonly string[] | null } | null>(null);
  const wasDragged = useRef(false);
  const acts = useMemo<Acts>(
    () => ({
      open: (id, isMore) => {
        if (wasDragged.current) {
          wasDragged.current = false;
          return;
        }
        const { chosen, choose } = now.current;
        if (isMore && id !== 'start' && now.current.isEdited) {
          const next = new Set(chosen);
          if (!next.delete(id)) next.add(id);
          choose(next);
          return;
        }
        choose(noNodes);
        latest.current.onOpen(id);
      },
      focus: (id) => {
        now.current.setCurrent(id);
        reveal(id);
      },
      put: (place) => {
        const { placing: what, choose } = now.current;
        const { edit, onPlacing } = latest.current;
        if (what === null) edit?.add(place);
        else {
          onPlacing?.(null);
          edit?.put(what.steps, place, what.as);
          choose(noNodes);
        }
      },
      goTo: (step) => {
        focus(step);
        point(step);
      },
      press: (event: PointerEvent, id) => {
        wasDragged.current = false;
        if (event.button !== 0 || event.pointerType === 'touch') return;
        drag.current = { id, x: event.clientX, y: event.clientY, steps: null };
      },
    }),
    [focus, latest, point, reveal],
  );

  // A drag draws nothing again: the ghost is moved, and what lies below it is marked.
  useEffect(() => {
    let over: Element | null = null;
    let frameAsked = 0;
    const end = () => {
      const was = drag.current;
      drag.current = null;
      cancelAnimationFrame(frameAsked);
      over?.classList.remove('over');
      if (ghost.current !== null) ghost.current.textContent = '';
      if (was?.steps != null) now.current.setDragged(null);
      const target = over;
      over = null;
      return { was, target };
    };
    const pan = (event: globalThis.PointerEvent) => {
      cancelAnimationFrame(frameAsked);
      const box = stage.current?.getBoundingClientRect();
      if (box === undefined) return;
      const edge = 48;
      const pull = (at: number, from: number, to: number) =>
        at < from + edge ? 9
        : at > to - edge ? -9
        : 0;
      const [x, y] = [pull(event.clientX, box.left, box.right), pull(event.clientY, box.top, box.bottom)];
      if (x === 0 && y === 0) return;
      const step = () => {
        const at = flow.getViewport();
        void flow.setViewport({ ...at, x: at.x + x, y: at.y + y });
        frameAsked = requestAnimationFrame(step);
      };
      frameAsked = requestAnimationFrame(step);
    };
    const onMove = (event: globalThis.PointerEvent) => {
      const at = drag.current;
      if (at === null) return;
      if (at.steps === null) {
        if (Math.hypot(event.clientX - at.x, event.clientY - at.y) < dragFrom) return;
        wasDragged.current = true;
        const { chosen, setDragged, views: shown } = now.current;
        at.steps = chosen.has(at.id) ? [...chosen] : [at.id];
        setDragged(at.steps);
        if (ghost.current !== null) ghost.current.textContent = shown.steps.of(at.id)?.name ?? '';
      }
      if (ghost.current !== null)
        ghost.current.style.transform = `translate(${event.clientX + 14}px, ${event.clientY + 10}px)`;
      const below = window.document.elementFromPoint(event.clientX, event.clientY)?.closest('.au-plus') ?? null;
      if (below !== over) {
        over?.classList.remove('over');
        below?.classList.add('over');
        over = below;
      }
      pan(event);
    };
    const onUp = () => {
      // Kept by the drag: the mouse may be up before anything of it was drawn.
      const { was, target } = end();
      if (was?.steps == null) return;
      const { steps } = was;
      // The click that ends a drag opens nothing.
      setTimeout(() => {
        wasDragged.current = false;
      });
      const spot = now.current.layout.spots.find(({ id }) => id === target?.getAttribute('data-spot'));
      if (spot?.place == null) return;
      now.current.choose(noNodes);
      latest.current.edit?.put(steps, spot.place, 'move');
    };
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key === 'Escape' && drag.current !== null) end();
    };
    const on = window;
    on.addEventListener('pointermove', onMove);
    on.addEventListener('pointerup', onUp);
    on.addEventListener('pointercancel', end);
    on.addEventListener('keydown', onKey);
    return () => {
      cancelAnimationFrame(frameAsked);
      on.removeEventListener('pointermove', onMove);
      on.removeEventListener('pointerup', onUp);
      on.removeEventListener('pointercancel', end);
      on.removeEventListener('keydown', onKey);
    };
  }, [flow, latest]);

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const { current, chosen, choose } = props;
    const { edit, onPlacing } = latest.current;
    const isCard = event.target instanceof Element && event.target.closest('[data-step]') !== null;
    // The button of an empty way: arrows lead on from there, too.
    const plus = event.target instanceof Element ? event.target.closest('.au-plus[data-spot]') : null;
    const standsAt = plus?.getAttribute('data-spot') ?? current;
    const steps =
      chosen.size > 0 ? [...chosen]
      : current === 'start' ? []
      : [current];
    const below = (): Place | null =>
      layout.spots.find((spot) => spot.id === current || (spot.kind === 'way' && spot.step === current))?.place ??
      layout.spots.find((spot) => spot.kind === 'way' && spot.step === current)?.place ??
      null;
    const go = (way: Way) => () => {
      const to = walk(layout, standsAt, way);
      const open = edit === undefined || event.shiftKey ? null : walkToWay(layout, standsAt, way);
      if (open !== null && (to === null || plus !== null)) {
        focus(open);
        return;
      }
      if (to === null) return;
      if (event.shiftKey && edit !== undefined)
        choose(new Set([...chosen, current, to].filter((id) => id !== 'start')));
      else if (chosen.size > 0) choose(noNodes);
      focus(to);
    };
    const act: Readonly<Record<string, (() => void) | undefined>> =
      event.ctrlKey || event.metaKey ?
        {
          c:
            edit &&
            (() => {
              edit.copy(steps);
            }),
          x:
            edit &&
            (() => {
              onPlacing?.({ steps, as: 'move' });
            }),
          v:
            edit &&
            (() => {
              const to = below();
              if (to !== null) edit.paste(to);
            }),
        }
      : {
          ArrowUp: go('up'),
          ArrowDown: go('down'),
          ArrowLeft: go('left'),
          ArrowRight: go('right'),
          g: () => {
            const jump = layout.jumps.find(({ via }) => via === current || via.startsWith(`way:${current}:`));
            if (jump !== undefined) acts.goTo(jump.to);
          },
          Home: () => {
            focus('start');
          },
          End: () => {
            focus(layout.spots.findLast(({ kind }) => kind === 'step')?.id ?? 'start');
          },
          Escape: () => {
            if (placing !== null) onPlacing?.(null);
            else if (chosen.size > 0) choose(noNodes);
          },
          Delete:
            edit &&
            (() => {
              choose(noNodes);
              if (steps.length > 0) edit.remove(steps);
            }),
          d:
            edit &&
            (() => {
              if (current !== 'start') edit.turn(current);
            }),
          a:
            edit &&
            (() => {
              const to = below();
              if (to !== null) edit.add(to);
            }),
          m:
            edit &&
            (() => {
              if (steps.length > 0) onPlacing?.({ steps, as: 'move' });
            }),
          '1': fit,
          '0': () => {
            void flow.zoomTo(1, glide());
          },
          '+': () => void flow.zoomIn(glide()),
          '-': () => void flow.zoomOut(glide()),
        };
    const wanted = Object.hasOwn(act, event.key) ? act[event.key] : undefined;
    const isWalk = plus !== null && event.key.startsWith('Arrow');
    if (wanted === undefined || event.altKey || (!isCard && !isWalk && event.key !== 'Escape')) return;
    event.preventDefault();
    wanted();
  };

  return (
    <div
      ref={frame}
      className={`au-canvas${placing === null ? '' : ' placing'}${props.isDragged ? ' dragging' : ''}`}
      role="group"
      aria-label={label}
      onKeyDown={onKeyDown}
    >
      <div ref={stage} className="au-drawing">
        {size !== null && (
          <Graph
            {...{ layout, kinds, views, acts, isEdited, size }}
            top={props.top}
            left={props.left}
            wire={props.wire}
          />
        )}
      </div>
      <div ref={ghost} className="au-ghost" aria-hidden />
      <div className="au-tools">
        <Zoom onFit={fit} hint={t(isEdited ? 'au.c.hint' : 'au.c.hintRead')} />
        {props.tools}
      </div>
    </div>
  );
}

/** What the graph is given changes with the structure alone. */
const Graph = memo(function Graph({
  layout,
  kinds,
  views,
  acts,
  isEdited,
  size,
  top,
  left,
  wire,
}: {
  readonly layout: Layout;
  readonly kinds: ReadonlyMap<string, automationModel.NodeKind>;
  readonly views: Pick<Shown, 'steps' | 'ways' | 'pluses'>;
  readonly acts: Acts;
  readonly isEdited: boolean;
  readonly size: { readonly width: number; readonly height: number };
  /** Pixels at the top, and at the left, that something else covers. */
  readonly top: number;
  readonly left: number;
  readonly wire: CanvasProps['wire'];
}) {
  const [begin] = useState(() => firstLook(layout, size, { top, left }));
  const shown = useMemo(
    () => ({ ...views, acts, isEdited, jumps: new Map(layout.jumps.map(({ from, to }) => [from, to])) }),
    [views, acts, isEdited, layout],
  );
  const nodes = useMemo(
    () =>
      layout.spots.map((spot): SpotNode => {
        const { id, kind, x, y, width, height } = spot;
        return {
          id,
          type: kind,
          position: { x, y },
          width,
          height,
          measured: { width, height },
          draggable: false,
          selectable: false,
          focusable: false,
          connectable: false,
          data: { spot, kind: kinds.get(id) ?? null },
        };
      }),
    [layout, kinds],
  );
  return (
    <ShownContext value={shown}>
      <ReactFlow
        nodes={nodes}
        nodeTypes={spotTypes}
        defaultViewport={begin}
        minZoom={0.1}
        maxZoom={1.6}
        nodesDraggable={false}
        nodesConnectable={false}
        nodesFocusable={false}
        elementsSelectable={false}
        disableKeyboardA11y
        deleteKeyCode={null}
        selectionKeyCode={null}
        multiSelectionKeyCode={null}
        zoomActivationKeyCode={['Control', 'Meta']}
        panOnScroll
        zoomOnDoubleClick={false}
        proOptions={plain}
      >
        <Background gap={20} size={1.4} />
        <ViewportPortal>
          <Wires layout={layout} wire={wire} />
        </ViewportPortal>
        <MiniMap pannable zoomable ariaLabel={t('au.c.map')} nodeClassName={mapClass} nodeBorderRadius={10} />
      </ReactFlow>
    </ShownContext>
  );
});
const plain = { hideAttribution: true };
const mapClass = ({ type }: { readonly type?: string | undefined }): string => `map-${type ?? ''}`;

/** Its beginning, as wide as can be read. */
function firstLook(
  { spots, width }: Layout,
  box: { readonly width: number },
  covered: { readonly top: number; readonly left: number },
): ReturnType<ReactFlowInstance['getViewport']> {
  const margin = 40;
  const start = spots.find(({ kind }) => kind === 'start');
  const room = box.width - covered.left;
  const zoom = Math.min(1, Math.max(0.75, (room - 2 * margin) / width));
  const middle = width * zoom <= room - margin ? width / 2 : start!.x + start!.width / 2;
  return { x: covered.left + room / 2 - middle * zoom, y: Math.max(margin, covered.top + margin / 2), zoom };
}

const onOff = (isOn: boolean | null): string =>
  isOn === null ? ''
  : isOn ? 'on'
  : 'off';
function Wires({
  layout: { wires, jumps, width, height },
  wire,
}: {
  readonly layout: Layout;
  readonly wire: CanvasProps['wire'];
}) {
  const drawn = wires.map((one) => ({ ...one, isOn: wire?.(one.from, one.to) ?? null }));
  return (
    <svg className="au-wires" width={width} height={height} aria-hidden>
      {/* What was taken lies over what was not. */}
      {[...drawn.filter(({ isOn }) => isOn !== true), ...drawn.filter(({ isOn }) => isOn === true)].map((one) => (
        <path key={one.id} d={one.path} className={onOff(one.isOn)} />
      ))}
      {jumps.map(({ id, via, to, path }) => (
        <path key={id} d={path} className={`jump ${onOff(wire?.(via, to) ?? null)}`} />
      ))}
    </svg>
  );
}

function Zoom({ onFit, hint }: { readonly onFit: () => void; readonly hint: string }) {
  const flow = useReactFlow();
  const { zoom } = useViewport();
  const all = [
    ['au.c.zoomOut', IconMinus, () => void flow.zoomOut(glide())],
    ['au.c.zoomIn', IconPlus, () => void flow.zoomIn(glide())],
    ['au.c.fit', IconMaximize, onFit],
  ] as const;
  return (
    <div className="au-zoom">
      {all.map(([key, Icon, onClick]) => (
        <Tooltip key={key} label={t(key)}>
          <ActionIcon variant="subtle" aria-label={t(key)} onClick={onClick}>
            <Icon size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
      ))}
      <span className="num muted" aria-hidden>
        {percent(zoom)}
      </span>
      <Tooltip label={hint} multiline w={260}>
        <ActionIcon variant="subtle" className="keys" aria-label={hint}>
          <IconKeyboard size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </div>
  );
}
