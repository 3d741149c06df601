import './rehearsal.css';
import { ActionIcon, Button, Drawer, Progress, SegmentedControl, Switch, Tooltip } from '@mantine/core';
import { IconPlayerPlay, IconPlayerStop, IconTestPipe } from '@tabler/icons-react';
import { useState } from 'react';
import type { Automation } from '../../../../../api/contract/automations.ts';
import { useMediaQuery } from '@mantine/hooks';
import type { Names } from '../../../../components/contact-filter/labels.ts';
import { count } from '../../../../format/number.ts';
import type { Document } from '../model.ts';
import { Result } from './Result.tsx';
import { t } from './texts.ts';
import { useRehearsal } from './useRehearsal.ts';
import { Walk } from './Walk.tsx';

const spans = ['7', '30', '90'] as const;
type Span = (typeof spans)[number];

/** What is drawn, played on what really happened; beside it, if wished, what runs. Nothing is sent. */
export function RehearsalPanel({
  automation,
  document,
  published,
  names,
  onSave,
  onClose,
}: {
  readonly automation: Automation;
  readonly document: Document;
  readonly published: Document | null;
  /** What its triggers name. */
  readonly names: Names;
  /** What is drawn is saved first: it is the server that plays it. False: it could not be. */
  readonly onSave: () => Promise<boolean>;
  readonly onClose: () => void;
}) {
  const { id, name, version, changed } = automation;
  const phone = useMediaQuery('(max-width: 900px)', undefined, { getInitialValueInEffect: false }) ?? false;
  const [span, setSpan] = useState<Span>('30');
  const [mode, setMode] = useState<'past' | 'one'>('past');
  const comparable = version !== null && changed;
  const [compare, setCompare] = useState(comparable);
  const { play, begin, stop } = useRehearsal(id);
  const [asked, ask] = useState<readonly (number | null)[]>([null]);
  const waiting = play.state === 'waiting';
  const running = waiting || play.state === 'running';
  const go = async (): Promise<void> => {
    if (!(await onSave())) return;
    const versions = comparable && compare ? [null, version] : [null];
    ask(versions);
    await begin({ days: Number(span), versions });
  };
  const current = play.results.at(-1);
  const all = current?.contacts ?? null;
  const through = current?.through ?? 0;
  const share = all === null || all === 0 ? 0 : Math.min(1, through / all);
  const called = (of: number | null): string => (of === null ? t('au.re.draft') : t('au.re.version', { version: of }));
  const progress =
    asked.length > 1 ?
      t('au.re.progressOf', {
        what: called(asked[Math.max(0, play.results.length - 1)] ?? null),
        through: count(through),
        all: count(all),
      })
    : t('au.re.progress', { through: count(through), all: count(all) });
  const past = (
    <>
      <p className="muted">{t('au.re.lead')}</p>
      <div className="controls">
        <SegmentedControl
          aria-label={t('au.re.days')}
          data={spans.map((days) => ({ value: days, label: t('au.re.lastDays', { count: Number(days) }) }))}
          value={span}
          disabled={running}
          onChange={(days) => {
            setSpan(days);
          }}
        />
        {comparable && (
          <Switch
            label={t('au.re.compare', { version })}
            checked={compare}
            disabled={running}
            onChange={(event) => {
              setCompare(event.currentTarget.checked);
            }}
          />
        )}
        {running ?
          <Button variant="default" leftSection={<IconPlayerStop size={16} aria-hidden />} onClick={stop}>
            {t('au.re.stop')}
          </Button>
        : <Button data-autofocus leftSection={<IconPlayerPlay size={16} aria-hidden />} onClick={() => void go()}>
            {t(play.state === 'idle' ? 'au.re.go' : 'au.re.again')}
          </Button>
        }
      </div>
      {running && (
        <div className="progress">
          <Progress value={share * 100} aria-label={progress} animated />
          {waiting ?
            <p className="muted">{t('au.re.waiting')}</p>
          : all !== null && <p className="muted num">{progress}</p>}
        </div>
      )}
      <div role="status">
        {play.results[0] !== undefined && (
          <Result play={play} versions={asked.map(called)} names={names} document={document} others={published} />
        )}
      </div>
    </>
  );
  return (
    <Drawer opened onClose={onClose} position="right" size={phone ? '100%' : 880} title={t('au.re.title', { name })}>
      <div className="au-rehearsal">
        <SegmentedControl
          aria-label={t('au.walk.mode')}
          data={[
            { value: 'past', label: t('au.walk.past') },
            { value: 'one', label: t('au.walk.one') },
          ]}
          value={mode}
          disabled={running}
          onChange={(next) => {
            setMode(next as typeof mode);
          }}
        />
        {mode === 'one' ?
          <Walk id={id} document={document} names={names} onSave={onSave} />
        : past}
      </div>
    </Drawer>
  );
}

/** Opens it; on a phone it is a sign alone. */
export function RehearseButton({ phone, onClick }: { readonly phone: boolean; readonly onClick: () => void }) {
  const sign = <IconTestPipe size={16} aria-hidden />;
  return phone ?
      <Tooltip label={t('au.re.open')}>
        <ActionIcon aria-label={t('au.re.open')} onClick={onClick}>
          {sign}
        </ActionIcon>
      </Tooltip>
    : <Button variant="default" leftSection={sign} onClick={onClick}>
        {t('au.re.open')}
      </Button>;
}
