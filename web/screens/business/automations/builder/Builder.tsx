import '../automations.css';
import {
  ActionIcon,
  Button,
  createTheme,
  Group,
  MantineThemeProvider,
  Modal,
  MultiSelect,
  Select,
  TextInput,
  Tooltip,
} from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconArrowForwardUp,
  IconBolt,
  IconChartBar,
  IconChevronDown,
  IconChevronLeft,
  IconPlus,
  IconTargetArrow,
  IconX,
} from '@tabler/icons-react';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'wouter';
import type { Automation, Problem } from '../../../../../api/contract/automations.ts';
import { useRead } from '../../../../data/read.ts';
import { useRefresh } from '../../../../api/refresh.ts';
import { useApp } from '../../../../session/context.tsx';
import { useRouteParam } from '../../../../session/params.ts';
import { useTitle } from '../../../../session/title.ts';
import type { Change } from '../../../../builder/log.ts';
import { ErrorState } from '../../../../components/ErrorState.tsx';
import { StepsGhost } from '../../../../components/Ghosts.tsx';
import { useLeaveGuard } from '../../../../components/form/leave.ts';
import { RowMenu } from '../../../../components/RowMenu.tsx';
import { AutomationBadge } from '../../../../components/StatusBadge.tsx';
import { toastSuccess } from '../../../../core/toast.ts';
import { time } from '../../../../format/date.ts';
import { useDateStyle, useProfile } from '../../../../session/profile.tsx';
import { CanvasView } from '../canvas/CanvasView.tsx';
import type { CanvasEdit, Placing } from '../canvas/Canvas.tsx';
import { figuresOf, figureWords, whysOf } from '../figures.ts';
import { KindIcon } from '../steps/kinds.tsx';
import { automationModel, documentOf, freshNode, here, type Node, type NodeKind } from '../model.ts';
import { Outline } from '../Outline.tsx';
import { type Line, type Place, shownExits } from '../outline.ts';
import { t } from '../texts.ts';
import { useAutomationActions } from '../useAutomationActions.tsx';
import { RehearsalPanel, RehearseButton } from '../rehearsal/RehearsalPanel.tsx';
import { rememberedView, rememberView } from '../view.ts';
import { ViewToggle } from '../ViewToggle.tsx';
import { called, exitWord, startsWords } from '../labels.ts';
import { clipOf, fits, move, paste } from './clip.ts';
import { keepClip, keptClip } from './clipboard.ts';
import { double, endsWay, insert, insertGoal, remove, targetAt } from './edit.ts';
import type { Wrong } from '../fields/choices.tsx';
import { newStepId } from './id.ts';
import { Picker } from './Picker.tsx';
import { useNamedData } from '../useNamedData.ts';
import { problemsNow } from './problems.ts';
import { changedPaths, isUnset, pathOf } from './unset.ts';
import { CircleNote } from './CircleNote.tsx';
import { type Move, PublishDialog } from './PublishDialog.tsx';
import { stepOf } from './sections.ts';
import { StartPanel } from './StartPanel.tsx';
import { StepPanel } from './StepPanel.tsx';
import { useAutomation } from './useAutomation.ts';

/** /business/automations/{id}/edit */
export default function BuilderScreen() {
  const id = useRouteParam('id');
  const { data, error, refresh } = useRead('/automations/{id}', { params: { id } });
  if (error)
    return (
      <div className="bk-page">
        <div className="bk-card">
          <ErrorState error={error} onRetry={refresh} />
        </div>
      </div>
    );
  if (data === undefined)
    return (
      <div className="bk-page" role="status" aria-label={t('app.loading')}>
        <StepsGhost />
      </div>
    );
  return <Builder key={id} automation={data.data} refresh={refresh} />;
}

/** What stands over the canvas, px: what is open at the side, and what is still to be finished, open or folded. */
const coveredBySide = 448;
const coveredByNotes = 340;
const coveredByFoldedNotes = 64;
/** The card that it is told at: a step, or what starts it; null: at none, that there is no step yet. */
const cardOf = ({ node, code }: Problem): string | null => node ?? (code === 'no-start' ? null : 'start');
/** Where one types first in what a step does. */
const typedFirst = '.au-what :is(textarea, input:not([readonly], [type=checkbox], [type=hidden]))';
/** A field that one is brought to shows what is wrong with it: its choices would lie over that. */
const closedFields = createTheme({
  components: {
    Select: Select.extend({ defaultProps: { openOnFocus: false } }),
    MultiSelect: MultiSelect.extend({ defaultProps: { openOnFocus: false } }),
  },
});
const asksForPicture = (kind: NodeKind): boolean => {
  const plan = automationModel.planOf(freshNode(kind));
  return plan.kind === 'ask' && plan.wanted.of === 'picture';
};
/** What is open at the side: what starts it, or a step. */
type Open = 'start' | string | null;
/** Where the next step goes; `goal`: on no way. */
type Adding = Place | 'goal' | null;

