import { TextInput } from '@mantine/core';
import { IconChevronLeft } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import type { Automation } from '../../../../../api/contract/automations.ts';
import type { SaveState } from '../../../../builder/useDraft.ts';
import { AutomationBadge } from '../../../../components/StatusBadge.tsx';
import { time } from '../../../../format/date.ts';
import { useDateStyle } from '../../../../session/profile.tsx';
import { useTitle } from '../../../../session/title.ts';
import { here } from '../model.ts';
import { t } from '../texts.ts';

/** The way back, the name, whether all is saved and published, and the actions. */
export function Head({
  automation: { name, status, version, changed, broken },
  state,
  problem,
  onRename,
  acts,
}: {
  readonly automation: Automation;
  readonly state: SaveState;
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
