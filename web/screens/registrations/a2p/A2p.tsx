import { Button } from '@mantine/core';
import { IconClock, IconDeviceMobileMessage, IconWallet } from '@tabler/icons-react';
import { Link } from 'wouter';
import { useRefresh } from '../../../api/refresh.ts';
import { ErrorState } from '../../../components/ErrorState.tsx';
import { Note, Section } from '../../../components/form/Form.tsx';
import { FormGhost } from '../../../components/FormGhost.tsx';
import { NumberBlockedNote } from '../../../components/NumberBlockedNote.tsx';
import { useRead } from '../../../data/read.ts';
import { moneyOf } from '../../../format/money.ts';
import { phone } from '../../../format/phone.ts';
import { useApp } from '../../../session/context.tsx';
import { Badge, type State } from './Badge.tsx';
import { BrandForm, type BrandValues, type Proposal, type Request } from './Brand.tsx';
import { CampaignForm } from './Campaign.tsx';
import { Moments } from './Moments.tsx';
import { Prefix } from './Prefix.tsx';
import { Refusal } from './Refusal.tsx';
import { t } from './texts.ts';

type Part = 'brand' | 'campaign' | 'numbers';
const parts = ['brand', 'campaign', 'numbers'] as const;
/** The registration of a local number: brand, campaign, numbers, and what has happened so far. */
export function A2p() {
  const { client } = useApp();
  const refresh = useRefresh();
  const { data, error, refresh: again } = useRead('/businesses/a2p/request', {});
  const { data: proposed, error: failed } = useRead('/businesses/a2p/proposal', {});
  const proposal = proposed?.data;
  const wrong = error ?? failed;
  if (wrong)
    return (
      <div className="bk-card">
        <ErrorState error={wrong} onRetry={again} />
      </div>
    );
  if (data === undefined || proposal === undefined) return <FormGhost sections={3} />;
  const request = data.data;
  const done = () => {
    void refresh('/businesses/a2p');
  };
  const cancel = (part: 'brand' | 'campaign', id: string) => async () => {
    await client.post('/businesses/a2p/cancel', { body: { part, id } });
    done();
  };
  const draft = (values: BrandValues) =>
    client.post('/businesses/a2p/draft', { body: { part: 'brand', content: { ...values } } });
  const campaign = request.campaigns.findLast(({ state }) => state !== 'canceled') ?? null;
  const brand = request.brand?.state === 'canceled' ? null : request.brand;
  const states: Readonly<Record<Part, State>> = {
    brand: brand?.state ?? 'open',
    campaign: campaign?.state ?? 'open',
    numbers: request.numbers[0]?.state ?? 'open',
  };
  const open = request.stage === 'brand' ? brand : campaign;
  /** The form of a brand or a campaign is shown. */
  const isAsked =
    request.can_register &&
    (request.stage === 'brand' || request.stage === 'campaign') &&
    (open === null || open.state === 'refused');
  return (
    <>
      <Section title={t('a2p.heading')} text={t('a2p.intro')}>
        <ol className="bk-checks">
          {parts.map((part, at) => (
            <li key={part}>
              <b className="num">{at + 1}</b>
              <span>
                <b>{t(`a2p.step.${part}`)}</b> {t(`a2p.about.${part}`)}
              </span>
              <Badge state={states[part]} />
            </li>
          ))}
        </ol>
        <NumberBlockedNote blocked={request.blocked} />
        {!request.can_register && <Note tone="neutral">{t('a2p.noCarrier')}</Note>}
        {request.can_register && <Next request={request} proposal={proposal} state={states} />}
        {brand?.kind === 'sole-proprietor' && brand.state === 'in-review' && <Code brand={brand} onDone={done} />}
      </Section>
      {isAsked && request.stage === 'brand' && (
        <>
          {brand !== null && <Refusal part="brand" one={brand} cancel={cancel('brand', brand.id)} />}
          <BrandForm
            key={`${brand?.id}/${brand?.attempt}`}
            refused={brand}
            known={brand ?? request.drafts.brand ?? proposal.brand}
            fees={proposal}
            save={(body) => client.post('/businesses/a2p/brand', { body })}
            onDone={done}
            {...(brand === null ? { draft } : {})}
          />
        </>
      )}
      {isAsked && request.stage === 'campaign' && (
        <>
          {campaign !== null && <Refusal part="campaign" one={campaign} cancel={cancel('campaign', campaign.id)} />}
          <CampaignForm
            key={`${campaign?.id}/${campaign?.attempt}`}
            refused={campaign}
            proposal={proposal}
            onDone={done}
          />
        </>
      )}
      {!isAsked && <Prefix prefix={request.prefix} onDone={done} />}
      {request.timeline.length > 0 && (
        <Section title={t('a2p.history')} text={t('a2p.historyText')}>
          {/* Ids of people say nothing here. */}
          <Moments moments={request.timeline.map((moment) => ({ ...moment, by: null }))} />
        </Section>
      )}
    </>
  );
}

/** A sole proprietor answers a text of the carrier, which can be sent once more. */
function Code({ brand, onDone }: { readonly brand: NonNullable<Request['brand']>; readonly onDone: () => void }) {
  const { client, run } = useApp();
  const resend = async () => {
    await client.post('/businesses/a2p/code', { body: { id: brand.id } });
    onDone();
  };
  return (
    <Note
      tone="warning"
      icon={<IconDeviceMobileMessage size={18} aria-hidden />}
      action={
        <Button variant="default" size="xs" onClick={() => void run(resend)}>
          {t('a2p.code.resend')}
        </Button>
      }
    >
      <b>{t('a2p.code.title')}.</b> {t('a2p.code.text', { phone: phone(brand.phone ?? '') })}
    </Note>
  );
}

/** The fee that the wallet lacks: nothing is handed to the carrier before. */
function MissingFunds({ cents, payer }: NonNullable<Request['missing_funds']>) {
  return (
    <Note
      tone="warning"
      icon={<IconWallet size={18} aria-hidden />}
      {...(payer === 'business' && {
        action: (
          <Button component={Link} href="/business/payment-methods" size="xs">
            {t('a2p.funds.add')}
          </Button>
        ),
      })}
    >
      <b>{t('a2p.funds.title')}.</b> {t(`a2p.funds.${payer}`, { fee: moneyOf(cents, 'USD') })}
    </Note>
  );
}

/** What is waited for, and how long that usually takes. */
function Next({
  request,
  proposal,
  state,
}: {
  readonly request: Request;
  readonly proposal: Proposal;
  readonly state: Readonly<Record<Part, State>>;
}) {
  const { stage } = request;
  if (stage === 'done') return <Note tone="success">{t('a2p.done')}</Note>;
  if (request.missing_funds !== null) return <MissingFunds {...request.missing_funds} />;
  if (state[stage] === 'suspended') return <Note tone="danger">{t('a2p.waits.suspended')}</Note>;
  const waits = stage === 'numbers' || state[stage] === 'submitting' || state[stage] === 'in-review';
  return waits ?
      <Note tone="info" icon={<IconClock size={18} aria-hidden />}>
        {t(`a2p.waits.${stage}`, proposal.days[stage])}
      </Note>
    : null;
}