function Builder({ automation, refresh }: { readonly automation: Automation; readonly refresh: () => void }) {
  const { client, run } = useApp();
  const refreshAll = useRefresh();
  const { business } = useProfile();
  const mms = business?.is_active_mms === true;
  const { data: people } = useRead('/livechat/team', {});
  const team = useMemo(() => people?.data ?? [], [people]);
  const { draft, document, current, setAnswer, putNode, putPart, putDocument } = useAutomation(automation);
  const { log, state } = draft;
  const published = useMemo(
    () => (current.published === null ? null : documentOf(current.published)),
    [current.published],
  );
  const data = useNamedData(document, published);
  const { names } = data;
  const { id } = automation;
  const { data: overlaps } = useRead('/automations/{id}/overlaps', { params: { id } });
  const phone = useMediaQuery('(max-width: 900px)', undefined, { getInitialValueInEffect: false }) ?? false;
  const [open, setOpen] = useState<Open>(!phone && document.triggers.length === 0 ? 'start' : null);
  /** No room for a drawing and what is open beside it. */
  const tiny = useMediaQuery('(max-width: 600px)', undefined, { getInitialValueInEffect: false }) ?? false;
  const [view, setView] = useState(() => rememberedView(tiny));
  const [placing, setPlacing] = useState<Placing | null>(null);
  const [adding, setAdding] = useState<Adding>(null);
  const [publishing, publish] = useState(false);
  const [rehearsing, rehearse] = useState(false);
  const [said, say] = useState('');
  /** Paths at which somebody has been, or that publishing asked for: `isUnset`. */
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const leave = useLeaveGuard(state !== 'saved');
  const frame = useRef<HTMLDivElement>(null);
  const problems = useMemo(
    () => problemsNow(document, current, data, { mms, team: people?.data }),
    [document, current, data, mms, people],
  );
  /** What was said wrongly; all else is not said yet. */
  const wrongs = useMemo(
    () => problems.filter((one) => !isUnset(one, document, touched)),
    [problems, document, touched],
  );
  const cardsOf = (some: readonly Problem[]): ReadonlySet<string> => new Set(some.flatMap((one) => cardOf(one) ?? []));
  const wrongCards = cardsOf(wrongs);
  const unsetCards = cardsOf(problems);
  const touch = (paths: readonly string[]) => {
    if (paths.some((path) => !touched.has(path))) setTouched(new Set([...touched, ...paths]));
  };
  const { actionsOf, dialogs } = useAutomationActions(refresh);

  /** Draws it, then goes there: to its heading, or to the first of these that it has. */
  const show = (what: Open, to = '') => {
    flushSync(() => {
      setOpen(what);
    });
    const inSide = (of: string) => frame.current?.querySelector<HTMLElement>(`.au-side ${of}`);
    const field = to === '' ? null : inSide(to);
    (field ?? inSide('h2'))?.focus({ preventScroll: field == null });
  };
  const rowOf = (step: string): HTMLElement | null | undefined =>
    frame.current?.querySelector<HTMLElement>(`[data-step="${CSS.escape(step)}"]`);
  const close = () => {
    const was = open;
    flushSync(() => {
      setOpen(null);
    });
    if (was !== null) rowOf(was)?.focus();
  };
  const pick = (kind: NodeKind) => {
    if (adding === null) return;
    const step = newStepId();
    const node = freshNode(kind);
    putDocument(adding === 'goal' ? insertGoal(document, step, node) : insert(document, adding, step, node));
    setAdding(null);
    say(t('au.b.addedOpen', { name: called(node) }));
    show(step, typedFirst);
  };
  /** Without these steps: one step of undo. */
  const drop = (steps: readonly string[]) => {
    const [step] = steps;
    const node = document.nodes[step ?? ''];
    if (node === undefined) return;
    const rows = [...(frame.current?.querySelectorAll<HTMLElement>('[data-step]') ?? [])];
    const at = rows.findIndex((row) => row.dataset['step'] === step);
    const next = steps.reduce((now, one) => remove(now, one).document, document);
    const removed = Object.keys(document.nodes).length - Object.keys(next.nodes).length;
    flushSync(() => {
      putDocument(next);
      setOpen(null);
    });
    say(removed > 1 ? t('au.b.removedMany', { count: removed }) : t('au.b.removedOne', { name: called(node) }));
    const left = [...(frame.current?.querySelectorAll<HTMLElement>('[data-step]') ?? [])];
    left[Math.max(0, Math.min(at, left.length - 1))]?.focus();
  };
  const turn = (step: string) => {
    const node = document.nodes[step];
    if (node === undefined || !('off' in node)) return;
    putNode(step, { ...node, off: !node.off });
    say(t(node.off ? 'au.b.switchedOn' : 'au.b.switchedOff', { name: called(node) }));
  };

  /** Steps go to another place, or copies of them do. */
  const put = (steps: readonly string[], place: Place, as: Placing['as']) => {
    const clip = clipOf(document, steps);
    if (clip === null) return;
    const count = steps.length;
    const name = called(document.nodes[clip.first]);
    const next =
      as === 'move' ? move(document, steps, place)
      : fits(document, place, clip) ? paste(document, place, clip, newStepId)
      : document;
    if (next === document) say(t('au.b.notThere'));
    else {
      flushSync(() => {
        putDocument(next);
      });
      say(t(as === 'move' ? 'au.b.moved' : 'au.b.pasted', { count, name }));
      if (as === 'move') rowOf(steps[0]!)?.focus({ preventScroll: true });
    }
  };
  /** Publishing, or what keeps from it: from then on it is shown where it is. */
  const askToPublish = () => {
    const [first] = problems;
    if (first === undefined) {
      publish(true);
      return;
    }
    flushSync(() => {
      touch(problems.map(pathOf));
    });
    say(t('au.b.problems', { count: problems.length }));
    goTo(first);
  };
  const goTo = ({ node, code }: Problem) => {
    if (node === null && code === 'no-start') setAdding({ kind: 'start' });
    else show(node ?? 'start', '[aria-invalid=true]');
  };
  const canvasEdit: CanvasEdit = {
    add: setAdding,
    remove: drop,
    turn: (step) => {
      turn(step);
    },
    put,
    copy: (steps) => {
      const clip = clipOf(document, steps);
      if (clip === null || business === null) return;
      keepClip(business.id, clip);
      say(t('au.b.copied', { count: steps.length, name: called(document.nodes[clip.first]) }));
    },
    paste: (place) => {
      const clip = business === null ? null : keptClip(business.id);
      if (clip === null) return;
      const count = Object.keys(clip.nodes).length;
      if (!fits(document, place, clip)) {
        say(t('au.b.notThere'));
        return;
      }
      putDocument(paste(document, place, clip, newStepId));
      say(t('au.b.pasted', { count, name: called(clip.nodes[clip.first]) }));
    },
    addLabel: (place) => addLabel(place),
  };

  /** Where the focus was on what is gone, it goes to the first of these that is there. */
  const keepFocus = (cards: readonly string[]) => {
    if (window.document.activeElement !== window.document.body) return;
    [...cards, 'start']
      .map(rowOf)
      .find((card) => card != null)
      ?.focus();
  };
  const wordsOf = (step: readonly Change[]): string => {
    // One that came or went is told, not that others lead to it.
    const came = step.filter(({ now, was }) => now == null || was == null);
    const [one] = came.length === 1 ? came : step;
    if (one === undefined || (step.length > 1 && came.length !== 1)) return t('au.b.several');
    const node = stepOf(one.section);
    if (node !== null) return called((one.now ?? one.was) as Node | null);
    return t(`au.b.${one.section as 'triggers' | 'reentry' | 'start'}`);
  };
  const step = (way: 'undo' | 'redo') => {
    const one = (way === 'undo' ? log.done : log.undone).at(-1);
    if (one === undefined) return;
    flushSync(() => {
      draft[way]();
    });
    // What one was at may be gone by that.
    keepFocus(one.map(({ section }) => stepOf(section) ?? 'start'));
    say(t(way === 'undo' ? 'au.b.undone' : 'au.b.redone', { what: wordsOf(one) }));
  };
  /** Theirs or mine: then on with what was open. */
  const settle = (choose: () => void) => {
    flushSync(choose);
    if (open === null) keepFocus([]);
    else show(open);
  };
  const press = useRef<(event: KeyboardEvent) => void>(() => undefined);
  useEffect(() => {
    press.current = (event) => {
      if ((!event.ctrlKey && !event.metaKey) || event.altKey) return;
      const key = event.key.toLowerCase();
      if (key === 's') {
        event.preventDefault();
        void draft.save();
        return;
      }
      const way =
        key === 'y' ? 'redo'
        : key !== 'z' ? null
        : event.shiftKey ? 'redo'
        : 'undo';
      if (way === null || publishing || adding !== null || leave.asking) return;
      // In a dialog it is what is typed there that is taken back.
      if (event.target instanceof Element && event.target.closest('[role=dialog]') !== null) return;
      event.preventDefault();
      step(way);
    };
  });
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      press.current(event);
    };
    window.document.addEventListener('keydown', hear);
    return () => {
      window.document.removeEventListener('keydown', hear);
    };
  }, []);

  const release = async (moves: readonly Move[]): Promise<boolean> => {
    if (!(await draft.save())) return false;
    const done = await run(async () => {
      const body = { revision: null, publish: true, moves: [...moves] };
      const { data: now } = await client.post('/automations/{id}', { params: { id }, body, quiet: true });
      setAnswer(now);
      toastSuccess(t('au.pub.done', { version: now.version ?? 1 }));
      refresh();
      await refreshAll('/automations');
      return true;
    });
    return done ?? false;
  };
  const waitAnew = async (): Promise<boolean> => {
    const done = await run(async () => {
      const { data: now } = await client.post('/automations/{id}/refresh', { params: { id }, quiet: true });
      setAnswer(now);
      toastSuccess(t('au.pub.anewDone', { version: now.version ?? 1 }));
      refresh();
      return true;
    });
    return done ?? false;
  };
  const rename = (name: string) => {
    if (name.trim() === '' || name.trim() === current.name) return;
    void run(async () => {
      const body = { revision: null, name: name.trim() };
      const { data: now } = await client.post('/automations/{id}', { params: { id }, body, quiet: true });
      setAnswer((held) => ({ ...held, name: now.name }));
      refresh();
    });
  };

  const wrongOf =
    (of: (problem: Problem) => boolean): Wrong =>
    (field) =>
      wrongs.find((one) => of(one) && one.field !== null && (one.field === field || one.field.startsWith(`${field}.`)))
        ?.message;
  const node = open === null || open === 'start' ? null : (document.nodes[open] ?? null);
  const nameless = wrongs.filter((one) => one.node === open && one.field === null);
  const unset = problems.filter((one) => cardOf(one) === open && one.code !== 'no-trigger' && !wrongs.includes(one));
  const addLabel = (place: Place): string =>
    place.kind === 'exit' ?
      t('au.b.addAt', {
        exit: exitWord(document.nodes[place.node]!, place.exit),
        name: called(document.nodes[place.node]),
      })
    : place.kind === 'before' ? t('au.b.addAfter', { name: called(document.nodes[place.among[0]!]) })
    : t('au.b.first');
  const between = (place: Place, of: Line): ReactNode => {
    const label = placing === null ? addLabel(place) : t('au.b.putHere');
    return (
      <span className={`au-between${of.kind === 'end' ? ' last' : ''}`}>
        <Tooltip label={t(placing === null ? 'au.b.add' : 'au.b.putHere')}>
          <ActionIcon
            size="sm"
            variant="default"
            radius="xl"
            aria-label={label}
            className={placing === null ? '' : 'here'}
            onClick={() => {
              if (placing === null) setAdding(place);
              else {
                setPlacing(null);
                put(placing.steps, place, placing.as);
              }
            }}
          >
            <IconPlus size={13} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </span>
    );
  };
  /** What a key does in the list that is pressed at a step, or at what starts it: what it does on the canvas. */
  const onRowKey = (one: string) => (event: React.KeyboardEvent<HTMLElement>) => {
    if (event.altKey || event.shiftKey) return;
    const rows = [...(frame.current?.querySelectorAll<HTMLElement>('[data-step]') ?? [])];
    const at = rows.indexOf(event.currentTarget);
    const of = document.nodes[one];
    const [exit] = of === undefined ? [] : shownExits(of);
    const below: Place | null =
      one === 'start' ? { kind: 'start' }
      : exit === undefined ? null
      : { kind: 'exit', node: one, exit };
    const placed = (then: (place: Place) => void) => () => {
      if (below === null) say(t('au.b.notThere'));
      else then(below);
    };
    const ofStep: Readonly<Record<string, () => void>> =
      event.ctrlKey || event.metaKey ?
        {
          c: () => {
            canvasEdit.copy([one]);
          },
          x: () => {
            setPlacing({ steps: [one], as: 'move' });
          },
        }
      : {
          Delete: () => {
            drop([one]);
          },
          d: () => {
            turn(one);
          },
          m: () => {
            setPlacing({ steps: [one], as: 'move' });
          },
        };
    const act: Readonly<Record<string, () => void>> = {
      ...(event.ctrlKey || event.metaKey ?
        { v: placed(canvasEdit.paste) }
      : {
          ArrowDown: () => rows[at + 1]?.focus(),
          ArrowUp: () => rows[at - 1]?.focus(),
          Home: () => rows[0]?.focus(),
          End: () => rows.at(-1)?.focus(),
          a: placed(setAdding),
        }),
      ...(of === undefined ? {} : ofStep),
    };
    const wanted = Object.hasOwn(act, event.key) ? act[event.key] : undefined;
    if (wanted === undefined) return;
    event.preventDefault();
    wanted();
  };
  const row = (one: string, of: Node, plain: ReactNode): ReactNode => {
    const isWrong = wrongCards.has(one);
    return (
      <button
        type="button"
        data-step={one}
        className={`au-row${open === one ? ' open' : ''}${isWrong ? ' wrong' : ''}${automationModel.isOff(of) ? ' off' : ''}`}
        aria-pressed={open === one}
        onClick={() => {
          show(one);
        }}
        onKeyDown={onRowKey(one)}
      >
        {plain}
        <span className="marks">
          {automationModel.isOff(of) && <span className="tag">{t('au.b.isOff')}</span>}
          {figureWords(figuresOf(current.counts, one)).map(({ words, tone }) => (
            <span key={words} className={`num faint ${tone}`}>
              {words}
            </span>
          ))}
          {isWrong ? warning : unsetCards.has(one) && <span className="tag">{t('au.b.unset')}</span>}
        </span>
      </button>
    );
  };
  const onCanvas = view === 'canvas' && !(tiny && open !== null);
  const warning = (
    <span className="warn">
      <IconAlertTriangle size={16} aria-hidden />
      <span className="sr-only">{t('au.b.wrong')}</span>
    </span>
  );
  const hasNotes = problems.length > 0 || (overlaps?.data.length ?? 0) > 0 || (overlaps?.circles.length ?? 0) > 0;
  const isFolded = phone || (onCanvas && open !== null);
  const side = open !== null && (open === 'start' || node !== null) && (
    <aside
      className="bk-card au-side"
      aria-label={open === 'start' ? t('au.p.trigger') : called(node)}
      onKeyDown={(event) => {
        const { target, currentTarget } = event;
        // Not where it closes something that lies over this.
        const isHere = target instanceof Element && currentTarget.contains(target);
        if (event.key !== 'Escape' || event.defaultPrevented || !isHere) return;
        if (target.getAttribute('aria-expanded') !== 'true') close();
      }}
    >
      <header>
        {node !== null && <KindIcon kind={node.kind} />}
        <h2 tabIndex={-1} dir="auto">
          {open === 'start' ? t('au.p.trigger') : called(node)}
        </h2>
        <ActionIcon className="end" aria-label={t(phone ? 'au.b.toSteps' : 'au.b.close')} onClick={close}>
          <IconX size={17} aria-hidden />
        </ActionIcon>
      </header>
      <div className="body" key={open}>
        {nameless.map(({ message }) => (
          <p key={message} className="problem">
            {message}
          </p>
        ))}
        {unset.length > 0 && (
          <p className="au-unset">
            <b>{t('au.b.unset')}.</b> {unset.map(({ message }) => message).join(' ')}
          </p>
        )}
        {open !== 'start' && <StepSums id={id} step={open} counts={current.counts} />}
        <MantineThemeProvider theme={closedFields}>
          {open === 'start' ?
            <StartPanel
              document={document}
              data={data}
              wrongOf={(trigger) => wrongOf((one) => one.trigger === trigger)}
              error={wrongs.find(({ code }) => code === 'no-trigger')?.message}
              onTriggers={(triggers) => {
                const more = triggers.length - document.triggers.length;
                if (more === 0) touch(changedPaths(document.triggers, triggers, 'triggers'));
                flushSync(() => {
                  putPart('triggers', triggers);
                });
                // The choice of one more is a fresh one by that, and one taken away is gone.
                if (more !== 0) show('start', more > 0 ? ':nth-last-child(1 of .au-trigger) input' : '');
              }}
              onReentry={(reentry) => {
                putPart('reentry', reentry);
              }}
            />
          : node !== null && (
              <StepPanel
                id={open}
                node={node}
                around={{ document, data, team, mms, wrong: wrongOf((one) => one.node === open) }}
                onPut={(next) => {
                  touch(changedPaths(node, next, `nodes.${open}`));
                  putNode(open, next);
                }}
                onRemove={() => {
                  drop([open]);
                }}
                onPlace={(as) => {
                  flushSync(() => {
                    setOpen(null);
                    setPlacing({ steps: [open], as });
                  });
                  rowOf(open)?.focus();
                }}
                onDouble={() => {
                  const copy = newStepId();
                  putDocument(double(document, open, copy));
                  say(t('au.b.added', { name: called(node) }));
                  show(copy);
                }}
              />
            )
          }
        </MantineThemeProvider>
      </div>
    </aside>
  );
  const notes = (
    <>
      {problems.length > 0 && (
        <section
          className={`bk-card au-problems${wrongs.length === 0 ? ' calm' : ''}`}
          aria-label={t('au.b.problems', { count: problems.length })}
        >
          {/* They would stand over what is drawn where there is little room for both. */}
          <details open={!isFolded}>
            <summary>
              {wrongs.length > 0 && <IconAlertTriangle size={16} aria-hidden />}
              {t('au.b.problems', { count: problems.length })}
              <IconChevronDown size={16} className="fold" aria-hidden />
            </summary>
            <ul>
              {problems.slice(0, 5).map((one, at) => (
                <li key={at}>
                  <button
                    type="button"
                    onClick={() => {
                      goTo(one);
                    }}
                  >
                    {one.node === null ?
                      one.message
                    : t('au.b.does', { name: called(document.nodes[one.node]), does: one.message })}
                  </button>
                </li>
              ))}
              {problems.length > 5 && <li className="muted">{t('au.b.more', { count: problems.length - 5 })}</li>}
            </ul>
          </details>
        </section>
      )}
      {(overlaps?.data ?? [])
        .map(({ other }) => other.name)
        .filter((name, at, all) => all.indexOf(name) === at)
        .map((name) => (
          <p key={name} className="au-overlap">
            <IconAlertTriangle size={16} aria-hidden />
            {t('au.b.overlaps', { name })}
          </p>
        ))}
      {(overlaps?.circles ?? []).map((circle) => (
        <CircleNote key={JSON.stringify(circle.steps)} circle={circle} document={document} />
      ))}
    </>
  );
  const goalButton = (
    <Button
      size="xs"
      variant={onCanvas ? 'default' : 'subtle'}
      leftSection={<IconTargetArrow size={15} aria-hidden />}
      onClick={() => {
        setAdding('goal');
      }}
    >
      {t('au.b.addGoal')}
    </Button>
  );
  const list = (
    <div className="au-steps">
      {notes}
      <h2 className="sr-only">{t('au.b.steps')}</h2>
      <button
        type="button"
        data-step="start"
        className={`au-row start${open === 'start' ? ' open' : ''}${wrongCards.has('start') ? ' wrong' : ''}`}
        aria-pressed={open === 'start'}
        onClick={() => {
          show('start');
        }}
        onKeyDown={onRowKey('start')}
      >
        <span className="au-icon start">
          <IconBolt size={18} aria-hidden />
        </span>
        <span className="words">
          <b>{t('au.b.starts')}</b>
          <span className="muted sum" dir="auto">
            {startsWords(document.triggers, names) || t('au.b.startsNone')}
          </span>
        </span>
        <span className="marks">{wrongCards.has('start') && warning}</span>
      </button>
      <Outline
        {...{ document, names, row, between }}
        goTo={(step) => {
          const there = rowOf(step);
          there?.scrollIntoView({ block: 'center', behavior: 'smooth' });
          there?.focus({ preventScroll: true });
        }}
      />
      <div className="au-foot">
        {goalButton}
        {!phone && <span className="faint">{t('au.b.stepsHint')}</span>}
      </div>
    </div>
  );
  const place = adding === null || adding === 'goal' ? null : adding;
  return (
    <div
      ref={frame}
      className={`bk-page au-builder${side === false ? '' : ' with-side'}${onCanvas ? ' on-canvas' : ''}`}
    >
      <p className="sr-only" role="status">
        {said}
      </p>
      <Head
        automation={current}
        state={state}
        problem={draft.problem}
        onRename={rename}
        acts={
          <>
            <StepButton way="undo" words={log.done.length > 0 ? wordsOf(log.done.at(-1)!) : null} onStep={step} />
            <StepButton way="redo" words={log.undone.length > 0 ? wordsOf(log.undone.at(-1)!) : null} onStep={step} />
            <ViewToggle
              value={view}
              onChange={(next) => {
                setView(next);
                rememberView(tiny, next);
              }}
            />
            <RowMenu name={current.name} actions={actionsOf(current, 'builder')} />
            {current.version !== null && !phone && (
              <Button
                component={Link}
                href={`${here}/${id}`}
                variant="default"
                leftSection={<IconChartBar size={16} aria-hidden />}
              >
                {t('au.b.figures')}
              </Button>
            )}
            <RehearseButton
              phone={phone}
              onClick={() => {
                rehearse(true);
              }}
            />
            <Button
              // What is out already asks for nothing.
              variant={current.version === null || current.changed || state !== 'saved' ? 'filled' : 'default'}
              disabled={!data.known}
              onClick={askToPublish}
            >
              {t('au.b.publish')}
            </Button>
          </>
        }
      />
      {draft.theirs !== null && (
        <div className="au-conflict" role="alert">
          <IconAlertTriangle size={18} aria-hidden />
          <p>
            {t('au.b.conflictText', {
              who: draft.theirs.changes[0]?.by ?? t('au.b.somebody'),
              what: draft.theirs.changes
                .map(({ field }) => {
                  const one = stepOf(field);
                  return one === null ?
                      t(`au.b.${field as 'triggers' | 'reentry' | 'start'}`)
                    : called(document.nodes[one]);
                })
                .join(', '),
            })}
          </p>
          <Button
            size="xs"
            variant="default"
            onClick={() => {
              settle(draft.takeTheirs);
            }}
          >
            {t('conflict.takeTheirs')}
          </Button>
          <Button
            size="xs"
            onClick={() => {
              settle(draft.keepMine);
            }}
          >
            {t('conflict.keepMine')}
          </Button>
        </div>
      )}
      {placing !== null && (
        <div className="au-placing" role="status">
          <span>
            {t(placing.as === 'move' ? 'au.b.moving' : 'au.b.copying', {
              count: placing.steps.length,
              name: called(document.nodes[placing.steps[0] ?? '']),
            })}
          </span>
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => {
              setPlacing(null);
            }}
          >
            {t('au.b.cancel')}
          </Button>
        </div>
      )}
      {onCanvas ?
        <div className="au-stage">
          <h2 className="sr-only">{t('au.b.steps')}</h2>
          <CanvasView
            {...{ document, names, open, placing }}
            label={t('au.b.steps')}
            counts={current.counts}
            wrong={wrongCards}
            unset={unsetCards}
            onOpen={(what) => {
              show(what);
            }}
            onPlacing={setPlacing}
            edit={canvasEdit}
            covered={{
              right: side === false ? 0 : coveredBySide,
              left: hasNotes && !isFolded ? coveredByNotes : 0,
              // Also while they are on their way: the first look is taken before.
              top: isFolded ? coveredByFoldedNotes : 0,
            }}
            tools={side !== false && phone ? null : goalButton}
            instead={list}
          />
          <div className="au-notes">{notes}</div>
          {side}
        </div>
      : <div className="au-panes">
          {!(phone && side !== false) && list}
          {side}
        </div>
      }
      {adding !== null && (
        <Picker
          fits={(kind) =>
            adding === 'goal' ?
              kind === 'Goal'
            : (mms || !asksForPicture(kind)) &&
              (!endsWay(freshNode(kind)) || (place !== null && targetAt(document, place) === null))
          }
          onPick={pick}
          onClose={() => {
            setAdding(null);
          }}
        />
      )}
      {rehearsing && (
        <RehearsalPanel
          automation={current}
          document={document}
          published={published}
          names={names}
          onSave={draft.save}
          onClose={() => {
            rehearse(false);
          }}
        />
      )}
      {publishing && (
        <PublishDialog
          automation={current}
          document={document}
          published={published}
          names={names}
          circles={overlaps?.circles ?? []}
          onPublish={release}
          onRefresh={waitAnew}
          onClose={() => {
            publish(false);
          }}
        />
      )}
      <Modal opened={leave.asking} onClose={leave.stay} title={t('form.leaveTitle')} size="sm">
        <p className="muted">{t('form.leaveText')}</p>
        <Group justify="flex-end" gap="xs" mt="lg">
          <Button variant="default" onClick={leave.leave}>
            {t('form.leave')}
          </Button>
          <Button
            onClick={() => {
              void draft.save();
              leave.stay();
            }}
          >
            {t('form.stay')}
          </Button>
        </Group>
      </Modal>
      {dialogs}
    </div>
  );
}

