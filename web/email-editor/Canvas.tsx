import { useDraggable, useDroppable } from '@dnd-kit/core';
import { ActionIcon } from '@mantine/core';
import {
  IconArrowDown,
  IconArrowUp,
  IconBookmark,
  IconCopy,
  IconEyeOff,
  IconGripVertical,
  IconPlus,
  IconTrash,
} from '@tabler/icons-react';
import { memo } from 'react';
import {
  type Block,
  type Column,
  fonts,
  layouts,
  neighbourPlace,
  placeOf,
  type Section,
} from '../../api/contract/email-design.ts';
import { BlockView } from './BlockView.tsx';
import { useEditing } from './editing.ts';
import { AddSection } from './Palette.tsx';
import { t } from './texts.ts';

/** The email, edited in its place. */
export function Canvas({ dragging }: { readonly dragging: boolean }) {
  const { design, selected, select, filled } = useEditing();
  const { settings, sections, footer } = design;
  return (
    <div
      className="ee-canvas"
      data-dragging={dragging}
      style={{
        background: settings.background,
        fontFamily: fonts[settings.font],
        fontSize: settings.size,
        color: settings.ink,
      }}
    >
      <ol className="ee-mail" style={{ width: settings.width, borderRadius: settings.round }} aria-label={t('ee.mail')}>
        {sections.map((section, index) => (
          <SectionView key={section.id} section={section} index={index} last={index === sections.length - 1} />
        ))}
        {sections.length === 0 && (
          <li className="ee-empty" style={{ background: settings.paper }}>
            <p>{t('ee.empty')}</p>
          </li>
        )}
      </ol>
      <div className="ee-add" style={{ width: settings.width }}>
        <AddSection at={sections.length} label={t('ee.section.addLast')} />
      </div>
      <div
        className="ee-footer"
        data-selected={selected.kind === 'footer'}
        style={{ width: settings.width, color: footer.color, textAlign: footer.align }}
      >
        <button
          type="button"
          onClick={() => {
            select({ kind: 'footer' });
          }}
        >
          {t('ee.footer.edit')}
        </button>
        <p
          className="note"
          onClick={() => {
            select({ kind: 'footer' });
          }}
        >
          {filled(footer.note)}
        </p>
        <p>
          <strong>{filled('{{business_name}}')}</strong>
          <br />
          {filled('{{business_address}}')}
        </p>
        <p>
          <u>{footer.unsubscribe}</u>
        </p>
      </div>
    </div>
  );
}

function SectionView({
  section,
  index,
  last,
}: {
  readonly section: Section;
  readonly index: number;
  readonly last: boolean;
}) {
  const { design, selected, select, run, say, keep, canKeep } = useEditing();
  const { settings } = design;
  const chosen = selected.kind === 'section' && selected.id === section.id;
  const name = t('ee.section.name', { number: index + 1 });
  const move = (to: number) => {
    run({ do: 'move-section', id: section.id, to });
    say(t('ee.said.sectionMoved', { number: to + 1 }));
  };
  return (
    <li
      className="ee-section"
      data-selected={chosen}
      aria-label={name}
      style={{
        background: section.background ?? settings.paper,
        paddingTop: section.top,
        paddingBottom: section.bottom,
      }}
    >
      <div className="ee-section-bar" data-selected={chosen}>
        <button
          type="button"
          className="name"
          aria-pressed={chosen}
          onClick={() => {
            select({ kind: 'section', id: section.id });
          }}
        >
          {name}
          {section.hidden !== 'never' && <IconEyeOff size={13} aria-label={t(`ee.hidden.${section.hidden}`)} />}
        </button>
        {chosen && (
          <span className="acts">
            <Act
              label={t('ee.up')}
              icon={<IconArrowUp size={15} aria-hidden />}
              off={index === 0}
              run={() => move(index - 1)}
            />
            <Act
              label={t('ee.down')}
              icon={<IconArrowDown size={15} aria-hidden />}
              off={last}
              run={() => move(index + 1)}
            />
            <Act
              label={t('ee.duplicate')}
              icon={<IconCopy size={15} aria-hidden />}
              run={() => {
                run({ do: 'duplicate-section', id: section.id });
                say(t('ee.said.duplicated'));
              }}
            />
            {canKeep && (
              <Act
                label={t('ee.section.keep')}
                icon={<IconBookmark size={15} aria-hidden />}
                run={() => {
                  keep(section.id);
                }}
              />
            )}
            <Act
              label={t('ee.section.remove')}
              icon={<IconTrash size={15} aria-hidden />}
              run={() => {
                run({ do: 'remove-section', id: section.id });
                select({ kind: 'mail' });
                say(t('ee.said.removed'));
              }}
            />
          </span>
        )}
      </div>
      <div
        className="ee-columns"
        style={{ gridTemplateColumns: layouts[section.layout].map((share) => `${share}fr`).join(' ') }}
      >
        {section.columns.map((column, at) => (
          <ColumnView key={column.id} column={column} number={at + 1} many={section.columns.length > 1} />
        ))}
      </div>
    </li>
  );
}

