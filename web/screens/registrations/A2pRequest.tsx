import './registrations.css';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import type { RequestOf } from '../../../api/contract/client.ts';
import type { A2pRequestRecord } from '../../../api/contract/registrations-a2p.ts';
import { ErrorState } from '../../components/ErrorState.tsx';
import { FormGhost } from '../../components/FormGhost.tsx';
import { Note } from '../../components/form/Form.tsx';
import { NumberBlockedNote } from '../../components/NumberBlockedNote.tsx';
import { RecordHeader } from '../../components/RecordHeader.tsx';
import { useRead } from '../../data/read.ts';
import { phone } from '../../format/phone.ts';
import { useApp } from '../../session/context.tsx';
import { useRouteParam } from '../../session/params.ts';
import { BrandForm } from './a2p/Brand.tsx';
import { CampaignFields } from './a2p/Campaign.tsx';
import { Moments } from './a2p/Moments.tsx';
import { Refusal } from './a2p/Refusal.tsx';
import { isLate, Late } from './Queue.tsx';
import { StatusTag } from './StatusTag.tsx';
import { Team } from './Team.tsx';
import { t } from './texts.ts';

const back = { href: '/admin/settings/a2p', label: t('tf.a2p') };
type Body = NonNullable<RequestOf<'PUT', '/admin/a2p/{id}'>['body']>;

/** One request for the registration of a local number: its brand, campaign and number, and what operators do about it. */
export default function A2pRequest() {
  const id = useRouteParam('id');
  const { data, error, refresh } = useRead('/admin/a2p/{id}', { params: { id } });
  if (data !== undefined) return <Loaded request={data.data} onChanged={refresh} />;
  return (
    <div className="bk-page">
      <RecordHeader name={t('tf.a2pOne')} back={back} />
      {error ?
        <div className="bk-card">
          <ErrorState error={error} onRetry={refresh} />
        </div>
      : <FormGhost sections={2} />}
    </div>
  );
}

function Loaded({ request, onChanged }: { readonly request: A2pRequestRecord; readonly onChanged: () => void }) {
  const { client, run } = useApp();
  const [isCorrecting, setIsCorrecting] = useState(false);
  const { brand } = request;
  const campaign = request.campaigns.findLast(({ state }) => state !== 'canceled') ?? null;
  const refused =
    brand?.state === 'refused' ? ({ part: 'brand', one: brand } as const)
    : request.stage === 'campaign' && campaign?.state === 'refused' ? ({ part: 'campaign', one: campaign } as const)
    : null;
  const update = async (body: Body) => {
    await client.put('/admin/a2p/{id}', { params: { id: request.id }, body });
    onChanged();
  };
  const form = {
    save: (body: Body) => client.put('/admin/a2p/{id}', { params: { id: request.id }, body, quiet: true }),
    onDone: () => {
      setIsCorrecting(false);
      onChanged();
    },
    onCancel: () => {
      setIsCorrecting(false);
    },
  };
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
        {refused !== null && request.can_register && !isCorrecting && (
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
        {brand === null && <Note tone="neutral">{t('tf.replaced')}</Note>}
        {!request.can_register && <Note tone="neutral">{t('tf.noCarrier')}</Note>}
        {request.status === 'unfunded' && request.reason !== null && (
          <Note tone="warning">
            {request.reason.text} {request.reason.cure}
          </Note>
        )}
        <NumberBlockedNote blocked={request.blocked} business={request.business.name} />
        {refused !== null && <Refusal {...refused} hasForm={isCorrecting} />}
        {isCorrecting && refused !== null && (
          <Note tone="info">{t('tf.resubmitFor', { name: request.business.name })}</Note>
        )}
      </div>
      {isCorrecting && refused !== null ?
        <>
          {refused.part === 'brand' ?
            <BrandForm
              {...form}
              refused={refused.one}
              known={refused.one}
              fees={null}
              save={(body) => form.save({ brand: body })}
            />
          : <CampaignFields
              {...form}
              refused={refused.one}
              known={refused.one}
              proposal={null}
              save={(body) => form.save({ campaign: body })}
              useCases={[{ code: refused.one.use_case, name: refused.one.use_case }]}
            />
          }
        </>
      : <div className="rg-columns">
          <section className="bk-card rg-card" aria-label={t('tf.history')}>
            <h2>{t('tf.history')}</h2>
            <Moments moments={request.history} />
          </section>
          <div className="rg-aside">
            <Facts request={request} />
            <Team request={request} update={update} />
          </div>
        </div>
      }
    </div>
  );
}

function Facts({ request }: { readonly request: A2pRequestRecord }) {
  const { brand, business, carrier_status: word } = request;
  const campaign = request.campaigns.findLast(({ att_class: known }) => known !== null);
  const facts = [
    [t('tf.business'), <Link href={`/admin/businesses/${business.id}/edit`}>{business.name}</Link>],
    [t('tf.legalName'), request.legal_name],
    [t('tf.number'), request.number === null ? t('tf.noNumber') : <span className="num">{phone(request.number)}</span>],
    [t('tf.step'), t(`tf.step.${request.stage}`)],
    [
      t('tf.waiting'),
      <>
        {t(`tf.waiting.${request.waiting_for}`)} {isLate(request) && <Late />}
      </>,
    ],
    ...(word === null ? [] : [[t('tf.checked'), <code>{word}</code>] as const]),
    ...(brand?.score == null ? [] : [[t('tf.score'), <span className="num">{brand.score}</span>] as const]),
    ...(campaign?.att_class == null ?
      []
    : [
        [
          t('tf.tier'),
          t('tf.tierValue', {
            att: campaign.att_class,
            count: campaign.att_per_minute ?? 0,
            tmobile: campaign.tmobile_tier ?? '',
          }),
        ] as const,
      ]),
  ] as const;
  return (
    <section className="bk-card rg-card" aria-label={t('tf.status')}>
      <h2>{t('tf.status')}</h2>
      <dl className="bk-facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
