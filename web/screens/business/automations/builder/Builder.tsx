import '../automations.css';
import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconChartBar, IconTargetArrow } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'wouter';
import type { Automation, Problem } from '../../../../../api/contract/automations.ts';
import { HistoryButton } from '../../../../builder/HistoryButton.tsx';
import type { Change } from '../../../../builder/log.ts';
import { useHistoryKeys } from '../../../../builder/useHistoryKeys.ts';
import { ErrorState } from '../../../../components/ErrorState.tsx';
import { useLeaveGuard } from '../../../../components/form/leave.ts';
import { LeaveDialog } from '../../../../components/form/LeaveDialog.tsx';
import { StepsGhost } from '../../../../components/Ghosts.tsx';
import { RowMenu } from '../../../../components/RowMenu.tsx';
import { useRead } from '../../../../data/read.ts';
import { useRouteParam } from '../../../../session/params.ts';
import { useProfile } from '../../../../session/profile.tsx';
import type { Placing } from '../canvas/Canvas.tsx';
import { CanvasView } from '../canvas/CanvasView.tsx';
import { called } from '../labels.ts';
import { automationModel, documentOf, freshNode, here, type Node, type NodeKind } from '../model.ts';
import { RehearsalPanel, RehearseButton } from '../rehearsal/RehearsalPanel.tsx';
import { t } from '../texts.ts';
import { useAutomationActions } from '../useAutomationActions.tsx';
import { useNamedData } from '../useNamedData.ts';
import { rememberedView, rememberView } from '../view.ts';
import { ViewToggle } from '../ViewToggle.tsx';
import { Conflict } from './Conflict.tsx';
import { endsWay, targetAt } from './edit.ts';
import { Head } from './Head.tsx';
import { Notes } from './Notes.tsx';
import { Picker } from './Picker.tsx';
import { PublishDialog } from './PublishDialog.tsx';
import { stepOf } from './sections.ts';
import { SidePanel } from './SidePanel.tsx';
import { StartPanel } from './StartPanel.tsx';
import { StepList } from './StepList.tsx';
import { StepPanel } from './StepPanel.tsx';
import { changedPaths } from './unset.ts';
import { useAutomation } from './useAutomation.ts';
import { type Open, useCards } from './useCards.ts';
import { type Adding, useEdits } from './useEdits.ts';
import { useProblems } from './useProblems.ts';
import { usePublishing } from './usePublishing.ts';

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

/** What covers the canvas, px: the side panel, and the notes, open or folded. */
const coveredBySide = 448;
const coveredByNotes = 340;
const coveredByFoldedNotes = 64;
const asksForPicture = (kind: NodeKind): boolean => {
  const plan = automationModel.planOf(freshNode(kind));
  return plan.kind === 'ask' && plan.wanted.of === 'picture';
};
/** The name of what one step of undo changed. */
const wordsOf = (step: readonly Change[]): string => {
  // A step that was added or removed is named, and not those that lead to it.
  const came = step.filter(({ now, was }) => now == null || was == null);
  const [one] = came.length === 1 ? came : step;
  if (one === undefined || (step.length > 1 && came.length !== 1)) return t('au.b.several');
  if (stepOf(one.section) !== null) return called((one.now ?? one.was) as Node | null);
  return t(`au.b.${one.section as 'triggers' | 'reentry' | 'start'}`);
};

