import '../broadcasts.css';
import { Button, Skeleton, TextInput, Tooltip } from '@mantine/core';
import { IconAlertTriangle, IconChevronLeft, IconSend2, IconTestPipe } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Link, useLocation, useSearchParams } from 'wouter';
import type { Broadcast } from '../../../../../api/contract/broadcasts.ts';
import { useRead } from '../../../../data/read.ts';
import { useRouteParam } from '../../../../session/params.ts';
import { AskForMore } from '../../../../components/AskForMore.tsx';
import { Note } from '../../../../components/form/Form.tsx';
import { ErrorState } from '../../../../components/ErrorState.tsx';
import { PageTitle } from '../../../../components/PageHeader.tsx';
import { time } from '../../../../format/date.ts';
import { useDateStyle, useProfile } from '../../../../session/profile.tsx';
import { here, leadsTo, letter, TypeIcon } from '../presentation.tsx';
import { t } from '../texts.ts';
import { AudienceSection } from './Audience.tsx';
import { Checks } from './Checks.tsx';
import { EmailPreview } from './EmailPreview.tsx';
import { MessageSection } from './Message.tsx';
import { PhonePreview } from './Preview.tsx';
import { ScheduledView } from './Scheduled.tsx';
import { SendDialog } from './SendDialog.tsx';
import { Summary, tooMuchInWords } from './Summary.tsx';
import { TestDialog } from './TestDialog.tsx';
import { type Draft, type Drafting, useDraft } from './useDraft.ts';
import { type Estimate, useEstimate } from './useEstimate.ts';
import { WhenSection } from './When.tsx';

/** The editor is large: it comes when somebody designs. */
const DesignScreen = lazy(() => import('./DesignScreen.tsx'));

/** /business/broadcasts/{id}/edit: what is said, to whom and when, on one screen beside what arrives. */
export default function Compose() {
  const id = useRouteParam('id');
  const { data, error, refresh } = useRead('/broadcasts/{id}', { params: { id } });
  const [, go] = useLocation();
  const ran = data !== undefined && data.data.started_at !== null;
  useEffect(() => {
    if (ran) go(leadsTo(data.data), { replace: true });
  }, [ran, data, go]);
  if (error)
    return (
      <div className="bk-page">
        <div className="bk-card">
          <ErrorState error={error} onRetry={refresh} />
        </div>
      </div>
    );
  if (data === undefined || ran)
    return (
      <div className="bk-page" role="status" aria-label={t('app.loading')}>
        <Skeleton height={40} radius="md" mb="lg" />
        <div className="bc-compose">
          <Skeleton height={420} radius="lg" />
          <Skeleton height={560} radius="lg" />
        </div>
      </div>
    );
  return data.data.status === 'draft' ?
      <Writing key={id} broadcast={data.data} refresh={refresh} />
    : <ScheduledView broadcast={data.data} refresh={refresh} />;
}

function Writing({ broadcast, refresh }: { readonly broadcast: Broadcast; readonly refresh: () => void }) {
  const drafting = useDraft(broadcast);
  const { draft, change } = drafting;
  const estimate = useEstimate(draft);
  const [variant, setVariant] = useState(0);
  const [open, setOpen] = useState<'test' | 'send' | null>(null);
  const [contact, setContact] = useState<string | null>(null);
  const { business } = useProfile();
  const [query] = useSearchParams();
  const designing = draft.type === 'email' ? query.get('design') : null;
  const shown = Math.min(variant, draft.contents.length - 1);
  const close = () => {
    setOpen(null);
  };
  if (designing !== null)
    return (
      <Suspense fallback={<Skeleton height={420} radius="lg" />}>
        <DesignScreen id={broadcast.id} draft={draft} variant={Number(designing)} />
      </Suspense>
    );
  return (
    <div className="bk-page">
      <header className="bc-head">
        <Link href={here} className="back">
          <IconChevronLeft size={15} aria-hidden />
          {t('broadcasts.title')}
        </Link>
        <div className="row">
          <TypeIcon type={draft.type} size={20} />
          <div className="sr-only">
            <PageTitle title={draft.name} />
          </div>
          <TextInput
            variant="unstyled"
            className="name"
            size="lg"
            aria-label={t('bc.compose.name')}
            value={draft.name}
            maxLength={120}
            onChange={(event) => {
              change({ name: event.currentTarget.value });
            }}
          />
          <div className="actions">
            <SaveState drafting={drafting} />
            <Button
              variant="default"
              leftSection={<IconTestPipe size={16} aria-hidden />}
              onClick={() => {
                void drafting.save().then(() => {
                  setOpen('test');
                });
              }}
            >
              {t('bc.compose.test')}
            </Button>
            <Button
              leftSection={<IconSend2 size={16} aria-hidden />}
              onClick={() => {
                void drafting.save().then(() => {
                  setOpen('send');
                });
              }}
            >
              {t('bc.compose.review')}
            </Button>
          </div>
        </div>
      </header>
      <Notices broadcast={broadcast} drafting={drafting} />
      <Standstill estimate={estimate} />
      {draft.type !== 'email' && business !== null && business.phone_number === null && (
        <Note tone="warning" icon={<IconAlertTriangle size={18} aria-hidden />}>
          {t('bc.compose.noNumber')} <Link href="/business/setups/phone-number">{t('bc.compose.noNumberLink')}</Link>
        </Note>
      )}
      <div className="bc-compose">
        <div className="steps">
          <MessageSection
            id={broadcast.id}
            draft={draft}
            change={change}
            save={drafting.save}
            variant={shown}
            onVariant={setVariant}
            missing={estimate.credit?.missing ?? []}
            looked={estimate.credit?.looked_at ?? 0}
          />
          <AudienceSection draft={draft} change={change} funnel={estimate.funnel} stale={estimate.stale} />
          <WhenSection draft={draft} change={change} />
        </div>
        <aside className="side" aria-label={t('bc.preview.title')}>
          {draft.type === 'email' ?
            <>
              <EmailPreview
                draft={draft}
                variant={shown}
                letterhead={estimate.credit?.mail ?? null}
                onContact={setContact}
              />
              <Checks id={broadcast.id} draft={draft} estimate={estimate} onVariant={setVariant} />
            </>
          : <PhonePreview draft={draft} variant={shown} prefix={estimate.credit?.prefix ?? null} />}
          <Summary draft={draft} estimate={estimate} />
        </aside>
      </div>
      {open === 'test' && (
        <TestDialog
          type={draft.type}
          content={draft.contents[shown]!}
          title={testTitle(draft, shown)}
          contact={contact}
          campaign={draft.campaign_id}
          onClose={close}
        />
      )}
      {open === 'send' && (
        <SendDialog id={broadcast.id} draft={draft} estimate={estimate} onClose={close} onSent={refresh} />
      )}
    </div>
  );
}

