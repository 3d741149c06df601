import './email-editor.css';
import {
  closestCenter,
  type CollisionDetection,
  DndContext,
  type DragEndEvent,
  DragOverlay,
  PointerSensor,
  pointerWithin,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { Button, Modal, SegmentedControl, TextInput } from '@mantine/core';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import {
  type BlockKind,
  type BlockPlace,
  type EmailDesign,
  emptyDesign,
  findBlock,
} from '../../api/contract/email-design.ts';
import { mergeFields } from '../../api/contract/personalization.ts';
import { HistoryButton } from '../builder/HistoryButton.tsx';
import { useHistoryKeys } from '../builder/useHistoryKeys.ts';
import { useRead } from '../data/read.ts';
import { useRefresh } from '../api/refresh.ts';
import { useApp } from '../session/context.tsx';
import { toastSuccess } from '../core/toast.ts';
import { useProfile } from '../session/profile.tsx';
import { Canvas } from './Canvas.tsx';
import { type DesignLog, useDesigning } from './design.ts';
import { type Editing, EditingContext, type Selected, type Writing } from './editing.ts';
import { useFilled } from './filled.ts';
import { Hints } from './Hints.tsx';
import { Inspector } from './Inspector.tsx';
import { AddSection, Palette } from './Palette.tsx';
import { Preview } from './Preview.tsx';
import { SavedSections } from './SavedSections.tsx';
import { t } from './texts.ts';
import { Toolbar } from './Toolbar.tsx';

interface Around {
  /** Of the email, for previews, tests and hints; null: it is no email (a saved section). */
  readonly subject: string | null;
  /** Merge fields that are not known where it is sent: neither they nor blocks that need them are offered. */
  readonly without?: ReadonlySet<string>;
  /** Leads to where the subject is written. */
  readonly onSubject?: () => void;
  /** Beside undo and redo: what the screen around it offers. */
  readonly actions?: ReactNode;
}

/** The same over a log that the caller keeps, and saves from (`useDraft`). */
export function DesignEditor({ log, subject, without, onSubject, actions }: Around & { readonly log: DesignLog }) {
  const designing = useDesigning(log);
  const { design, run, undo, redo, canUndo, canRedo } = designing;
  const { business } = useProfile();
  const custom = useRead('/custom-fields', business ? { query: { per_page: 100 } } : null).data?.data;
  const fields = useMemo(
    () => mergeFields(custom ?? []).filter(({ name }) => without?.has(name) !== true),
    [custom, without],
  );
  const filled = useFilled();
  const [selected, select] = useState<Selected>({ kind: 'mail' });
  const [writing, write] = useState<Writing | null>(null);
  const [said, say] = useState('');
  const [view, setView] = useState<'edit' | 'preview'>('edit');
  const [kept, keep] = useState<string | null>(null);
  const [dragged, setDragged] = useState<string | null>(null);
  const box = useRef<HTMLDivElement>(null);

  const step = (way: 'undo' | 'redo') => {
    (way === 'undo' ? undo : redo)();
    say(t(way === 'undo' ? 'ee.said.undone' : 'ee.said.redone'));
  };
  const editing = useMemo<Editing>(
    () => ({ ...designing, selected, select, writing, write, fields, filled, say, keep, canKeep: true }),
    [designing, selected, writing, fields, filled],
  );
  // What was written in is gone: its tools, too.
  const gone = writing !== null && findBlock(design, writing.blockId) === null;
  useEffect(() => {
    if (gone) write(null);
  }, [gone]);

  useHistoryKeys({
    step,
    // Within dialogs and pop-overs it is what is typed there that is undone.
    takes: ({ target }) =>
      view === 'edit' && target instanceof Node && (box.current?.contains(target) === true || target === document.body),
  });

  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 6 } }));
  const drop = ({ active, over }: DragEndEvent) => {
    setDragged(null);
    const place = over?.data.current as BlockPlace | undefined;
    if (place === undefined) return;
    const { kind, move } = active.data.current as { readonly kind?: BlockKind; readonly move?: string };
    if (kind !== undefined) {
      const after = run({ do: 'add-block', kind, place });
      const added = after.sections.flatMap(({ columns }) => columns).find(({ id }) => id === place.columnId)?.blocks[
        place.at
      ];
      if (added !== undefined) select({ kind: 'block', id: added.id });
      say(t('ee.said.added', { what: t(`ee.kind.${kind}`) }));
    } else if (move !== undefined) {
      run({ do: 'move-block', id: move, place });
      say(t('ee.said.dropped'));
    }
  };
  const historyButton = (way: 'undo' | 'redo', can: boolean) => {
    const act = t(`ee.${way}`);
    return <HistoryButton way={way} act={act} hint={can ? (key) => `${act} (${key})` : null} onStep={step} />;
  };
  const keptSection = design.sections.find(({ id }) => id === kept);
  return (
    <EditingContext value={editing}>
      <div ref={box} className="ee" data-view={view}>
        <p className="sr-only" role="status">
          {said}
        </p>
        <div className="ee-head">
          <SegmentedControl
            size="xs"
            aria-label={t('ee.view')}
            value={view}
            data={(['edit', 'preview'] as const).map((one) => ({ value: one, label: t(`ee.view.${one}`) }))}
            onChange={(one) => {
              setView(one as typeof view);
            }}
          />
          {view === 'edit' && <Toolbar />}
          <span className="acts">
            {historyButton('undo', canUndo)}
            {historyButton('redo', canRedo)}
            {actions}
          </span>
        </div>
        {view === 'preview' ?
          <Preview design={design} subject={subject ?? ''} />
        : <DndContext
            sensors={sensors}
            collisionDetection={nearest}
            autoScroll
            onDragStart={({ active }) => {
              const { kind, move } = active.data.current as { readonly kind?: BlockKind; readonly move?: string };
              const block = move === undefined ? null : findBlock(design, move);
              setDragged(kind ?? block?.kind ?? null);
            }}
            onDragEnd={drop}
            onDragCancel={() => {
              setDragged(null);
            }}
          >
            <div className="ee-left">
              <h2>{t('ee.palette')}</h2>
              <Palette />
              <AddSection at={design.sections.length} label={t('ee.section.add')} />
              <SavedSections />
              <Button
                size="xs"
                variant="subtle"
                onClick={() => {
                  select({ kind: 'mail' });
                }}
              >
                {t('ee.mail.edit')}
              </Button>
            </div>
            <Canvas dragging={dragged !== null} />
            <div className="ee-side">
              <Inspector />
              <Hints subject={subject} onSubject={onSubject} />
            </div>
            <DragOverlay dropAnimation={null}>
              {dragged !== null && <span className="ee-dragged">{t(`ee.kind.${dragged as BlockKind}`)}</span>}
            </DragOverlay>
          </DndContext>
        }
        {keptSection !== undefined && (
          <KeepDialog
            design={{ ...emptyDesign(design.settings), sections: [keptSection] }}
            onClose={() => {
              keep(null);
            }}
          />
        )}
      </div>
    </EditingContext>
  );
}

/** What the pointer is in; between two places the nearer. */
const nearest: CollisionDetection = (args) => {
  const within = pointerWithin(args);
  return within.length > 0 ? within : closestCenter(args);
};

/** A section under a name, to be put into other emails. */
function KeepDialog({ design, onClose }: { readonly design: EmailDesign; readonly onClose: () => void }) {
  const { client, run } = useApp();
  const refresh = useRefresh();
  const [name, setName] = useState('');
  return (
    <Modal opened onClose={onClose} title={t('ee.keep.title')}>
      <form
        className="bk-stack"
        onSubmit={(event) => {
          event.preventDefault();
          void run(async () => {
            await client.post('/email-templates', {
              body: { name, kind: 'section', design: { ...design } },
              quiet: true,
            });
            toastSuccess(t('ee.keep.done', { name }));
            await refresh('/email-templates');
            onClose();
          });
        }}
      >
        <TextInput
          label={t('ee.keep.name')}
          value={name}
          required
          maxLength={120}
          data-autofocus
          onChange={(event) => {
            setName(event.currentTarget.value);
          }}
        />
        <Button type="submit">{t('ee.keep.save')}</Button>
      </form>
    </Modal>
  );
}