/** The way back, its name, how it stands with what is drawn, and what can be done with it. */
function Head({
  automation: { name, status, version, changed, broken },
  state,
  problem,
  onRename,
  acts,
}: {
  readonly automation: Automation;
  readonly state: ReturnType<typeof useAutomation>['draft']['state'];
  readonly problem: string | null;
  readonly onRename: (name: string) => void;
  readonly acts: ReactNode;
}) {
  const [typed, setTyped] = useState<string | null>(null);
  const [at, setAt] = useState<Date | null>(null);
  useTitle(name);
  const was = useRef(state);
  useEffect(() => {
    if (was.current !== 'saved' && state === 'saved') setAt(new Date());
    was.current = state;
  }, [state]);
  const style = useDateStyle();
  const clock = at === null ? undefined : time(at.toISOString(), style);
  return (
    <header className="au-head">
      <Link href={here} className="back" aria-label={t('au.b.back')}>
        <IconChevronLeft size={18} aria-hidden />
      </Link>
      <div className="names">
        <h1 className="sr-only">{name}</h1>
        <TextInput
          aria-label={t('au.b.rename')}
          className="name"
          variant="unstyled"
          value={typed ?? name}
          maxLength={80}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
          }}
          onBlur={() => {
            if (typed !== null) onRename(typed);
            setTyped(null);
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter') event.currentTarget.blur();
          }}
        />
        <span className="states">
          <AutomationBadge status={status} />
          <span className={`saved ${state}`} role="status">
            {state === 'saved' ?
              clock === undefined ?
                t('au.b.saved')
              : t('au.b.savedAt', { at: clock })
            : state === 'refused' ?
              t('au.b.refused', { problem: problem ?? '' })
            : t(`au.b.${state}`)}
          </span>
          <span className="faint">
            {version === null ?
              t('au.b.neverPublished')
            : broken > 0 ?
              <span className="au-broken">{t('au.broken')}</span>
            : changed || state !== 'saved' ?
              t('au.changed')
            : t('au.b.asPublished', { version })}
          </span>
        </span>
      </div>
      <div className="acts">{acts}</div>
    </header>
  );
}

