import '../../business/broadcasts/broadcasts.css';
import './approvals.css';
import { Button, Group, Modal, Skeleton, Textarea } from '@mantine/core';
import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconCheck,
  IconCircleCheck,
  IconCircleX,
  IconUserCheck,
} from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { ApprovalCheck, ApprovalReply } from '../../../../api/contract/broadcasts.ts';
import { failureMessage, ApiError } from '../../../api/errors.ts';
import { useRead } from '../../../data/read.ts';
import { useRefresh } from '../../../api/refresh.ts';
import { useApp } from '../../../session/context.tsx';
import { useRouteParam } from '../../../session/params.ts';
import { ErrorState } from '../../../components/ErrorState.tsx';
import { Note } from '../../../components/form/Form.tsx';
import { RecordHeader } from '../../../components/RecordHeader.tsx';
import { monthName, shortTime } from '../../../format/date.ts';
import { count } from '../../../format/number.ts';
import { useDateStyle } from '../../../session/profile.tsx';
import { Funnel } from '../../business/broadcasts/compose/Audience.tsx';
import { EmailPreview } from '../../business/broadcasts/compose/EmailPreview.tsx';
import { PhonePreview } from '../../business/broadcasts/compose/Preview.tsx';
import { whenInWords } from '../../business/broadcasts/compose/labels.ts';
import { here, StateBadge } from './presentation.tsx';
import { maybe, t } from './texts.ts';

type Shown = ApprovalReply['data'];

/** /agency/approvals/{id}: everything that it is decided by, on one screen, and the decision. */
export default function Approval() {
  const id = useRouteParam('id');
  const { data, error, refresh } = useRead('/broadcasts/{id}/approval', { params: { id } });
  if (error !== undefined && data === undefined)
    return (
      <div className="bk-page">
        <div className="bk-card">
          <ErrorState error={error} onRetry={refresh} />
        </div>
      </div>
    );
  if (data === undefined)
    return (
      <div className="bk-page" role="status" aria-label={t('app.loading')}>
        <Skeleton height={40} radius="md" mb="lg" />
        <div className="bc-compose">
          <Skeleton height={420} radius="lg" />
          <Skeleton height={520} radius="lg" />
        </div>
      </div>
    );
  return <Question key={id} shown={data.data} refresh={refresh} />;
}

