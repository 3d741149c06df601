import './registrations.css';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import type { RequestOf } from '../../../api/contract/client.ts';
import type { TollfreeRequestRecord } from '../../../api/contract/registrations-desk.ts';
import { ErrorState } from '../../components/ErrorState.tsx';
import { FormGhost } from '../../components/FormGhost.tsx';
import { Note } from '../../components/form/Form.tsx';
import { NumberBlockedNote } from '../../components/NumberBlockedNote.tsx';
import { RecordHeader } from '../../components/RecordHeader.tsx';
import { useRead } from '../../data/read.ts';
import { shortTime } from '../../format/date.ts';
import { phone } from '../../format/phone.ts';
import { useApp } from '../../session/context.tsx';
import { useRouteParam } from '../../session/params.ts';
import { useDateStyle } from '../../session/profile.tsx';
import { Attempts, refusalsByField } from './Attempts.tsx';
import { isLate, Late } from './Queue.tsx';
import { StatusTag } from './StatusTag.tsx';
import { Team } from './Team.tsx';
import { TollfreeForm } from './TollfreeForm.tsx';
import { t } from './texts.ts';

const back = { href: '/admin/settings/tollfree', label: t('tf.title') };

/** One request: where it stands, every attempt, and what operators do about it. */
export default function TollfreeRequest() {
  const id = useRouteParam('id');
  const { data, error, refresh } = useRead('/admin/tollfree/{id}', { params: { id } });
  if (data !== undefined) return <Loaded request={data.data} onChanged={refresh} />;
  return (
    <div className="bk-page">
      <RecordHeader name={t('tf.one')} back={back} />
      {error ?
        <div className="bk-card">
          <ErrorState error={error} onRetry={refresh} />
        </div>
      : <FormGhost sections={2} />}
    </div>
  );
}

function Loaded({ request, onChanged }: { readonly request: TollfreeRequestRecord; readonly onChanged: () => void }) {
  const { client, run } = useApp();
  const style = useDateStyle();
  const [isCorrecting, setIsCorrecting] = useState(false);
  const params = { id: request.id };
  const update = async (body: NonNullable<RequestOf<'PUT', '/admin/tollfree/{id}'>['body']>) => {
    await client.put('/admin/tollfree/{id}', { params, body });
    onChanged();
  };
  const last = request.history.at(-1);
  const form = last?.form ?? null;
  const canCorrect = request.status === 'rejected' && form !== null;
  return (
    <div className="bk-page">
      <RecordHeader
        id={request.id}
        name={request.business.name}
        back={back}
        badge={<StatusTag status={request.status} />}
      >
        <Button variant="default" onClick={() => void run(() => update({ check: true }))}>
          {t('tf.check')}
        </Button>
        {canCorrect && !isCorrecting && (
          <Button
            onClick={() => {
              setIsCorrecting(true);
            }}
          >
            {t('tf.resubmit')}
          </Button>
        )}
      </RecordHeader>
      <div className="bk-stack rg-hints">
        <NumberBlockedNote blocked={request.blocked} business={request.business.name} />
        {isCorrecting && form !== null && (
          <Note tone="info">{t('tf.resubmitFor', { name: request.business.name })}</Note>
        )}
      </div>
      {isCorrecting && form !== null ?
        <TollfreeForm
          initial={form}
          refusals={refusalsByField(last)}
          submit={async (corrected) => {
            await client.put('/admin/tollfree/{id}', { params, body: { form: corrected }, quiet: true });
            setIsCorrecting(false);
            onChanged();
          }}
        >
          <Button
            variant="default"
            onClick={() => {
              setIsCorrecting(false);
            }}
          >
            {t('app.cancel')}
          </Button>
        </TollfreeForm>
      : <div className="rg-columns">
          <section className="bk-card rg-card" aria-label={t('tf.history')}>
            <h2>{t('tf.history')}</h2>
            <Attempts attempts={request.history} />
          </section>
          <div className="rg-aside">
            <section className="bk-card rg-card" aria-label={t('tf.status')}>
              <h2>{t('tf.status')}</h2>
              <dl className="bk-facts">
                <div>
                  <dt>{t('tf.business')}</dt>
                  <dd>
                    <Link href={`/admin/businesses/${request.business.id}/edit`}>{request.business.name}</Link>
                  </dd>
                </div>
                <div>
                  <dt>{t('tf.number')}</dt>
                  <dd className="num">{phone(request.number)}</dd>
                </div>
                <div>
                  <dt>{t('tf.waiting')}</dt>
                  <dd>
                    {t(`tf.waiting.${request.waiting_for}`)} {isLate(request) && <Late />}
                  </dd>
                </div>
                {request.carrier_status !== null && (
                  <div>
                    <dt>{t('tf.checked')}</dt>
                    <dd>
                      <code>{request.carrier_status}</code>
                    </dd>
                  </div>
                )}
                {request.editable_until !== null && (
                  <div>
                    <dt>{t('tf.editable')}</dt>
                    <dd>{shortTime(request.editable_until, style)}</dd>
                  </div>
                )}
              </dl>
            </section>
            <Team request={request} update={update} />
          </div>
        </div>
      }
    </div>
  );
}