function Builder({ automation, refresh }: { readonly automation: Automation; readonly refresh: () => void }) {
  const { business } = useProfile();
  const mms = business?.is_active_mms === true;
  const { data: people } = useRead('/livechat/team', {});
  const team = useMemo(() => people?.data ?? [], [people]);
  const work = useAutomation(automation);
  const { draft, document, current, putNode, putPart, putDocument } = work;
  const { log, state } = draft;
  const published = useMemo(
    () => (current.published === null ? null : documentOf(current.published)),
    [current.published],
  );
  const data = useNamedData(document, published);
  const { names } = data;
  const { id } = automation;
  const { data: overlaps } = useRead('/automations/{id}/overlaps', { params: { id } });
  const circles = overlaps?.circles ?? [];
  const phone = useMediaQuery('(max-width: 900px)', undefined, { getInitialValueInEffect: false }) ?? false;
  const [open, setOpen] = useState<Open>(!phone && document.triggers.length === 0 ? 'start' : null);
  /** No room for a drawing and a side panel. */
  const tiny = useMediaQuery('(max-width: 600px)', undefined, { getInitialValueInEffect: false }) ?? false;
  const [view, setView] = useState(() => rememberedView(tiny));
  const [placing, setPlacing] = useState<Placing | null>(null);
  const [adding, setAdding] = useState<Adding>(null);
  const [publishing, setPublishing] = useState(false);
  const [rehearsing, setRehearsing] = useState(false);
  const [announced, announce] = useState('');
  const leave = useLeaveGuard(state !== 'saved');
  const problems = useProblems(document, current, data, { mms, team: people?.data });
  const { actionsOf, dialogs } = useAutomationActions(refresh);
  const { rename, publish, restartWaits } = usePublishing(current, work, refresh);
  const cards = useCards();

  const show = (what: Open, field = '') => {
    flushSync(() => {
      setOpen(what);
    });
    cards.focusSide(field);
  };
  const close = () => {
    const was = open;
    flushSync(() => {
      setOpen(null);
    });
    if (was !== null) cards.of(was)?.focus();
  };
  const edits = useEdits({
    document,
    putDocument,
    putNode,
    businessId: business?.id ?? null,
    cards,
    open: show,
    setOpen,
    setAdding,
    announce,
  });
  const goTo = ({ node, code }: Problem) => {
    if (node === null && code === 'no-start') setAdding({ kind: 'start' });
    else show(node ?? 'start', '[aria-invalid=true]');
  };
  /** Publishes, or shows what is missing where it is missing. */
  const askToPublish = () => {
    const [first] = problems.all;
    if (first === undefined) {
      setPublishing(true);
      return;
    }
    flushSync(problems.touchAll);
    announce(t('au.b.problems', { count: problems.all.length }));
    goTo(first);
  };
  const step = (way: 'undo' | 'redo') => {
    const one = (way === 'undo' ? log.done : log.undone).at(-1);
    if (one === undefined) return;
    flushSync(() => {
      draft[way]();
    });
    // That may have removed what had the focus.
    cards.keepFocus(one.map(({ section }) => stepOf(section) ?? 'start'));
    announce(t(way === 'undo' ? 'au.b.undone' : 'au.b.redone', { what: wordsOf(one) }));
  };
  useHistoryKeys({
    save: () => void draft.save(),
    step,
    takes: ({ target }) =>
      !publishing &&
      adding === null &&
      !leave.asking &&
      // In a dialog it is what is typed there that is undone.
      !(target instanceof Element && target.closest('[role=dialog]') !== null),
  });
  /** Takes their change or mine, and goes on with what is open. */
  const settle = (choose: () => void) => {
    flushSync(choose);
    if (open === null) cards.keepFocus([]);
    else show(open);
  };

  const node = open === null || open === 'start' ? null : (document.nodes[open] ?? null);
  const sideIsOpen = open === 'start' || node !== null;
  const onCanvas = view === 'canvas' && !(tiny && open !== null);
  const hasNotes = problems.all.length > 0 || (overlaps?.data.length ?? 0) > 0 || circles.length > 0;
  const isFolded = phone || (onCanvas && open !== null);
  const side = open !== null && sideIsOpen && (
    <SidePanel
      step={open}
      node={node}
      automation={current}
      problems={problems}
      closeLabel={t(phone ? 'au.b.toSteps' : 'au.b.close')}
      onClose={close}
    >
      {node === null ?
        <StartPanel
          document={document}
          data={data}
          wrongOf={(trigger) => problems.messageAt((one) => one.trigger === trigger)}
          error={problems.wrong.find(({ code }) => code === 'no-trigger')?.message}
          onTriggers={(triggers) => {
            const more = triggers.length - document.triggers.length;
            if (more === 0) problems.touch(changedPaths(document.triggers, triggers, 'triggers'));
            flushSync(() => {
              putPart('triggers', triggers);
            });
            // One that was added has the focus; where one was removed, the heading.
            if (more !== 0) show('start', more > 0 ? ':nth-last-child(1 of .au-trigger) input' : '');
          }}
          onReentry={(reentry) => {
            putPart('reentry', reentry);
          }}
        />
      : <StepPanel
          id={open}
          node={node}
          around={{ document, data, team, mms, wrong: problems.messageAt((one) => one.node === open) }}
          onPut={(next) => {
            problems.touch(changedPaths(node, next, `nodes.${open}`));
            putNode(open, next);
          }}
          onRemove={() => {
            edits.edit.remove([open]);
          }}
          onPlace={(as) => {
            flushSync(() => {
              setOpen(null);
              setPlacing({ steps: [open], as });
            });
            cards.of(open)?.focus();
          }}
          onDouble={() => {
            edits.duplicate(open);
          }}
        />
      }
    </SidePanel>
  );
  const notes = (
    <Notes
      problems={problems}
      overlaps={(overlaps?.data ?? []).map(({ other }) => other.name)}
      circles={circles}
      document={document}
      folded={isFolded}
      onGoTo={goTo}
    />
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
    <StepList
      {...{ document, names, problems, cards, edits, open, placing, notes }}
      counts={current.counts}
      onOpen={show}
      onPlacing={setPlacing}
      foot={
        <>
          {goalButton}
          {!phone && <span className="faint">{t('au.b.stepsHint')}</span>}
        </>
      }
    />
  );
  const place = adding === null || adding === 'goal' ? null : adding;
  const historyButton = (way: 'undo' | 'redo') => {
    const one = (way === 'undo' ? log.done : log.undone).at(-1);
    const act = t(`au.b.${way}`);
    return (
      <HistoryButton
        way={way}
        act={act}
        hint={one === undefined ? null : (key) => t('au.b.stepKey', { act, what: wordsOf(one), key })}
        onStep={step}
      />
    );
  };
  return (
    <div
      ref={cards.frame}
      className={`bk-page au-builder${sideIsOpen ? ' with-side' : ''}${onCanvas ? ' on-canvas' : ''}`}
    >
      <p className="sr-only" role="status">
        {announced}
      </p>
      <Head
        automation={current}
        state={state}
        problem={draft.problem}
        onRename={rename}
        acts={
          <>
            {historyButton('undo')}
            {historyButton('redo')}
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
                setRehearsing(true);
              }}
            />
            <Button
              // Nothing is left to publish: the button does not ask for it.
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
        <Conflict
          theirs={draft.theirs}
          document={document}
          onTheirs={() => {
            settle(draft.takeTheirs);
          }}
          onMine={() => {
            settle(draft.keepMine);
          }}
        />
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
            wrong={problems.wrongCards}
            unset={problems.unsetCards}
            onOpen={(what) => {
              show(what);
            }}
            onPlacing={setPlacing}
            edit={edits.edit}
            covered={{
              right: sideIsOpen ? coveredBySide : 0,
              left: hasNotes && !isFolded ? coveredByNotes : 0,
              // Also while the notes load: the canvas takes its first look before.
              top: isFolded ? coveredByFoldedNotes : 0,
            }}
            tools={sideIsOpen && phone ? null : goalButton}
            instead={list}
          />
          <div className="au-notes">{notes}</div>
          {side}
        </div>
      : <div className="au-panes">
          {!(phone && sideIsOpen) && list}
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
          onPick={(kind) => {
            edits.addStep(kind, adding);
          }}
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
            setRehearsing(false);
          }}
        />
      )}
      {publishing && (
        <PublishDialog
          automation={current}
          document={document}
          published={published}
          names={names}
          circles={circles}
          onPublish={publish}
          onRefresh={restartWaits}
          onClose={() => {
            setPublishing(false);
          }}
        />
      )}
      <LeaveDialog leave={leave} onStay={() => void draft.save()} />
      {dialogs}
    </div>
  );
}