function ColumnView({
  column,
  number,
  many,
}: {
  readonly column: Column;
  readonly number: number;
  readonly many: boolean;
}) {
  return (
    <ol className="ee-column" aria-label={many ? t('ee.column.name', { number }) : t('ee.blocks')}>
      {column.blocks.map((block, at) => (
        <BlockFrame key={block.id} block={block} columnId={column.id} at={at} />
      ))}
      <Slot columnId={column.id} at={column.blocks.length} empty={column.blocks.length === 0} />
    </ol>
  );
}

/** Where a block may be dropped: seen while something is dragged, and where a column has nothing yet. */
function Slot({ columnId, at, empty }: { readonly columnId: string; readonly at: number; readonly empty: boolean }) {
  const { setNodeRef, isOver } = useDroppable({ id: `${columnId}:${at}`, data: { columnId, at } });
  return (
    <li ref={setNodeRef} className="ee-slot" data-over={isOver} data-empty={empty} aria-hidden={!empty}>
      {empty && (
        <span>
          <IconPlus size={15} aria-hidden /> {t('ee.column.empty')}
        </span>
      )}
    </li>
  );
}

const BlockFrame = memo(function BlockFrame({
  block,
  columnId,
  at,
}: {
  readonly block: Block;
  readonly columnId: string;
  readonly at: number;
}) {
  const { design, selected, select, run, say } = useEditing();
  const chosen = selected.kind === 'block' && selected.id === block.id;
  const drag = useDraggable({ id: block.id, data: { move: block.id } });
  const drop = useDroppable({ id: `${columnId}:${at}`, data: { columnId, at } });
  const name = t(`ee.kind.${block.kind}`);
  const step = (by: -1 | 1) => {
    const place = neighbourPlace(design, block.id, by);
    if (place === null) return;
    const after = run({ do: 'move-block', id: block.id, place });
    const now = placeOf(after, block.id);
    say(t('ee.said.moved', { what: name, place: (now?.at ?? 0) + 1 }));
    // The button that was pressed has moved along with its block, perhaps into another column: it keeps the focus.
    requestAnimationFrame(() => {
      document.querySelector<HTMLElement>(`[data-block="${block.id}"] [data-step="${by}"]`)?.focus();
    });
  };
  return (
    <li
      ref={drop.setNodeRef}
      className="ee-block"
      data-block={block.id}
      data-selected={chosen}
      data-over={drop.isOver}
      data-hidden={block.hidden}
      data-bleed={block.kind === 'image' && block.bleed}
      data-dragged={drag.isDragging}
      onClick={() => {
        select({ kind: 'block', id: block.id });
      }}
    >
      <div ref={drag.setNodeRef}>
        <BlockView block={block} settings={design.settings} />
      </div>
      <div className="ee-block-bar">
        <button
          type="button"
          className="name"
          aria-pressed={chosen}
          onClick={() => {
            select({ kind: 'block', id: block.id });
          }}
        >
          {name}
          {block.hidden !== 'never' && <IconEyeOff size={13} aria-label={t(`ee.hidden.${block.hidden}`)} />}
        </button>
        <span className="grip" title={t('ee.drag')} {...drag.listeners} aria-hidden>
          <IconGripVertical size={15} />
        </span>
        {chosen && (
          <span className="acts">
            <Act
              label={t('ee.up')}
              step={-1}
              icon={<IconArrowUp size={15} aria-hidden />}
              off={neighbourPlace(design, block.id, -1) === null}
              run={() => {
                step(-1);
              }}
            />
            <Act
              label={t('ee.down')}
              step={1}
              icon={<IconArrowDown size={15} aria-hidden />}
              off={neighbourPlace(design, block.id, 1) === null}
              run={() => {
                step(1);
              }}
            />
            <Act
              label={t('ee.duplicate')}
              icon={<IconCopy size={15} aria-hidden />}
              run={() => {
                run({ do: 'duplicate-block', id: block.id });
                say(t('ee.said.duplicated'));
              }}
            />
            <Act
              label={t('ee.remove')}
              icon={<IconTrash size={15} aria-hidden />}
              run={() => {
                run({ do: 'remove-block', id: block.id });
                select({ kind: 'mail' });
                say(t('ee.said.removed'));
              }}
            />
          </span>
        )}
      </div>
    </li>
  );
});

function Act({
  label,
  icon,
  run,
  step,
  off = false,
}: {
  readonly label: string;
  readonly icon: React.ReactNode;
  readonly run: () => void;
  readonly step?: -1 | 1;
  readonly off?: boolean;
}) {
  return (
    <ActionIcon
      size={26}
      aria-label={label}
      title={label}
      data-step={step}
      // Not `disabled`: who comes to the end with this button keeps the focus on it.
      {...(off ? { 'data-disabled': true, 'aria-disabled': true } : {})}
      onClick={(event) => {
        event.stopPropagation();
        if (!off) run();
      }}
    >
      {icon}
    </ActionIcon>
  );
}