function StepButton({
  way,
  words,
  onStep,
}: {
  readonly way: 'undo' | 'redo';
  /** What would be taken back; null: nothing. */
  readonly words: string | null;
  readonly onStep: (way: 'undo' | 'redo') => void;
}) {
  const act = t(`au.b.${way}`);
  const key = way === 'undo' ? 'Ctrl Z' : 'Ctrl Shift Z';
  const Icon = way === 'undo' ? IconArrowBackUp : IconArrowForwardUp;
  return (
    <Tooltip label={words === null ? act : t('au.b.stepKey', { act, what: words, key })}>
      <ActionIcon
        aria-label={act}
        // Not `disabled`: who takes the last step back with this button keeps the focus on it.
        {...(words === null ? { 'data-disabled': true, 'aria-disabled': true } : {})}
        onClick={() => {
          onStep(way);
        }}
      >
        <Icon size={18} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}

/** Who is at the open step, who left the automation there, and what of it was held back, and why. */
function StepSums({
  id,
  step,
  counts,
}: {
  readonly id: string;
  readonly step: string;
  readonly counts: Automation['counts'];
}) {
  const { here: there } = figuresOf(counts, step);
  const whys = whysOf(counts, step);
  if (there === 0 && whys.length === 0) return null;
  return (
    <p className="au-who">
      {there > 0 && <Link href={`${here}/${id}?waiting=${step}`}>{t('au.b.who', { count: there })}</Link>}
      {whys.length > 0 && <span className="muted">{whys.join(' · ')}</span>}
    </p>
  );
}
