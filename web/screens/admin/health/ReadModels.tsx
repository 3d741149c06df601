import { Button } from '@mantine/core';
import { IconArrowsShuffle, IconChecks, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useState } from 'react';
import type { ReadModelJob, ReadModelPart } from '../../../../api/contract/system.ts';
import { ConfirmDialog } from '../../../components/ConfirmDialog.tsx';
import { Instant } from '../../../components/Instant.tsx';
import { RowMenu } from '../../../components/RowMenu.tsx';
import { useNow } from '../../../components/useNow.ts';
import { since } from '../../../format/duration.ts';
import { count, percent } from '../../../format/number.ts';
import { useApp } from '../../../session/context.tsx';
import { t } from './texts.ts';

const shownAtFirst = 8;
/** Fewer events are what has just happened. */
const worthALook = 1_000;

const needsSomeone = ({ is_ok: isOk, lag, detail, check }: ReadModelPart): boolean =>
  !isOk || (lag ?? 0) > worthALook || detail !== null || (check?.differences.length ?? 0) > 0 || check?.error != null;

/** The read models: those that need someone first, each with what can be done with it. */
export function ReadModels({
  parts,
  jobs,
  onAsked,
}: {
  readonly parts: readonly ReadModelPart[];
  readonly jobs: readonly ReadModelJob[];
  readonly onAsked: () => void;
}) {
  const { client, run } = useApp();
  const [isWhole, setIsWhole] = useState(false);
  const [pausing, setPausing] = useState<string | null>(null);
  const isBusy = (name: string) => jobs.some((job) => job.read_model === name && job.finished_at === null);
  const first = (part: ReadModelPart) => Number(needsSomeone(part)) * 2 + Number(isBusy(part.name));
  const sorted = parts.toSorted((one, other) => first(other) - first(one) || (one.name < other.name ? -1 : 1));
  const urgent = sorted.filter((part) => first(part) > 0).length;
  const shown = isWhole ? sorted : sorted.slice(0, Math.max(shownAtFirst, urgent));
  const ask = (name: string, action: ReadModelJob['kind']) =>
    run(async () => {
      await client.post('/system/read-models/{name}', { params: { name }, body: { action } });
      onAsked();
    });
  return (
    <section className="bk-card hl-section" aria-label={t('health.readModels')}>
      <div>
        <h2>{t('health.readModels')}</h2>
        <p className="muted">{t('health.readModelsText')}</p>
      </div>
      <ul className="hl-list hl-rows">
        {shown.map((part) => (
          <Row
            key={part.name}
            part={part}
            job={jobs.find((job) => job.read_model === part.name && job.finished_at === null) ?? null}
            onAction={(action) => {
              if (action === 'pause') setPausing(part.name);
              else void ask(part.name, action);
            }}
          />
        ))}
      </ul>
      {shown.length < sorted.length && (
        <Button
          variant="subtle"
          size="compact-sm"
          className="hl-more"
          onClick={() => {
            setIsWhole(true);
          }}
        >
          {t('health.showAll', { count: count(sorted.length) })}
        </Button>
      )}
      <ConfirmDialog
        opened={pausing !== null}
        title={t('health.pauseTitle', { name: pausing ?? '' })}
        text={t('health.pauseText')}
        confirm={t('health.pause')}
        onConfirm={() => ask(pausing!, 'pause')}
        onClose={() => {
          setPausing(null);
        }}
      />
    </section>
  );
}

function Row({
  part,
  job,
  onAction,
}: {
  readonly part: ReadModelPart;
  readonly job: ReadModelJob | null;
  readonly onAction: (action: ReadModelJob['kind']) => void;
}) {
  const { name, state, is_ok: isOk, lag, detail, position, check } = part;
  const isPaused = state === 'paused';
  return (
    <li>
      <span className="hl-name">
        {name} {(!isOk || state !== 'running') && <span className={`bk-tag${isOk ? '' : ' warn'}`}>{state}</span>}
        {job !== null && (
          <span className="bk-tag">
            {t(job.state === 'waiting' ? 'health.state.waiting' : `health.${job.kind}Running`)}{' '}
            {job.share === null ? '' : percent(job.share)}
          </span>
        )}
        {detail !== null && <span className="hl-fault">{detail}</span>}
        {check?.error != null && <span className="hl-fault">{t('health.checkFailed', { why: check.error })}</span>}
        {check?.differences.map(({ table, only_live: live, only_rebuilt: rebuilt, keys }) => (
          <span key={table} className="hl-fault">
            {t('health.differs', { table, live: count(live), rebuilt: count(rebuilt) })}
            {keys.length > 0 && <span className="hl-keys">{keys.join('; ')}</span>}
          </span>
        ))}
      </span>
      <span className="hl-side">
        <span className="muted num">
          {lag !== null && lag > worthALook ?
            t('health.lag', { count: count(lag) })
          : t('health.at', { position: position ?? '' })}
          <Checked check={check} />
        </span>
        <RowMenu
          name={name}
          actions={[
            {
              id: 'check',
              label: t('health.check'),
              icon: IconChecks,
              disabled: job !== null,
              run: () => onAction('check'),
            },
            {
              id: 'rebuild',
              label: t('health.rebuild'),
              icon: IconArrowsShuffle,
              disabled: job !== null,
              run: () => onAction('rebuild'),
            },
            isPaused ?
              { id: 'resume', label: t('health.resume'), icon: IconPlayerPlay, run: () => onAction('resume') }
            : {
                id: 'pause',
                label: t('health.pause'),
                icon: IconPlayerPause,
                danger: true,
                run: () => onAction('pause'),
              },
          ]}
        />
      </span>
    </li>
  );
}

function Checked({ check }: { readonly check: ReadModelPart['check'] }) {
  const now = useNow(60_000);
  if (check === null || check.checked_at === null) return <>, {t('health.notChecked')}</>;
  const ago = since(check.checked_at, now);
  const isSame = check.error === null && check.differences.length === 0;
  return (
    <>
      , <Instant at={check.checked_at}>{t(isSame ? 'health.same' : 'health.checked', { ago })}</Instant>
    </>
  );
}
