import { ActionIcon, Tooltip } from '@mantine/core';
import { IconAlertTriangle, IconBolt, IconPlus } from '@tabler/icons-react';
import type { KeyboardEvent, ReactNode } from 'react';
import type { Automation } from '../../../../../api/contract/automations.ts';
import type { Names } from '../../../../components/contact-filter/labels.ts';
import type { Placing } from '../canvas/Canvas.tsx';
import { figuresOf, figureWords } from '../figures.ts';
import { startsWords } from '../labels.ts';
import { automationModel, type Document, type Node } from '../model.ts';
import { Outline } from '../Outline.tsx';
import { type Line, type Place, shownExits } from '../outline.ts';
import { t } from '../texts.ts';
import type { Cards, Open } from './useCards.ts';
import type { Edits } from './useEdits.ts';
import type { Problems } from './useProblems.ts';

const Warning = () => (
  <span className="warn">
    <IconAlertTriangle size={16} aria-hidden />
    <span className="sr-only">{t('au.b.wrong')}</span>
  </span>
);

/** The steps as a list: the same as on the canvas, with the same keys. */
export function StepList({
  document,
  names,
  counts,
  problems: { wrongCards, unsetCards },
  cards,
  edits: { edit, notHere },
  open,
  onOpen,
  placing,
  onPlacing,
  notes,
  foot,
}: {
  readonly document: Document;
  readonly names: Names;
  readonly counts: Automation['counts'];
  readonly problems: Problems;
  readonly cards: Cards;
  readonly edits: Edits;
  readonly open: Open;
  readonly onOpen: (what: Open) => void;
  readonly placing: Placing | null;
  readonly onPlacing: (placing: Placing | null) => void;
  readonly notes: ReactNode;
  readonly foot: ReactNode;
}) {
  const onKey = (step: string) => (event: KeyboardEvent<HTMLElement>) => {
    if (event.altKey || event.shiftKey) return;
    const rows = cards.all();
    const at = rows.indexOf(event.currentTarget);
    const node = document.nodes[step];
    const [exit] = node === undefined ? [] : shownExits(node);
    const below: Place | null =
      step === 'start' ? { kind: 'start' }
      : exit === undefined ? null
      : { kind: 'exit', node: step, exit };
    const atPlace = (then: (place: Place) => void) => () => {
      if (below === null) notHere();
      else then(below);
    };
    const move = () => {
      onPlacing({ steps: [step], as: 'move' });
    };
    const withControl = event.ctrlKey || event.metaKey;
    const anywhere: Readonly<Record<string, () => void>> =
      withControl ?
        { v: atPlace(edit.paste) }
      : {
          ArrowDown: () => rows[at + 1]?.focus(),
          ArrowUp: () => rows[at - 1]?.focus(),
          Home: () => rows[0]?.focus(),
          End: () => rows.at(-1)?.focus(),
          a: atPlace(edit.add),
        };
    const atStep: Readonly<Record<string, () => void>> =
      withControl ?
        {
          c: () => {
            edit.copy([step]);
          },
          x: move,
        }
      : {
          Delete: () => {
            edit.remove([step]);
          },
          d: () => {
            edit.turn(step);
          },
          m: move,
        };
    const keys = node === undefined ? anywhere : { ...anywhere, ...atStep };
    const act = Object.hasOwn(keys, event.key) ? keys[event.key] : undefined;
    if (act === undefined) return;
    event.preventDefault();
    act();
  };
  const row = (step: string, node: Node, plain: ReactNode): ReactNode => {
    const isWrong = wrongCards.has(step);
    const isOff = automationModel.isOff(node);
    return (
      <button
        type="button"
        data-step={step}
        className={`au-row${open === step ? ' open' : ''}${isWrong ? ' wrong' : ''}${isOff ? ' off' : ''}`}
        aria-pressed={open === step}
        onClick={() => {
          onOpen(step);
        }}
        onKeyDown={onKey(step)}
      >
        {plain}
        <span className="marks">
          {isOff && <span className="tag">{t('au.b.isOff')}</span>}
          {figureWords(figuresOf(counts, step)).map(({ words, tone }) => (
            <span key={words} className={`num faint ${tone}`}>
              {words}
            </span>
          ))}
          {isWrong ?
            <Warning />
          : unsetCards.has(step) && <span className="tag">{t('au.b.unset')}</span>}
        </span>
      </button>
    );
  };
  const between = (place: Place, { kind }: Line): ReactNode => (
    <span className={`au-between${kind === 'end' ? ' last' : ''}`}>
      <Tooltip label={t(placing === null ? 'au.b.add' : 'au.b.putHere')}>
        <ActionIcon
          size="sm"
          variant="default"
          radius="xl"
          aria-label={placing === null ? edit.addLabel(place) : t('au.b.putHere')}
          className={placing === null ? '' : 'here'}
          onClick={() => {
            if (placing === null) edit.add(place);
            else {
              onPlacing(null);
              edit.put(placing.steps, place, placing.as);
            }
          }}
        >
          <IconPlus size={13} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </span>
  );
  const startIsWrong = wrongCards.has('start');
  return (
    <div className="au-steps">
      {notes}
      <h2 className="sr-only">{t('au.b.steps')}</h2>
      <button
        type="button"
        data-step="start"
        className={`au-row start${open === 'start' ? ' open' : ''}${startIsWrong ? ' wrong' : ''}`}
        aria-pressed={open === 'start'}
        onClick={() => {
          onOpen('start');
        }}
        onKeyDown={onKey('start')}
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
        <span className="marks">{startIsWrong && <Warning />}</span>
      </button>
      <Outline
        {...{ document, names, row, between }}
        goTo={(step) => {
          const there = cards.of(step);
          there?.scrollIntoView({ block: 'center', behavior: 'smooth' });
          there?.focus({ preventScroll: true });
        }}
      />
      <div className="au-foot">{foot}</div>
    </div>
  );
}
