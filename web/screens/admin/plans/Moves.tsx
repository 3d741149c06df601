import { Button, Checkbox, Group, Modal, Radio, Skeleton } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import type { MovePreview, MovePreviewRow, Plan, PlanMove } from '../../../../api/contract/plans.ts';
import { ApiError } from '../../../api/errors.ts';
import { useRefresh } from '../../../api/refresh.ts';
import { ErrorState } from '../../../components/ErrorState.tsx';
import { Instant } from '../../../components/Instant.tsx';
import { useRead } from '../../../data/read.ts';
import { date } from '../../../format/date.ts';
import { moneyOf } from '../../../format/money.ts';
import { count } from '../../../format/number.ts';
import { useApp } from '../../../session/context.tsx';
import { useDateStyle } from '../../../session/profile.tsx';
import { t } from './texts.ts';

type When = PlanMove['when'];

/** How many have each version, and how subscribers of earlier ones were moved to the one for sale. */
export const useSubscribers = (id: string) => useRead('/plans/{id}/subscribers', { params: { id } });
type Subscribers = NonNullable<ReturnType<typeof useSubscribers>['data']>['data'];

/** Moves those who bought earlier versions: chosen, seen what it costs whom, then begun. */
export function Moves({ plan, subscribers }: { readonly plan: Plan; readonly subscribers: Subscribers }) {
  const [isOpen, setIsOpen] = useState(false);
  const earlier = subscribers.versions.filter(({ version }) => version < plan.version);
  if (earlier.length === 0 && subscribers.moves.length === 0) return null;
  return (
    <section className="bk-card plan-versions" aria-label={t('move.title')}>
      <header>
        <h2>{t('move.title')}</h2>
        <span className="muted end">{t('move.text')}</span>
      </header>
      <ol>
        {earlier.length > 0 && (
          <li>
            <div className="line">
              <span>
                {t('move.left', {
                  count: earlier.reduce((sum, one) => sum + one.subscribers, 0),
                  version: plan.version,
                })}
              </span>
              <Button
                className="end"
                variant="default"
                onClick={() => {
                  setIsOpen(true);
                }}
              >
                {t('move.start')}
              </Button>
            </div>
          </li>
        )}
        {subscribers.moves.map((move) => (
          <MoveLine key={move.id} planId={plan.id} move={move} />
        ))}
      </ol>
      {isOpen && (
        <MoveDialog
          plan={plan}
          versions={earlier}
          onClose={() => {
            setIsOpen(false);
          }}
        />
      )}
    </section>
  );
}

function MoveLine({ planId, move }: { readonly planId: string; readonly move: PlanMove }) {
  const style = useDateStyle();
  const [isOpen, setIsOpen] = useState(false);
  const waiting = Math.max(0, move.subscribers - move.moved - move.skipped);
  return (
    <li>
      <div className="line">
        <b>{t('move.line', { from: move.from_versions.join(', '), version: move.version })}</b>
        <span className="muted">{t(`move.did.${move.when}`)}</span>
        <Instant at={move.started_at} className="muted num end">
          {date(move.started_at, style)}
        </Instant>
      </div>
      <p className="line muted">
        <span className="num">{t('move.moved', { count: move.moved })}</span>
        {waiting > 0 && <span className="num">{t('move.waiting', { count: waiting })}</span>}
        {move.skipped > 0 && (
          <Button
            variant="subtle"
            size="compact-sm"
            aria-expanded={isOpen}
            onClick={() => {
              setIsOpen(!isOpen);
            }}
          >
            {t('move.skipped', { count: move.skipped })}
          </Button>
        )}
      </p>
      {isOpen && <Skips planId={planId} moveId={move.id} />}
    </li>
  );
}

function Skips({ planId, moveId }: { readonly planId: string; readonly moveId: string }) {
  const { data, error, refresh } = useRead('/plans/{id}/moves/{moveId}', { params: { id: planId, moveId } });
  if (error && !data) return <ErrorState error={error} onRetry={refresh} />;
  if (!data) return <Skeleton height={20} width={240} />;
  return (
    <ul className="plan-diff" aria-label={t('move.skips')}>
      {data.data.skips.map(({ payer, reason }) => (
        <li key={payer.id}>
          <PayerLink payer={payer} /> <span className="muted">{t(`move.skip.${reason}`)}</span>
        </li>
      ))}
    </ul>
  );
}

const PayerLink = ({ payer }: Pick<MovePreviewRow, 'payer'>) => (
  <Link href={`/admin/${payer.kind === 'agency' ? 'agencies' : 'businesses'}/${payer.id}/edit`} dir="auto">
    {payer.name === '' ? t('move.gone') : payer.name}
  </Link>
);

