import { ActionIcon, createTheme, MantineThemeProvider, MultiSelect, Select } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Automation } from '../../../../../api/contract/automations.ts';
import { figuresOf, whysOf } from '../figures.ts';
import { called } from '../labels.ts';
import { here, type Node } from '../model.ts';
import { KindIcon } from '../steps/kinds.tsx';
import { t } from '../texts.ts';
import { cardOf, type Problems } from './useProblems.ts';

/** Problems lead to their field, which shows the message: opened choices would cover it. */
const closedFields = createTheme({
  components: {
    Select: Select.extend({ defaultProps: { openOnFocus: false } }),
    MultiSelect: MultiSelect.extend({ defaultProps: { openOnFocus: false } }),
  },
});

/** What is open beside the steps: the start, or a step, with what is wrong in it as a whole, and its fields. */
export function SidePanel({
  step,
  node,
  automation: { id, counts },
  problems,
  closeLabel,
  onClose,
  children,
}: {
  readonly step: string;
  /** Null: the start. */
  readonly node: Node | null;
  readonly automation: Pick<Automation, 'id' | 'counts'>;
  readonly problems: Problems;
  readonly closeLabel: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const title = node === null ? t('au.p.trigger') : called(node);
  const unset = problems.all.filter(
    (one) => cardOf(one) === step && one.code !== 'no-trigger' && !problems.wrong.includes(one),
  );
  return (
    <aside
      className="bk-card au-side"
      aria-label={title}
      onKeyDown={(event) => {
        const { target, currentTarget } = event;
        // Not where it closes something that lies over this.
        const isHere = target instanceof Element && currentTarget.contains(target);
        if (event.key !== 'Escape' || event.defaultPrevented || !isHere) return;
        if (target.getAttribute('aria-expanded') !== 'true') onClose();
      }}
    >
      <header>
        {node !== null && <KindIcon kind={node.kind} />}
        <h2 tabIndex={-1} dir="auto">
          {title}
        </h2>
        <ActionIcon className="end" aria-label={closeLabel} onClick={onClose}>
          <IconX size={17} aria-hidden />
        </ActionIcon>
      </header>
      <div className="body" key={step}>
        {problems.wrong
          .filter((one) => one.node === step && one.field === null)
          .map(({ message }) => (
            <p key={message} className="problem">
              {message}
            </p>
          ))}
        {unset.length > 0 && (
          <p className="au-unset">
            <b>{t('au.b.unset')}.</b> {unset.map(({ message }) => message).join(' ')}
          </p>
        )}
        {node !== null && <StepCounts id={id} step={step} counts={counts} />}
        <MantineThemeProvider theme={closedFields}>{children}</MantineThemeProvider>
      </div>
    </aside>
  );
}

/** How many contacts are at the open step, and what it skipped, with reasons. */
function StepCounts({
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