function Question({ shown, refresh }: { readonly shown: Shown; readonly refresh: () => void }) {
  const { client } = useApp();
  const [, go] = useLocation();
  const refreshAll = useRefresh();
  const [busy, setBusy] = useState(false);
  const [rejecting, setRejecting] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const { id, revision, state } = shown;
  /** True: it was decided. What was refused is said where the decision is, beside what is true now. */
  const decide = async (act: () => Promise<unknown>): Promise<boolean> => {
    setBusy(true);
    setProblem(null);
    try {
      await act();
      await refreshAll('/broadcasts/');
      go(here);
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(error.status === 0 ? t('app.unreachable') : (failureMessage(error) ?? t('app.failed')));
      refresh();
      return false;
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="bk-page">
      <RecordHeader
        name={shown.name}
        badge={<StateBadge state={state} />}
        sub={<Link href={`/agency/businesses/${shown.business_id}/edit`}>{shown.business_name}</Link>}
        back={{ href: here, label: t('approvals.title') }}
      >
        {state === 'waiting' && (
          <>
            <Button
              variant="default"
              disabled={busy}
              leftSection={<IconArrowBackUp size={16} aria-hidden />}
              onClick={() => {
                setRejecting(true);
              }}
            >
              {t('approval.reject')}
            </Button>
            <Button
              loading={busy}
              leftSection={<IconCheck size={16} aria-hidden />}
              onClick={() => {
                void decide(() => client.post('/broadcasts/{id}/approve', { params: { id }, body: { revision } }));
              }}
            >
              {t('approval.approveFor', { count: shown.credit.recipients })}
            </Button>
          </>
        )}
      </RecordHeader>
      {problem !== null && (
        <div role="alert">
          <Note tone="danger" icon={<IconAlertTriangle size={18} aria-hidden />}>
            {problem}
          </Note>
        </div>
      )}
      <Standing shown={shown} />
      <div className="bc-compose ap-decide">
        <aside className="side" aria-label={t('approval.says')}>
          {shown.contents.map((content, variant) =>
            content.kind === 'text' ?
              <PhonePreview key={variant} draft={shown} variant={variant} given={shown} prefix={shown.credit.prefix} />
            : <EmailPreview
                key={variant}
                draft={shown}
                variant={variant}
                letterhead={shown.credit.mail}
                given={shown}
              />,
          )}
        </aside>
        <div className="steps">
          <Facts shown={shown} />
          <Checks checks={shown.checks} />
          <section className="bk-card">
            <header>
              <h2>{t('approval.audience')}</h2>
            </header>
            <div className="body">
              <Funnel funnel={shown.funnel} stale={false} />
            </div>
          </section>
        </div>
      </div>
      {rejecting && (
        <RejectDialog
          business={shown.business_name}
          onClose={() => {
            setRejecting(false);
          }}
          onReject={async (note) => {
            await decide(() => client.post('/broadcasts/{id}/reject', { params: { id }, body: { revision, note } }));
            setRejecting(false);
          }}
        />
      )}
    </div>
  );
}

/** What is asked, or what became of it. */
function Standing({ shown }: { readonly shown: Shown }) {
  const style = useDateStyle();
  const { state, credit, recipients, limit } = shown;
  const who = shown.decided_by ?? t('approvals.somebody');
  const at = shortTime(shown.decided_at, style);
  if (state === 'approved')
    return (
      <Note tone="success" icon={<IconCircleCheck size={18} aria-hidden />}>
        {t('approval.approved', { who, at })}
      </Note>
    );
  if (state === 'rejected')
    return (
      <Note tone="warning" icon={<IconArrowBackUp size={18} aria-hidden />}>
        {t('approval.rejected', { who, at, note: shown.note ?? '' })}
      </Note>
    );
  if (state === 'withdrawn') return <Note tone="info">{t('approval.withdrawn')}</Note>;
  return (
    <Note tone="warning" icon={<IconUserCheck size={18} aria-hidden />}>
      {t('approval.asks', { business: shown.business_name, count: recipients, limit: count(limit) })}{' '}
      {credit.recipients !== recipients &&
        t('approval.grown', { now: count(credit.recipients), then: count(recipients) })}
    </Note>
  );
}

const audienceInWords = ({ names, except, narrowed }: Shown['audience']): string => {
  const who =
    names.length > 0 ? t(narrowed ? 'approval.namesNarrowed' : 'approval.names', { names: names.join(', ') })
    : narrowed ? t('approval.narrowed')
    : t('approval.everybody');
  return who + (except.length === 0 ? '' : t('approval.except', { names: except.join(', ') }));
};

function Facts({ shown }: { readonly shown: Shown }) {
  const own = useDateStyle();
  const style = { ...own, timezone: shown.business_timezone };
  const { credit, type, start_at: start, state } = shown;
  const late = state === 'waiting' && start !== null && Date.parse(start) < Date.now() - 60_000;
  const month = monthName(credit.month);
  const row = (title: string, value: string, bad = false) => (
    <div className={bad ? 'bad' : ''}>
      <dt>{title}</dt>
      <dd dir="auto">{value}</dd>
    </div>
  );
  return (
    <section className="bk-card bc-summary ap-facts">
      <header>
        <h2>{t('approval.facts')}</h2>
      </header>
      <dl className="body">
        {type !== 'email' && shown.sender !== null && row(t('approval.sender'), shown.sender)}
        {row(t('approval.who'), audienceInWords(shown.audience))}
        {row(
          t('approval.starts'),
          late ? t('approval.overdue', { at: shortTime(start, style) })
          : start !== null ? shortTime(start, style)
          : whenInWords(shown.schedule, style),
        )}
        {shown.contents.length > 1 &&
          row(t('approval.variants'), t('approval.variantsOf', { count: shown.contents.length }))}
        {credit.segments !== null &&
          row(
            t('approval.each'),
            credit.segments.least === credit.segments.most ?
              t('approval.segments', { count: credit.segments.most })
            : t('approval.segmentsRange', { least: credit.segments.least, most: credit.segments.most }),
          )}
        {type !== 'email' && (
          <>
            {row(t('approval.credits'), count(credit.credits))}
            {credit.left_after === null ?
              row(t('approval.left'), t('approval.unlimited'))
            : credit.left_after < 0 ?
              row(t('approval.left'), t('approval.missing', { count: count(-credit.left_after), month }), true)
            : row(
                t('approval.left'),
                t('approval.leftOf', { left: count(credit.left_after), limit: count(credit.limit), month }),
              )
            }
          </>
        )}
        {row(
          t('approval.done'),
          credit.done_at === null ?
            t('approval.never')
          : t('approval.doneAt', { at: shortTime(credit.done_at, style) }),
          credit.done_at === null,
        )}
      </dl>
    </section>
  );
}

const looks = {
  problem: { tone: 'danger', icon: IconCircleX },
  warning: { tone: 'warning', icon: IconAlertTriangle },
  fine: { tone: 'success', icon: IconCircleCheck },
} as const;
const order = ['problem', 'warning', 'fine'] as const;

/** What the software has looked at, the gravest first. */
function Checks({ checks }: { readonly checks: readonly ApprovalCheck[] }) {
  const sorted = checks.toSorted((a, b) => order.indexOf(a.result) - order.indexOf(b.result));
  return (
    <section className="bk-card">
      <header>
        <h2>{t('approval.checks')}</h2>
      </header>
      <ul className="body ap-checks">
        {sorted.map(({ check, result, about }) => {
          const { tone, icon: Icon } = looks[result];
          return (
            <li key={check} className={`tone-${tone}`}>
              <Icon size={18} aria-hidden />
              <span>
                <span className="sr-only">{t(`check.${result}`)}: </span>
                {(about !== null && maybe(`check.${check}.about`, { about })) ||
                  (maybe(`check.${check}.${result}`, { about: about ?? '' }) ?? check)}
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function RejectDialog({
  business,
  onClose,
  onReject,
}: {
  readonly business: string;
  readonly onClose: () => void;
  readonly onReject: (note: string) => Promise<void>;
}) {
  const [note, setNote] = useState('');
  const [busy, setBusy] = useState(false);
  const reject = async () => {
    setBusy(true);
    try {
      await onReject(note.trim());
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal opened onClose={onClose} size="md" title={t('approval.rejectTitle', { business })}>
      <p className="muted">{t('approval.rejectText', { business })}</p>
      <Textarea
        mt="md"
        label={t('approval.why')}
        description={t('approval.whyHint')}
        autosize
        minRows={3}
        maxLength={500}
        data-autofocus
        value={note}
        onChange={(event) => {
          setNote(event.currentTarget.value);
        }}
      />
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={onClose}>
          {t('app.cancel')}
        </Button>
        <Button
          color="red"
          loading={busy}
          disabled={note.trim() === ''}
          onClick={() => {
            void reject();
          }}
        >
          {t('approval.reject')}
        </Button>
      </Group>
    </Modal>
  );
}