function MoveDialog({
  plan,
  versions,
  onClose,
}: {
  readonly plan: Plan;
  readonly versions: Subscribers['versions'];
  readonly onClose: () => void;
}) {
  const { client } = useApp();
  const refresh = useRefresh();
  const [chosen, setChosen] = useState<readonly number[]>(versions.map(({ version }) => version));
  const [when, setWhen] = useState<When>('renewal');
  const [page, setPage] = useState(1);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const read = useRead(
    '/plans/{id}/moves/preview',
    chosen.length === 0 ? null : { params: { id: plan.id }, query: { versions: chosen.join(','), when, page } },
  );
  const preview = read.data?.data;
  const move = async (shown: MovePreview) => {
    setIsBusy(true);
    setProblem(null);
    try {
      await client.post('/plans/{id}/moves', {
        params: { id: plan.id },
        body: {
          versions: [...chosen],
          version: shown.version,
          when,
          proration_date: when === 'now' ? shown.proration_date : null,
          subscribers: shown.subscribers,
        },
      });
      await refresh(`/plans/${plan.id}/subscribers`);
      onClose();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(error.message);
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('move.ask', { name: plan.name, version: plan.version })}
      size="lg"
      closeButtonProps={{ 'aria-label': t('app.close') }}
    >
      <div className="plan-move">
        <Checkbox.Group
          label={t('move.which')}
          value={chosen.map(String)}
          onChange={(values) => {
            setPage(1);
            setChosen(values.map(Number).toSorted((one, other) => one - other));
          }}
        >
          <div className="plan-move-choices">
            {versions.map(({ version, subscribers }) => (
              <Checkbox
                key={version}
                value={String(version)}
                label={`${t('plan.versionOne', { version })}, ${t('plan.subscribers', { count: subscribers })}`}
              />
            ))}
          </div>
        </Checkbox.Group>
        <Radio.Group
          label={t('move.when')}
          value={when}
          onChange={(value) => {
            setPage(1);
            setWhen(value as When);
          }}
        >
          <div className="plan-move-choices">
            <Radio value="renewal" label={t('move.when.renewal')} description={t('move.when.renewalText')} />
            <Radio value="now" label={t('move.when.now')} description={t('move.when.nowText')} />
          </div>
        </Radio.Group>
        {chosen.length === 0 ?
          <p className="muted">{t('move.choose')}</p>
        : read.error && preview === undefined ?
          <ErrorState error={read.error} onRetry={read.refresh} />
        : preview === undefined ?
          <Skeleton height={160} radius="md" />
        : <Preview preview={preview} page={page} onPage={setPage} />}
        {problem !== null && (
          <p className="plan-problem" role="alert">
            {problem}
          </p>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose} data-autofocus>
            {t('app.cancel')}
          </Button>
          <Button
            loading={isBusy}
            disabled={preview === undefined || preview.movable === 0 || chosen.length === 0}
            onClick={() => void move(preview!)}
          >
            {t('move.confirm', { count: preview?.movable ?? 0 })}
          </Button>
        </Group>
      </div>
    </Modal>
  );
}

/** What all of them pay now and then, and what each does. */
function Preview({
  preview,
  page,
  onPage,
}: {
  readonly preview: MovePreview;
  readonly page: number;
  readonly onPage: (page: number) => void;
}) {
  const style = useDateStyle();
  const { currency, interval, from_total: from, total, rows, subscribers } = preview;
  const money = (amount: number) => moneyOf(amount, currency);
  const change = total - from;
  const pages = Math.ceil(subscribers / 20);
  const dueNow = (due: number | null): ReactNode =>
    due === null || due === 0 ? null
    : due > 0 ? t('move.dueNow', { price: money(due) })
    : t('move.credit', { price: money(-due) });
  return (
    <div className="plan-preview">
      <p>
        <b className="num">{money(from)}</b> → <b className="num">{money(total)}</b>{' '}
        <span className="muted">
          {t(`plan.per.${interval}`)}, {t('move.ofAll', { count: preview.movable })}
          {change !== 0 && ` (${change > 0 ? '+' : '−'}${money(Math.abs(change))})`}
        </span>
      </p>
      <ul aria-label={t('move.preview')}>
        {rows.map(({ payer, from_amount: was, amount, at, due_now: due, skip }) => (
          <li key={payer.id}>
            <span className="clip">
              <PayerLink payer={payer} />
            </span>
            {skip !== null ?
              <span className="muted">{t(`move.skip.${skip}`)}</span>
            : <>
                <span className="num">
                  {was === null ? '–' : money(was)} → {money(amount)}
                </span>
                <span className="muted num">
                  {dueNow(due) ?? (at === null ? null : t('move.from', { date: date(at, style) }))}
                </span>
              </>
            }
          </li>
        ))}
      </ul>
      {pages > 1 && (
        <Group justify="space-between">
          <Button
            variant="subtle"
            size="compact-sm"
            disabled={page === 1}
            onClick={() => {
              onPage(page - 1);
            }}
          >
            {t('move.newer')}
          </Button>
          <span className="muted num">{t('move.page', { page: count(page), pages: count(pages) })}</span>
          <Button
            variant="subtle"
            size="compact-sm"
            disabled={page >= pages}
            onClick={() => {
              onPage(page + 1);
            }}
          >
            {t('move.older')}
          </Button>
        </Group>
      )}
    </div>
  );
}
