import { useDraggable } from '@dnd-kit/core';
import { Button, Menu } from '@mantine/core';
import {
  IconBrandFacebook,
  IconClick,
  IconDiscount,
  IconHeading,
  IconMinus,
  IconPhoto,
  IconPlus,
  IconSpacingVertical,
  IconTextSize,
  IconVideo,
  type TablerIcon,
} from '@tabler/icons-react';
import {
  type BlockKind,
  blockKindsFor,
  type BlockPlace,
  type EmailDesign,
  layoutNames,
  layouts,
  placeOf,
} from '../../api/contract/email-design.ts';
import { useMemo } from 'react';
import { type Selected, useEditing } from './editing.ts';
import { t } from './texts.ts';

const kinds: readonly (readonly [BlockKind, TablerIcon])[] = [
  ['heading', IconHeading],
  ['text', IconTextSize],
  ['button', IconClick],
  ['image', IconPhoto],
  ['coupon', IconDiscount],
  ['social', IconBrandFacebook],
  ['video', IconVideo],
  ['divider', IconMinus],
  ['spacer', IconSpacingVertical],
];

/** Below what is chosen; else at the end. null: the email has no section yet. */
export function placeBelow(design: EmailDesign, selected: Selected): BlockPlace | null {
  if (selected.kind === 'block') {
    const place = placeOf(design, selected.id);
    if (place !== null) return { ...place, at: place.at + 1 };
  }
  const section =
    (selected.kind === 'section' ? design.sections.find(({ id }) => id === selected.id) : undefined) ??
    design.sections.at(-1);
  const column = section?.columns[0];
  return column === undefined ? null : { columnId: column.id, at: column.blocks.length };
}

/** What can be put in: by pressing it, or by dragging it to its place. */
export function Palette() {
  const { design, selected, select, run, say, fields } = useEditing();
  const offered = useMemo(() => new Set(blockKindsFor(fields.map(({ name }) => name))), [fields]);
  const add = (kind: BlockKind) => {
    let place = placeBelow(design, selected);
    if (place === null) {
      const made = run({ do: 'add-section', layout: 'one', at: 0 });
      place = placeBelow(made, { kind: 'mail' })!;
    }
    const { columnId, at } = place;
    const after = run({ do: 'add-block', kind, place });
    const added = after.sections.flatMap(({ columns }) => columns).find(({ id }) => id === columnId)?.blocks[at];
    if (added?.kind !== kind) {
      say(t('ee.said.full'));
      return;
    }
    select({ kind: 'block', id: added.id });
    say(t('ee.said.added', { what: t(`ee.kind.${kind}`) }));
    requestAnimationFrame(() => {
      const shown = document.querySelector<HTMLElement>(`[data-block="${added.id}"]`);
      shown?.scrollIntoView({ block: 'nearest' });
      (shown?.querySelector<HTMLElement>('[contenteditable]') ?? shown?.querySelector<HTMLElement>('.name'))?.focus({
        preventScroll: true,
      });
    });
  };
  return (
    <ul className="ee-palette" aria-label={t('ee.palette')}>
      {kinds
        .filter(([kind]) => offered.has(kind))
        .map(([kind, icon]) => (
          <Tile key={kind} kind={kind} icon={icon} add={add} />
        ))}
    </ul>
  );
}

function Tile({
  kind,
  icon: Icon,
  add,
}: {
  readonly kind: BlockKind;
  readonly icon: TablerIcon;
  readonly add: (kind: BlockKind) => void;
}) {
  const { setNodeRef, listeners } = useDraggable({ id: `new:${kind}`, data: { kind } });
  return (
    <li>
      <button
        ref={setNodeRef}
        type="button"
        {...listeners}
        onClick={() => {
          add(kind);
        }}
      >
        <Icon size={20} aria-hidden />
        {t(`ee.kind.${kind}`)}
      </button>
    </li>
  );
}

/** A section with columns of chosen widths. */
export function AddSection({ at, label }: { readonly at: number; readonly label: string }) {
  const { run, select, say } = useEditing();
  return (
    <Menu position="bottom" width={230}>
      <Menu.Target>
        <Button size="xs" variant="default" leftSection={<IconPlus size={15} aria-hidden />}>
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {layoutNames.map((layout) => (
          <Menu.Item
            key={layout}
            leftSection={<Widths layout={layout} />}
            onClick={() => {
              const after = run({ do: 'add-section', layout, at });
              const added = after.sections[at];
              if (added !== undefined) select({ kind: 'section', id: added.id });
              say(t('ee.said.sectionAdded'));
            }}
          >
            {t(`ee.layout.${layout}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

export const Widths = ({ layout }: { readonly layout: (typeof layoutNames)[number] }) => (
  <span className="ee-widths" aria-hidden>
    {layouts[layout].map((share, index) => (
      <i key={index} style={{ flexGrow: share }} />
    ))}
  </span>
);
