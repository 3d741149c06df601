import { Modal, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { groups, KindIcon } from '../steps/kinds.tsx';
import { freshNode, type NodeKind } from '../model.ts';
import { maybe, t } from '../texts.ts';
import { kindWord } from '../labels.ts';
import { endsWay } from './edit.ts';

/** Which kind of step: found by its name or by what it does. Enter takes the first. */
export function Picker({
  fits,
  onPick,
  onClose,
}: {
  /** Whether a step of this kind can stand there. */
  readonly fits: (kind: NodeKind) => boolean;
  readonly onPick: (kind: NodeKind) => void;
  readonly onClose: () => void;
}) {
  const [typed, setTyped] = useState('');
  const list = useRef<HTMLDivElement>(null);
  const about = (kind: NodeKind): string => maybe(`au.about.${kind}`) ?? '';
  const wanted = typed.trim().toLowerCase();
  const isFound = (kind: NodeKind): boolean => `${kindWord(kind)} ${about(kind)}`.toLowerCase().includes(wanted);
  const shown = groups
    .map(([group, kinds]) => [group, kinds.filter((kind) => fits(kind) && isFound(kind))] as const)
    .filter(([, kinds]) => kinds.length > 0);
  // There is such a step, and it is said why it is not offered.
  const isLast = groups.some(([, kinds]) =>
    kinds.some((kind) => isFound(kind) && endsWay(freshNode(kind)) && !fits(kind)),
  );
  const first = shown[0]?.[1][0];
  const move = (event: React.KeyboardEvent) => {
    const step =
      event.key === 'ArrowDown' ? 1
      : event.key === 'ArrowUp' ? -1
      : 0;
    if (step === 0) return;
    event.preventDefault();
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>('button') ?? [])];
    const at = buttons.indexOf(document.activeElement as HTMLElement);
    (buttons[at + step] ?? buttons[at === -1 ? 0 : at])?.focus();
  };
  return (
    <Modal opened onClose={onClose} title={t('au.pick.title')} size="md" returnFocus={false}>
      <div className="au-picker" role="presentation" onKeyDown={move}>
        <TextInput
          aria-label={t('au.pick.search')}
          placeholder={t('au.pick.search')}
          value={typed}
          data-autofocus
          onChange={(event) => {
            setTyped(event.currentTarget.value);
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || first === undefined) return;
            event.preventDefault();
            onPick(first);
          }}
        />
        <div ref={list}>
          {shown.map(([group, kinds]) => (
            <section key={group} aria-label={t(`au.group.${group}`)}>
              <h3>{t(`au.group.${group}`)}</h3>
              {kinds.map((kind) => (
                <button
                  key={kind}
                  type="button"
                  onClick={() => {
                    onPick(kind);
                  }}
                >
                  <KindIcon kind={kind} />
                  <span>
                    <b>{kindWord(kind)}</b>
                    <span className="muted">{about(kind)}</span>
                  </span>
                </button>
              ))}
            </section>
          ))}
        </div>
        {first === undefined && (
          <p className="muted" role="status">
            {t(isLast && wanted !== '' ? 'au.pick.last' : 'au.pick.none')}
          </p>
        )}
      </div>
    </Modal>
  );
}