const testTitle = ({ contents }: Draft, variant: number): string =>
  contents.length > 1 ? t('bc.testSend.titleOf', { letter: letter(variant) }) : t('bc.testSend.title');

/** What the software keeps by itself, always in sight. */
function SaveState({ drafting: { saving, save } }: { readonly drafting: Drafting }) {
  const style = useDateStyle();
  return (
    <span className={`bc-saved ${saving.state}`} role="status">
      {saving.state === 'saved' ?
        saving.at === null ?
          t('bc.compose.saved')
        : t('bc.compose.savedAt', { at: time(saving.at.toISOString(), style) })
      : saving.state === 'failed' ?
        <Tooltip label={saving.why}>
          <button type="button" onClick={() => void save()}>
            {t('bc.compose.notSaved')}
          </button>
        </Tooltip>
      : saving.state === 'conflict' ?
        t('bc.compose.conflictShort')
      : t('bc.compose.saving')}
    </span>
  );
}

/** What would stop it as soon as it starts, or half way, said before anybody has written it to the end. */
function Standstill({ estimate: { credit } }: { readonly estimate: Estimate }) {
  if (credit === null) return null;
  const trouble = credit.mail?.trouble ?? null;
  const tooMuch = tooMuchInWords(credit);
  return (
    <>
      {trouble !== null && (
        <Note tone="danger" icon={<IconAlertTriangle size={18} aria-hidden />}>
          <b>{t('bc.compose.standsStill')}</b> {trouble.note}
        </Note>
      )}
      {tooMuch !== null && (
        <Note tone="warning" icon={<IconAlertTriangle size={18} aria-hidden />}>
          {tooMuch} <AskForMore />
        </Note>
      )}
    </>
  );
}

function Notices({
  broadcast: { approval, from },
  drafting: { saving, overwrite },
}: {
  readonly broadcast: Broadcast;
  readonly drafting: Drafting;
}) {
  return (
    <>
      {saving.state === 'conflict' && (
        <Note tone="warning" icon={<IconAlertTriangle size={18} aria-hidden />}>
          {t('bc.compose.conflict', { who: saving.by ?? t('bc.compose.somebody') })}{' '}
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => {
              location.reload();
            }}
          >
            {t('bc.compose.theirs')}
          </Button>{' '}
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => {
              overwrite(saving.revision);
            }}
          >
            {t('bc.compose.mine')}
          </Button>
        </Note>
      )}
      {saving.state === 'failed' && (
        <Note tone="danger" icon={<IconAlertTriangle size={18} aria-hidden />}>
          {saving.why}
        </Note>
      )}
      {approval?.rejected_at && (
        <Note tone="warning" icon={<IconAlertTriangle size={18} aria-hidden />}>
          {t('bc.compose.rejected', { note: approval.note ?? '' })}
        </Note>
      )}
      {from !== null && from.as !== 'duplicate' && (
        <Note tone="info">
          {t(from.as === 'skipped' ? 'bc.compose.fromSkipped' : 'bc.compose.fromResend')}{' '}
          <Link href={`${here}/${from.id}/report`}>{t('bc.compose.fromLink')}</Link>
        </Note>
      )}
    </>
  );
}
